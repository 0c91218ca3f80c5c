#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "cuttle/compile/build_draft.h"
#include "cuttle/compile/build_size.h"
#include "cuttle/compile/choose_quadrature.h"
#include "cuttle/compile/part_table.h"
#include "cuttle/rigid/mass_properties.h"
#include "cuttle/rod/build_rod.h"
#include "cuttle/rod/rod_span.h"
#include "cuttle/shell/build_shell.h"

namespace cuttle {

namespace {

// Abscissas of every rod and shell that something holds on to (children, parts, water) or looks at
// (probes, controllers).
class WantedPoints final : public Places {
 public:
  explicit WantedPoints(const ScenarioDraft& draft)
      : draft_(draft), wanted_(draft.order.size()), looked_at_(draft.order.size()) {
    for (const BodySpec* body : draft.order) add(body->parent, body->at, wanted_);
    for (const PartKind* kind : part_table())
      if (kind->places) kind->places(draft.spec, *this);
    add_tails();
    for (const ProbeSpec& probe : draft.spec.probes)
      if (find_probe_kind(probe.kind())->has_place) add(probe.target(), probe.at, looked_at_);
    for (const ControllerSpec& controller : draft.spec.controllers)
      if (const LedFrameSpec* led = controller.led()) add(led->body, led->at, looked_at_);
  }
  const std::set<double>& of(size_t body) const { return wanted_[body]; }
  const std::set<double>& looked_at(size_t body) const { return looked_at_[body]; }

  void place(const std::string& body, const MountSpec& at, const Origin&) override {
    add(body, at, wanted_);
  }
  void rod_ends(const std::string& name, const std::optional<MountSpec>& from,
                const std::optional<MountSpec>& to) override {
    const int body = draft_.body_index(name);
    const Span span = span_of(from, to, *rod_of(body));
    wanted_[size_t(body)].insert(span.from);
    wanted_[size_t(body)].insert(span.to);
  }
  void rod_nodes(const std::string& name, const std::optional<MountSpec>& from,
                 const std::optional<MountSpec>& to) override {
    const int body = draft_.body_index(name);
    const Span span = span_of(from, to, *rod_of(body));
    const auto pieces = smooth_pieces(draft_.divisions[size_t(body)]);
    for (const SpanNode& node : span_nodes(pieces, span.from, span.to))
      wanted_[size_t(body)].insert(node.X);
  }
  void rod_point(const std::string& body, double X) override {
    wanted_[size_t(draft_.body_index(body))].insert(X);
  }
  void shell_stretch(const std::string&, std::optional<double>, std::optional<double>,
                     const std::vector<double>&, const Origin&) override {}

 private:
  const RodSpec* rod_of(int body) const {
    const bool rod = body >= 0 && draft_.body_spec(body).rod.has_value();
    return rod ? &*draft_.body_spec(body).rod : nullptr;
  }
  using Abscissas = std::vector<std::set<double>>;
  void add(const std::string& name, const MountSpec& at, Abscissas& to) {
    const int body = draft_.body_index(name);
    if (const RodSpec* rod = rod_of(body)) to[size_t(body)].insert(abscissa_of(at, *rod));
    if (body < 0 || !draft_.shells[size_t(body)]) return;
    const double length = draft_.shells[size_t(body)]->profile.length();
    to[size_t(body)].insert(abscissa_of(at, *draft_.body_spec(body).shell, length));
  }

  // where the water of a reactive rod leaves
  void add_tails() {
    for (size_t i = 0; i < draft_.order.size(); ++i) {
      const std::optional<RodSpec>& rod = draft_.order[i]->rod;
      if (rod && rod->water && rod->water->reactive && rod->water->head == RodEnd::base)
        wanted_[i].insert(rod->length());
    }
  }

  const ScenarioDraft& draft_;
  Abscissas wanted_, looked_at_;
};

std::shared_ptr<const BodyFamily> make_rigid(const RigidSpec& rigid, const MassProperties& mass,
                                             const Matrix6& added_mass) {
  std::vector<Pose> frames;
  for (const auto& [name, pose] : rigid.frames) frames.push_back({pose.rotation, pose.position});
  return std::make_shared<const Rigid>(mass, std::move(frames), added_mass);
}

std::shared_ptr<const BodyFamily> finish_shell(const ShellDescription& shell,
                                               const std::set<double>& held,
                                               const std::set<double>& looked_at) {
  ShellBuilder builder(shell);
  for (double X : held) builder.point_at(X);
  for (double X : looked_at) builder.point_at(X);
  return builder.finish();
}

}  // namespace

void make_bodies(ScenarioDraft& draft) {
  // what can go wrong first, in all bodies
  std::vector<MassProperties> masses(draft.order.size());
  std::vector<std::vector<JointStep>> joints;
  for (size_t i = 0; i < draft.order.size(); ++i) {
    const BodySpec& body = *draft.order[i];
    joints.push_back(make_joint(body.joint, draft.diagnostics));
    draft.divisions.emplace_back();
    draft.shells.emplace_back();
    draft.guard([&] {
      if (body.rigid) masses[i] = mass_properties(*body.rigid, draft.diagnostics);
      if (body.rod) draft.divisions[i] = make_divisions(*body.rod, draft.diagnostics);
    });
  }
  // parts may ask for the sections of rods to tell where they hold on: these must be good before
  const bool sections = draft.diagnostics.empty();
  std::map<std::string, std::vector<double>> cuts;
  if (sections) cuts = shell_cuts(draft.spec);
  for (size_t i = 0; i < draft.order.size(); ++i) {
    const BodySpec& body = *draft.order[i];
    draft.guard([&] {
      if (body.shell) draft.shells[i] = make_shell(*body.shell, cuts[body.name], draft.diagnostics);
    });
  }
  if (sections) check_shell_places(draft);
  if (!draft.diagnostics.empty()) return;
  std::vector<double> rigid_masses;
  for (const MassProperties& mass : masses) rigid_masses.push_back(mass.mass);
  choose_quadrature(draft, rigid_masses);
  check_size(draft);
  if (!draft.diagnostics.empty()) return;
  prepare_water(draft);
  if (!draft.diagnostics.empty()) return;

  const WantedPoints wanted(draft);
  for (size_t i = 0; i < draft.order.size(); ++i) {
    const BodySpec& spec = *draft.order[i];
    Body body;
    body.name = spec.name;
    body.joint_kind = spec.joint.type;
    body.steps = std::move(joints[i]);
    body.parent = draft.body_index(spec.parent);
    body.parent_point = draft.point_of(body.parent, spec.at);
    body.X_PJ = {spec.pose.rotation, spec.pose.position};
    if (spec.rigid) {
      body.family = make_rigid(*spec.rigid, masses[i], added_mass_of(draft, int(i)));
    } else if (spec.shell) {
      body.family = finish_shell(*draft.shells[i], wanted.of(i), wanted.looked_at(i));
    } else {
      RodBuilder builder(draft.divisions[i]);
      for (double X : wanted.of(i)) builder.point_at(X);
      for (double X : wanted.looked_at(i)) builder.point_at(X, true);
      body.family = builder.finish();
    }
    draft.model.bodies.push_back(std::move(body));
  }
  finish_layout(draft.model);
}

}  // namespace cuttle
