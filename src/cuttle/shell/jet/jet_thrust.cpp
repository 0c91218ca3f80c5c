#include "cuttle/shell/jet/jet_thrust.h"

#include "cuttle/core/workspace.h"

namespace cuttle {

void JetThrust::apply(const Model&, const State&, const Input&, bool, Workspace& ws) const {
  Shell::loading(ws.bodies[size_t(body_)]).jet = &jet_;
}

EnergyBooks JetThrust::books(const Model& model, const State&, const Input&,
                             const Workspace& ws) const {
  const BodyWork& b = ws.bodies[size_t(body_)];
  const auto& shell = static_cast<const Shell&>(*model.bodies[size_t(body_)].family);
  ShellLoading& mine = Shell::part(b);
  mine.jet = &jet_;
  return {.potential = 0, .power = shell.power_of(mine, b)};
}

double jet_thrust(const Shell& shell, const Jet& jet, const BodyWork& b) {
  ShellLoading& mine = Shell::part(b);
  mine.jet = &jet;
  // 0 - x and not -x: a jet at rest shows 0, not -0
  return 0.0 - shell.data().direction * shell.axial(mine, b).thrust;
}

}  // namespace cuttle
