#include "cuttle/motion/quasi_static_controller.h"

#include <algorithm>

#include "cuttle/base/error.h"
#include "cuttle/control/frame/controlled_frame.h"
#include "cuttle/dynamics/kinematics.h"
#include "cuttle/math/so3.h"

namespace cuttle {

QuasiStaticController::QuasiStaticController(const Model& model, const BodyPlace& frame,
                                             std::vector<int> inputs, FrameGoalFunction goal,
                                             const InverseStaticsOptions& options,
                                             CommandBounds bounds, State start)
    : frame_(frame),
      inputs_(inputs),
      goal_(std::move(goal)),
      search_(model, frame, std::move(inputs), std::move(bounds), options),
      start_(std::move(start)) {
  expects(bool(goal_), "a goal");
}

void QuasiStaticController::reset() {
  started_ = false;
  position_error_ = rotation_error_ = 0;
  search_.forget();
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
  const Pose goal = goal_(seen.x.t).X_WG;
  update_kinematics(seen.model, seen.x, seen.u, nullptr, seen.ws);
  const Pose X_WF =
      point_pose(seen.ws, frame_.body, frame_.point) * Pose{Matrix3::Identity(), frame_.offset};
  position_error_ = (goal.p - X_WF.p).norm();
  rotation_error_ = log_so3(X_WF.R.transpose() * goal.R).norm();
  InverseStaticsResult found = search_.solve(goal, u_, guess);
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
  return controlled_frame_columns();
}

void QuasiStaticController::tell(std::span<double> values) const {
  values[0] = position_error_;
  values[1] = rotation_error_;
  values[2] = limits_at_work(last_.active, search_.bounds());
}

}  // namespace cuttle
