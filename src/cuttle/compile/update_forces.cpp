#include "cuttle/compile/update_forces.h"

#include "cuttle/connection/dense_rows.h"
#include "cuttle/dynamics/forward.h"
#include "cuttle/dynamics/inverse.h"

namespace cuttle {

std::unique_ptr<ConstraintSolver> make_constraints(const Scenario& scenario) {
  if (scenario.model.connections.empty()) return nullptr;
  auto solver = std::make_unique<ConstraintSolver>(scenario.model);
  const StudySpec& study = scenario.spec.study;
  if (study.constraints == ConstraintMethod::baumgarte) solver->stabilise(study.baumgarte_rate);
  return solver;
}

void update_forces(const Model& model, const State& x, const Input& u, bool moving,
                   ConstraintSolver* constraints, Workspace& ws) {
  if (moving && constraints) {
    // a failure has been told by the integrator
    static_cast<void>(constraints->solve(model, x, u, ws));
  } else if (moving) {
    forward_dynamics(model, x, u, ws);
  } else {
    inverse_dynamics(model, x, u, nullptr, ws);
    ws.a.setZero();
    if (constraints) ws.lambda = static_multipliers(model, x, u, ws);
  }
}

}  // namespace cuttle
