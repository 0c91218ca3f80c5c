#include "cuttle/sim/quasi_static_controller.h"

#include <algorithm>

#include "cuttle/base/contract.h"

namespace cuttle {

QuasiStaticController::QuasiStaticController(const Model& model, const Attachment& led,
                                             std::vector<int> inputs, FrameGoalFunction goal,
                                             const InverseStaticsOptions& options,
                                             CommandBounds bounds, State start)
    : inputs_(inputs),
      goal_(std::move(goal)),
      search_(model, led, std::move(inputs), std::move(bounds), options),
      start_(std::move(start)) {
  expects(bool(goal_), "a goal");
}

Status QuasiStaticController::command(const Observation& seen, std::span<double> commands) {
  expects(commands.size() == inputs_.size(), "one command for each of the inputs");
  u_ = seen.u;
  u_.u_dot.setZero();
  u_.u_ddot.setZero();
  for (size_t k = 0; k < inputs_.size(); ++k)
    u_.u[inputs_[k]] = started_ ? last_.inputs[Eigen::Index(k)] : 0;
  State& guess = started_ ? last_.x : start_;
  guess.t = seen.x.t;
  guess.connections = seen.x.connections;
  InverseStaticsResult found = search_.solve(goal_(seen.x.t).X_WG, u_, guess);
  // a search that stalls has found something all the same
  if (!found.status.ok() && found.status.code != Status::Code::stalled) {
    found.status.t = seen.x.t;
    return found.status;
  }
  last_ = std::move(found);
  started_ = true;
  Eigen::Map<VectorX>(commands.data(), last_.inputs.size()) = last_.inputs;
  return {};
}

std::vector<ControllerColumn> QuasiStaticController::columns() const {
  return {{"position_error", "m", "distance of the equilibrium from the goal"},
          {"rotation_error", "rad", "angle of the equilibrium to the goal"},
          {"saturated", "1", "inputs at their bounds"}};
}

void QuasiStaticController::tell(std::span<double> values) const {
  values[0] = last_.position_error;
  values[1] = last_.rotation_error;
  values[2] = double(std::count_if(last_.active.begin(), last_.active.end(),
                                   [](auto at) { return at != BoundedLeastSquares::At::inside; }));
}

}  // namespace cuttle
