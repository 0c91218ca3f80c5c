#include "cuttle/control/task_space/task_space.h"

#include <cmath>

#include "cuttle/base/error.h"
#include "cuttle/control/frame/controlled_frame.h"
#include "cuttle/dynamics/forward.h"
#include "cuttle/dynamics/jacobian.h"
#include "cuttle/dynamics/kinematics.h"
#include "cuttle/dynamics/tree_solve.h"
#include "cuttle/math/se3.h"

namespace cuttle {
namespace {

/// Points that are only looked at must be there while the controller looks.
class SeePassivePoints {
 public:
  SeePassivePoints(Workspace& ws, int body) : b_(ws.bodies[size_t(body)]), old_(b_.passive_points) {
    b_.passive_points = true;
  }
  ~SeePassivePoints() { b_.passive_points = old_; }
  SeePassivePoints(const SeePassivePoints&) = delete;
  SeePassivePoints& operator=(const SeePassivePoints&) = delete;

 private:
  BodyWork& b_;
  bool old_;
};

constexpr double kMissed = 2e-3;  // [m, rad] a goal that is missed by more is out of reach

bool position_only(const Vector6& weight) { return weight.head<3>().isZero(0); }

}  // namespace

TaskSpace::TaskSpace(const Model& model, const BodyPlace& frame, std::vector<int> inputs,
                     FrameGoalFunction goal, const TaskSpaceOptions& options, CommandBounds bounds)
    : frame_(frame),
      inputs_(std::move(inputs)),
      goal_(std::move(goal)),
      options_(options),
      bounds_(std::move(bounds)),
      forces_(model, inputs_),
      effect_(6, Eigen::Index(inputs_.size())),
      rest_(6),
      command_(VectorX::Zero(Eigen::Index(inputs_.size()))),
      solver_(6, int(inputs_.size())) {
  expects(frame_.on_body() && bool(goal_), "a frame on a body, and a goal for it");
  expects(bounds_.low.size() == command_.size() && bounds_.high.size() == command_.size(),
          "bounds for each of the inputs");
  for (const Body& body : model.bodies)
    for (const JointStep& step : body.steps)
      for (const int input : inputs_)
        expects(input != step.prescribed_input, "inputs that push, not coordinates");
  if (!model.connections.empty()) constraints_ = std::make_unique<ConstraintSolver>(model);
}

void TaskSpace::reset() {
  solver_.forget();
  command_.setZero();
  position_error_ = rotation_error_ = 0;
  satisfied_ = true;
}

Status TaskSpace::forward(const Observation& seen) {
  before_ = seen.u;
  for (size_t k = 0; k < inputs_.size(); ++k) before_.u[inputs_[k]] = command_[Eigen::Index(k)];
  if (constraints_) {
    if (Status status = constraints_->solve(seen.model, seen.x, before_, seen.ws); !status.ok())
      return status;
  } else {
    forward_dynamics(seen.model, seen.x, before_, seen.ws);
  }
  if (seen.ws.singular_body < 0) return {};
  return Status::fail(
      Status::Code::diverged,
      "task space: '" + seen.model.bodies[size_t(seen.ws.singular_body)].name + "' has no inertia",
      seen.x.t);
}

// J a(u) + J' v = J a(u0) + J' v + (J M^-1 B) (u - u0), where M^-1 also keeps connections closed.
// It is symmetric: six right-hand sides are enough for any number of inputs.
void TaskSpace::task_rows(const Observation& seen, const Pose& X_BF) {
  const Model& model = seen.model;
  Workspace& ws = seen.ws;
  const Pose X_PF{Matrix3::Identity(), frame_.offset};
  drift_ = Ad_inv_apply(X_PF, jacobian_rate_times_v(model, ws, frame_.body, frame_.point));
  if (constraints_) constraints_->prepare(model, seen.x, ws);
  for (int i = 0; i < 6; ++i) {
    J_row_[i].setZero(model.nv);
    add_generalized_force(model, ws, frame_.body, frame_.point,
                          Ad_invT_apply(X_BF, Vector6(Vector6::Unit(i))), J_row_[i]);
    drift_[i] += J_row_[i].dot(ws.a);
    solve_factored(model, ws, J_row_[i], Y_row_[i], base_wrench_);
    if (constraints_) constraints_->constrain(Y_row_[i]);
  }
  forces_.compute(model, seen.x, before_, nullptr, ws);
  const MatrixX& B = forces_.B();
  for (int i = 0; i < 6; ++i)
    for (Eigen::Index k = 0; k < B.cols(); ++k) effect_(i, k) = Y_row_[i].dot(B.col(k));
}

Vector6 TaskSpace::wanted_acceleration(const FrameMotion& goal, const Pose& X_WF,
                                       const Vector6& V_F) const {
  const double kp = options_.kp, kd = options_.kd;
  const Pose E = X_WF.inverse() * goal.X_WG;
  const Vector6 Omega = log_se3(E);
  if (position_only(options_.weight)) {
    const Vector3 omega = V_F.head<3>(), v = V_F.tail<3>();
    const Vector3 goal_v = goal.V_G.tail<3>();
    const Vector3 goal_a = goal.A_G.tail<3>() + goal.V_G.head<3>().cross(goal_v);
    const Vector3 a = E.R * goal_a + kd * (E.R * goal_v - v) + kp * E.p;
    Vector6 wanted;
    wanted << Vector3::Zero(), a - omega.cross(v);
    return wanted;
  }
  // E' = W E with W = Ad(E) V_G - V_F = T(Omega) Omega'
  const Vector6 W = Ad_apply(E, goal.V_G) - V_F;
  const Vector6 rate = dexp_left_inverse(Omega).apply(W);
  const Vector6 W_dot = dexp_rate<double>(Omega, rate, -kd * rate - kp * Omega).u_dot;
  // W' = Ad(E) V_G' + ad(W) Ad(E) V_G - V_F', and ad(W) W = 0
  return Ad_apply(E, goal.A_G) + ad_apply(W, V_F) - W_dot;
}

Status TaskSpace::command(const Observation& seen, std::span<double> commands) {
  expects(commands.size() == inputs_.size(), "one command for each of the inputs");
  const SeePassivePoints see(seen.ws, frame_.body);
  if (Status status = forward(seen); !status.ok()) return status;

  const Pose X_PF{Matrix3::Identity(), frame_.offset};
  const BodyWork& b = seen.ws.bodies[size_t(frame_.body)];
  const Pose X_BF = b.points[size_t(frame_.point)].X_BP * X_PF;
  const Vector6 V_F = Ad_inv_apply(X_PF, point_twist(seen.ws, frame_.body, frame_.point));
  const Pose X_WF = b.X_WB * X_BF;
  task_rows(seen, X_BF);
  const FrameMotion goal = goal_(seen.x.t);
  position_error_ = (goal.X_WG.p - X_WF.p).norm();
  rotation_error_ = log_so3(X_WF.R.transpose() * goal.X_WG.R).norm();
  const Vector6 wanted = wanted_acceleration(goal, X_WF, V_F);
  rest_ = options_.weight.cwiseProduct(wanted - drift_);
  effect_ = options_.weight.asDiagonal() * effect_;
  rest_.noalias() += effect_ * command_;

  const double pull = options_.effort * effect_.colwise().norm().maxCoeff();
  const BoundedLeastSquares::Problem problem{effect_, rest_, bounds_.low, bounds_.high, pull};
  if (Status status = solver_.solve(problem, command_); !status.ok()) {
    status.t = seen.x.t;
    return status;
  }
  rest_.noalias() -= effect_ * command_;
  satisfied_ = rest_.cwiseAbs().maxCoeff() <= kMissed * options_.kp;
  Eigen::Map<VectorX>(commands.data(), command_.size()) = command_;
  return {};
}

std::vector<ControllerColumn> TaskSpace::columns() const { return controlled_frame_columns(); }

void TaskSpace::tell(std::span<double> values) const {
  values[0] = position_error_;
  values[1] = rotation_error_;
  values[2] = limits_at_work(solver_.active(), bounds_);
}

}  // namespace cuttle
