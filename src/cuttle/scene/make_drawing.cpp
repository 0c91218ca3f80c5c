#include "cuttle/scene/make_drawing.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "cuttle/compile/build_inertia.h"
#include "cuttle/compile/part_table.h"
#include "cuttle/rod/rod.h"
#include "cuttle/rod/rod_span.h"
#include "cuttle/scene/arrow_sources.h"
#include "cuttle/scene/contact_drawing.h"
#include "cuttle/scene/net_drawing.h"
#include "cuttle/scene/rod_pieces.h"
#include "cuttle/scene/shell_drawing.h"
#include "cuttle/scene/solid_mesh.h"
#include "cuttle/scene/water_drawing.h"
#include "cuttle/shell/shell_span.h"
#include "cuttle/signal/function.h"
#include "cuttle/spec/spec_choices.h"
#include "cuttle/spec/spec_place.h"

namespace cuttle {
namespace {

constexpr int kRunParts = 16;  // of a run along a rod

/// Puts a drawing together. Rods get their points while their builders are open.
class Draftsman final : private Canvas {
 public:
  explicit Draftsman(const Scenario& scenario)
      : scenario_(scenario), index_(scenario.spec), rods_(scenario.model.bodies.size()) {
    drawing_.model = scenario.model;
    for (std::size_t i = 0; i < rods_.size(); ++i)
      if (const auto* rod = dynamic_cast<const Rod*>(drawing_.model.bodies[i].family.get()))
        rods_[i].emplace(*rod);
  }

  Drawing draw() {
    add_labels();
    for (std::size_t i = 0; i < rods_.size(); ++i) add_body(int(i));
    for (const PartKind* kind : parts_by_turn())
      if (kind->draw) kind->draw(scenario_.spec, scenario_.actors, *this);
    for (const Probe& probe : scenario_.probes)
      if (const Attachment* place = probe.target().place()) {
        drawing_.still.points.push_back({probe.name()});
        drawing_.points.push_back(*place);
      }
    add_joint_arrows(scenario_.model, drawing_);
    add_water(scenario_, drawing_);
    add_jets(scenario_, drawing_);
    add_obstacles(scenario_, drawing_);
    add_contacts(scenario_.model, drawing_);
    add_connections(scenario_.model, drawing_);
    add_nets(scenario_, drawing_);
    for (std::size_t i = 0; i < rods_.size(); ++i)
      if (rods_[i]) drawing_.model.bodies[i].family = rods_[i]->finish();
    size_channels();
    return std::move(drawing_);
  }

 private:
  const BodySpec& spec_of(int body) const {
    return *index_.find(scenario_.model.bodies[std::size_t(body)].name);
  }

  void add_labels() {
    Scene& scene = drawing_.still;
    scene.name = scenario_.spec.name;
    scene.title = scenario_.spec.title;
    scene.study = name_of(scenario_.spec.study.type);
    for (int k = 0; k < 3; ++k) scene.gravity[std::size_t(k)] = scenario_.model.gravity[k];
    scene.up = picture_up(scene.gravity, scenario_.spec.frame == WorldFrame::ned);
  }

  void add_body(int body) {
    const Body& b = scenario_.model.bodies[std::size_t(body)];
    SceneBody label{b.name,          std::string(b.family->family()), b.joint_kind, b.parent, b.n(),
                    b.family->mass()};
    SceneJoint joint{body, b.joint_kind, {}};
    for (const JointStep& step : b.steps) {
      if (!step.prescribed()) label.dof += step.nv();
      if (step.kind != StepKind::screw) continue;
      const bool turns = step.S.head<3>().norm() > 0;
      joint.axes.push_back(turns ? Vector3(step.S.head<3>()) : Vector3(step.S.tail<3>()));
    }
    drawing_.still.bodies.push_back(std::move(label));
    drawing_.still.joints.push_back(std::move(joint));
    const BodySpec& spec = spec_of(body);
    if (spec.rigid) add_solids(body, *spec.rigid);
    if (spec.rod) add_rod(body, *spec.rod);
    if (const auto* shell = dynamic_cast<const Shell*>(b.family.get()))
      add_shell(body, *shell, drawing_);
  }

  void add_solid(int body, SceneMesh mesh, const Pose& pose) {
    drawing_.still.solids.push_back({body, add_mesh(std::move(mesh), drawing_.still), pose});
  }

  void add_solids(int body, const RigidSpec& rigid) {
    for (const ShapeSpec& shape : rigid.shapes)
      add_solid(body, solid_mesh(shape), {shape.pose.rotation, shape.pose.position});
    if (!rigid.shapes.empty()) return;
    Diagnostics none;
    for (MassShape& shape : mass_shapes(mass_properties(rigid, none)))
      add_solid(body, std::move(shape.mesh), shape.pose);
  }

  void add_rod(int body, const RodSpec& spec) {
    const auto& rod = dynamic_cast<const Rod&>(*scenario_.model.bodies[std::size_t(body)].family);
    const RodData& data = rod.data();
    std::vector<SceneRod> pieces = rod_pieces(spec, rod, body);
    for (std::size_t d = 0; d < pieces.size(); ++d) {
      pieces[d].first = int(drawing_.sections.size());
      const RodDivision& division = data.divisions[d];
      for (const double X : pieces[d].abscissa) {
        // at a joint of two divisions each has its own strain
        const double local = std::clamp(X - data.division_start[d], 0.0, division.length);
        SectionSource section{body, rods_[std::size_t(body)]->point_at(X, true),
                              division.rest_strain(local), MatrixX::Zero(6, data.n)};
        section.basis.middleCols(data.division_column[d], division.n()) = division.basis(local);
        drawing_.sections.push_back(std::move(section));
      }
      drawing_.still.rods.push_back(std::move(pieces[d]));
    }
  }

  /// A place of a line. Frames of rigid bodies are written into the offset.
  Attachment place(int body, const MountSpec& at, const Vector3& offset) {
    if (body < 0) return {-1, 0, offset};
    const BodySpec& spec = spec_of(body);
    if (spec.rod)
      return {body, rods_[std::size_t(body)]->point_at(abscissa_of(at, *spec.rod), true), offset};
    if (spec.shell) {
      const auto& shell =
          dynamic_cast<const Shell&>(*scenario_.model.bodies[std::size_t(body)].family);
      const double X = abscissa_of(at, *spec.shell, shell.data().length);
      return {body, shell_point(shell, X), offset};
    }
    const PoseSpec* const frame = named_frame(*spec.rigid, at);
    return {body, 0, frame ? Vector3(frame->rotation * offset + frame->position) : offset};
  }

  void add_run(int body, const LinePiece& piece) {
    const Span span = span_of(piece.from, piece.to, *spec_of(body).rod);
    const double length = span.to - span.from;
    const Function y(piece.y.value_or(0.0), length), z(piece.z.value_or(0.0), length);
    for (int i = 0; i <= kRunParts; ++i) {
      const double s = length * i / kRunParts;
      const int point = rods_[std::size_t(body)]->point_at(span.from + s, true);
      drawing_.cable_points.push_back({body, point, Vector3(0, y.value(s), z.value(s))});
    }
  }

  void line(const std::string& name, const std::vector<LinePiece>& pieces,
            std::function<double(const Snapshot&)> tension) override {
    const int first = int(drawing_.cable_points.size());
    for (const LinePiece& piece : pieces) {
      const int body = scenario_.model.find_body(piece.body);
      if (piece.run)
        add_run(body, piece);
      else
        drawing_.cable_points.push_back(place(body, piece.at, piece.offset));
    }
    drawing_.still.cables.push_back({name, first, int(drawing_.cable_points.size()) - first});
    drawing_.tensions.push_back(std::move(tension));
  }

  void arrow(InputArrow arrow) override {
    const auto axes = arrow.own_axes ? ArrowSource::Axes::point : ArrowSource::Axes::world;
    add_arrow(arrow.moment ? ArrowKind::moment : ArrowKind::force,
              {arrow.at, axes, 0, std::move(arrow.parts)}, scenario_.model, drawing_);
  }

  void size_channels() {
    Scene& scene = drawing_.still;
    for (const NamedChannel& named : kSceneChannels) (scene.*named.channel).width = named.width;
    for (Channel* channel : {&scene.body_position, &scene.body_rotation})
      channel->count = int(scene.bodies.size());
    for (Channel* channel : {&scene.section_position, &scene.section_rotation, &scene.curvature,
                             &scene.torsion, &scene.stretch, &scene.speed})
      for (const SceneRod& rod : scene.rods) channel->count += rod.sections();
    for (Channel* channel : {&scene.ring_place, &scene.hoop_strain})
      channel->count = int(drawing_.rings.size());
    scene.cable_position.count = int(drawing_.cable_points.size());
    scene.tension.count = int(drawing_.tensions.size());
    for (Channel* channel : {&scene.arrow_position, &scene.arrow_vector})
      channel->count = int(scene.arrows.size());
    scene.contact_state.count =
        int(std::ranges::count(scene.arrows, ArrowKind::contact, &SceneArrow::kind));
    for (Channel* channel : {&scene.connection_position, &scene.connection_rotation})
      channel->count = int(drawing_.mounts.size());
    scene.connection_closed.count = int(scene.connections.size());
    scene.point_position.count = int(scene.points.size());
    for (Channel* channel : {&scene.fitting_position, &scene.fitting_rotation})
      channel->count = int(scene.fittings.size());
  }

  const Scenario& scenario_;
  BodyIndex index_;
  std::vector<std::optional<RodBuilder>> rods_;  // (bodies) empty: not a rod
  Drawing drawing_;
};

}  // namespace

Drawing make_drawing(const Scenario& scenario) { return Draftsman(scenario).draw(); }

}  // namespace cuttle
