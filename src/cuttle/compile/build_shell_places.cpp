#include <fmt/format.h>

#include "cuttle/compile/build_draft.h"
#include "cuttle/compile/part_table.h"
#include "cuttle/shell/build_shell.h"

namespace cuttle {

namespace {

// What concerns shells alone.
class ShellPlaces : public Places {
 public:
  void place(const std::string&, const MountSpec&, const Origin&) override {}
  void rod_ends(const std::string&, const std::optional<MountSpec>&,
                const std::optional<MountSpec>&) final {}
  void rod_nodes(const std::string&, const std::optional<MountSpec>&,
                 const std::optional<MountSpec>&) final {}
  void rod_point(const std::string&, double) final {}

  void ask_parts(const ScenarioSpec& spec) {
    for (const PartKind* kind : part_table())
      if (kind->places) kind->places(spec, *this);
  }
};

class Cuts final : public ShellPlaces {
 public:
  void shell_stretch(const std::string& body, std::optional<double> from, std::optional<double> to,
                     const std::vector<double>& knots, const Origin&) override {
    std::vector<double>& cuts = by_shell[body];
    cuts.push_back(from.value_or(0));
    cuts.push_back(to.value_or(0));
    cuts.insert(cuts.end(), knots.begin(), knots.end());
  }

  std::map<std::string, std::vector<double>> by_shell;
};

// Places on shells, compared with the lengths of their profiles.
class PlaceCheck final : public ShellPlaces {
 public:
  explicit PlaceCheck(ScenarioDraft& draft) : draft_(draft) {}

  void place(const std::string& body, const MountSpec& at, const Origin& origin) override {
    if (at.kind == MountSpec::Kind::abscissa) abscissa(body, at.abscissa, origin);
  }
  void shell_stretch(const std::string& name, std::optional<double> from, std::optional<double> to,
                     const std::vector<double>&, const Origin& origin) override {
    const auto body = size_t(draft_.body_index(name));
    if (draft_.shells[body])
      span_of(from, to, origin, *draft_.order[body]->shell, draft_.shells[body]->profile.length(),
              draft_.diagnostics);
  }
  void abscissa(const std::string& name, double X, const Origin& origin) {
    const int body = draft_.body_index(name);
    if (body < 0 || !draft_.shells[size_t(body)]) return;
    const double length = draft_.shells[size_t(body)]->profile.length();
    if (X <= length * (1 + kSamePlace)) return;
    draft_.diagnostics.add(origin.error(
        "at", fmt::format("{:.6g} m is beyond the profile of {}, which ends at {:.6g} m", X, name,
                          length)));
  }

 private:
  ScenarioDraft& draft_;
};

}  // namespace

std::map<std::string, std::vector<double>> shell_cuts(const ScenarioSpec& spec) {
  Cuts cuts;
  cuts.ask_parts(spec);
  return std::move(cuts.by_shell);
}

void check_shell_places(ScenarioDraft& draft) {
  const ScenarioSpec& spec = draft.spec;
  PlaceCheck check(draft);
  for (const BodySpec& body : spec.bodies) check.place(body.parent, body.at, body.origin);
  check.ask_parts(spec);
  for (const ProbeSpec& probe : spec.probes) {
    if (find_probe_kind(probe.kind())->has_place)
      check.place(probe.target(), probe.at, probe.origin);
    for (const double X : probe.abscissas) check.abscissa(probe.target(), X, probe.origin);
  }
  for (const ControllerSpec& controller : spec.controllers)
    if (const LedFrameSpec* led = controller.led())
      check.place(led->body, led->at, controller.led_origin());
}

}  // namespace cuttle
