#pragma once

#include "call.h"
#include "cuttle/dynamics/kinematics.h"

namespace cuttle::python {

/// One evaluation of the equations: arguments that fit, and memory.
class Evaluation {
 public:
  Evaluation(const Robot& robot, py::handle x, py::handle u)
      : robot_(robot), bench_(robot), state_(state_argument(robot, x)) {
    need_bodies(robot);
    read_input(robot, u, state_.t, *bench_.operator->());
  }

  const Model& model() const { return robot_.model(); }
  const State& x() const { return state_; }
  const Input& u() const { return bench_->u; }
  Workspace& ws() const { return bench_->reader.workspace(); }
  ConstraintSolver* constraints() const { return bench_->reader.constraints(); }

  /// All that probes look at.
  void read() const { bench_->reader.read(state_, u(), true); }
  void kinematics() const { update_kinematics(model(), state_, u(), nullptr, ws()); }

 private:
  const Robot& robot_;
  Robot::Lease bench_;
  State state_;
};

}  // namespace cuttle::python
