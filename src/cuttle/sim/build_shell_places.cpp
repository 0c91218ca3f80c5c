#include <fmt/format.h>

#include "cuttle/sim/build_draft.h"
#include "cuttle/sim/build_shell.h"

namespace cuttle {

namespace {

// Places on shells, compared with the lengths of their profiles.
class PlaceCheck {
 public:
  explicit PlaceCheck(Draft& draft) : draft_(draft) {}

  void mount(const std::string& body, const MountSpec& at, const Origin& origin) {
    if (at.kind == MountSpec::Kind::abscissa) abscissa(body, at.abscissa, origin);
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
  Draft& draft_;
};

}  // namespace

void check_shell_places(Draft& draft) {
  const ScenarioSpec& spec = draft.spec;
  PlaceCheck check(draft);
  for (const BodySpec& body : spec.bodies) check.mount(body.parent, body.at, body.origin);
  for (const LoadSpec& load : spec.loads) check.mount(load.body, load.at, load.origin);
  for (const ConnectionSpec& connection : spec.connections)
    for (const ConnectionEndSpec* end : {&connection.a, &connection.b})
      check.mount(end->body, end->at, end->origin);
  for (const ThrusterSpec& thruster : spec.thrusters)
    check.mount(thruster.body, thruster.at, thruster.origin);
  for (const FinSpec& fin : spec.fins) check.mount(fin.body, fin.at, fin.origin);
  for (const ProbeSpec& probe : spec.probes) {
    if (probe.kind() == ProbeSpec::Kind::frame || probe.kind() == ProbeSpec::Kind::swimmer)
      check.mount(probe.target(), probe.at, probe.origin);
    if (probe.kind() != ProbeSpec::Kind::shell) continue;
    for (const double X : probe.abscissas) check.abscissa(probe.shell, X, probe.origin);
  }
  for (const ControllerSpec& controller : spec.controllers)
    if (const LedFrameSpec* led = controller.led())
      check.mount(led->body, led->at, controller.led_origin());
  for (const ShellLoadSpec& load : spec.shell_loads) {
    const auto body = size_t(draft.body_index(load.body));
    if (draft.shells[body])
      span_of(load, *draft.order[body]->shell, draft.shells[body]->profile.length(),
              draft.diagnostics);
  }
}

}  // namespace cuttle
