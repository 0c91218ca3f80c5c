#pragma once
// Inverse dynamics of a frame, [Mathew22] (8): inputs under which the error of its pose dies out
// like that of a damped oscillator.
//
// X is the frame's pose, G the goal's, Omega = log(X^-1 G) the error. Departures from the paper:
// the goal's twist is carried from the goal's axes to those of the frame, and the derivative of
// the logarithm is exact, so that Omega'' + kd Omega' + kp Omega = 0 holds at all distances, not
// only near the goal.

#include "cuttle/connection/constraint_solver.h"
#include "cuttle/control/bounded_least_squares.h"
#include "cuttle/control/controller.h"
#include "cuttle/control/frame/frame_goal.h"
#include "cuttle/core/body_place.h"
#include "cuttle/dynamics/commanded_forces.h"

namespace cuttle {

struct TaskSpaceOptions {
  double kp = 25;  // [1/s^2]
  double kd = 10;  // [1/s]
  /// Of the six errors of the acceleration, (angular; linear). If the first three are zero, only
  /// the position counts: then its error dies out in the world.
  Vector6 weight = Vector6::Ones();
  /// Inputs that the errors do not decide are small: their weight, relative to what they do.
  double effort = 1e-6;
};

class TaskSpace final : public Controller {
 public:
  /// frame: that of a point of a body, shifted by the offset. inputs: entries of Input::u that
  /// it commands, none that prescribes a coordinate.
  TaskSpace(const Model&, const BodyPlace& frame, std::vector<int> inputs, FrameGoalFunction goal,
            const TaskSpaceOptions&, CommandBounds bounds);

  void reset() override;
  Status command(const Observation&, std::span<double> commands) override;

  /// position_error [m], rotation_error [rad], saturated [1]: how many inputs are at their bounds.
  std::vector<ControllerColumn> columns() const override;
  void tell(std::span<double> values) const override;

  /// False if the bounds keep the frame from its goal: what is missing of the acceleration, over
  /// kp, is more than 2 mm or 2 mrad.
  bool satisfied() const override { return satisfied_; }

 private:
  /// Accelerations under the last command, under connections; factors stay in ws.
  Status forward(const Observation&);
  /// Rows of J, J M^-1 B, and the frame's acceleration under the last command.
  void task_rows(const Observation&, const Pose& X_BF);
  Vector6 wanted_acceleration(const FrameMotion& goal, const Pose& X_WF, const Vector6& V_F) const;

  BodyPlace frame_;
  std::vector<int> inputs_;
  FrameGoalFunction goal_;
  TaskSpaceOptions options_;
  CommandBounds bounds_;
  std::unique_ptr<ConstraintSolver> constraints_;  // if the model has connections

  Input before_;                 // as it acts, own inputs as of the last command
  VectorX J_row_[6], Y_row_[6];  // (nv) J^T e, M^-1 J^T e
  std::vector<Vector6> base_wrench_;
  CommandedForces forces_;  // of own inputs
  MatrixX effect_;          // (6 x inputs) weighted J M^-1 B
  VectorX rest_;  // (6) weighted acceleration that own inputs must give: laws of inputs that
                  // are curved (thrusters) are linearised about the last command
  VectorX command_;
  Vector6 drift_;  // J a + J' v
  BoundedLeastSquares solver_;
  double position_error_ = 0, rotation_error_ = 0;
  bool satisfied_ = true;
};

}  // namespace cuttle
