#include "cuttle/compile/state_reader.h"

#include "cuttle/connection/dense_rows.h"
#include "cuttle/dynamics/forward.h"
#include "cuttle/dynamics/inverse.h"
#include "cuttle/record/net_reading.h"

namespace cuttle {

StateReader::StateReader(const Scenario& scenario) : model_(scenario.model), ws_(scenario.model) {
  for (const auto& net : scenario.nets) ws_.nets.push_back(rest_reading(*net));
  if (model_.connections.empty()) return;
  constraints_ = std::make_unique<ConstraintSolver>(model_);
  const StudySpec& study = scenario.spec.study;
  if (study.constraints == ConstraintMethod::baumgarte)
    constraints_->stabilise(study.baumgarte_rate);
}

void StateReader::read(const State& x, const Input& u, bool moving) {
  if (moving && constraints_) {
    // a failure has been told by the integrator
    static_cast<void>(constraints_->solve(model_, x, u, ws_));
  } else if (moving) {
    forward_dynamics(model_, x, u, ws_);
  } else {
    inverse_dynamics(model_, x, u, nullptr, ws_);
    ws_.a.setZero();
    if (constraints_) ws_.lambda = static_multipliers(model_, x, u, ws_);
  }
}

}  // namespace cuttle
