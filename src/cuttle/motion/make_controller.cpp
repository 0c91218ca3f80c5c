#include "cuttle/motion/make_controller.h"

#include <algorithm>
#include <cmath>

#include "cuttle/analysis/statics.h"
#include "cuttle/base/error.h"
#include "cuttle/compile/columns.h"
#include "cuttle/compile/state_reader.h"
#include "cuttle/control/controller.h"
#include "cuttle/control/law_columns.h"
#include "cuttle/control/pid.h"
#include "cuttle/control/task_space.h"
#include "cuttle/dynamics/kinematics.h"
#include "cuttle/math/constants.h"
#include "cuttle/motion/quasi_static_controller.h"

namespace cuttle {

namespace {

/// One number for all, or one each.
VectorX spread(const std::vector<double>& values, int count) {
  if (values.size() == 1) return VectorX::Constant(count, values[0]);
  return Eigen::Map<const VectorX>(values.data(), count);
}

/// A column of a probe, as it is now.
class ProbeMeasure {
 public:
  ProbeMeasure(const Scenario& scenario, int probe, int column)
      : probe_(scenario.probes[size_t(probe)]),
        column_(size_t(column)),
        reader_(std::make_shared<StateReader>(scenario)),
        row_(probe_.columns().size()) {}

  double operator()(const Observation& seen) {
    reader_->read(seen.x, seen.u, true);
    probe_.evaluate(seen.model, seen.x, seen.u, reader_->workspace(), row_);
    return row_[column_];
  }

 private:
  const Probe& probe_;
  std::size_t column_;
  std::shared_ptr<StateReader> reader_;  // functions are copied
  std::vector<double> row_;
};

std::unique_ptr<Controller> make_pid(const Scenario& scenario, const PidSpec& spec,
                                     const ControllerPlan& plan, const CommandBounds& bounds) {
  const Pid::Gains gains{spec.kp, spec.ki, spec.kd};
  const Signal goal(spec.goal);
  const std::string unit = measured_unit(scenario, plan);
  if (plan.reading >= 0) return std::make_unique<Pid>(plan.reading, goal, gains, bounds, unit);
  return std::make_unique<Pid>(ProbeMeasure(scenario, plan.probe, plan.column), goal, gains, bounds,
                               unit);
}

/// Where the led frame rests under the inputs of its goal.
Status rest_pose(const Scenario& scenario, const ControllerPlan& plan, Pose& X_WF) {
  const Model& model = scenario.model;
  const VectorX none = VectorX::Zero(model.nu());
  const Input u{plan.equilibrium, none, none};
  State x = scenario.initial;
  x.v.setZero();
  if (Status status = StaticsSolver(model).solve(u, {}, x).status; !status.ok()) return status;
  Workspace ws(model);
  update_kinematics(model, x, u, nullptr, ws);
  const BodyWork& body = ws.bodies[size_t(plan.led.body)];
  X_WF = body.X_WB * body.points[size_t(plan.led.point)].X_BP;
  X_WF.p += X_WF.R * plan.led.offset;
  return {};
}

std::array<Signal, 3> signals(const std::optional<std::array<SignalSpec, 3>>& specs) {
  if (!specs) return {};
  return {Signal((*specs)[0]), Signal((*specs)[1]), Signal((*specs)[2])};
}

Status make_goal(const Scenario& scenario, const FrameGoalSpec& spec, const ControllerPlan& plan,
                 FrameGoalFunction& goal) {
  if (plan.equilibrium.size() == 0) {
    goal = FrameGoal(signals(spec.position), signals(spec.rotation));
    return {};
  }
  Pose X_WF = Pose::identity();
  Status status = rest_pose(scenario, plan, X_WF);
  if (!status.ok()) status.message = "its goal, an equilibrium: " + status.message;
  goal = FrameGoal(X_WF);
  return status;
}

/// What counts: all six errors, or only those of the place or of the direction.
Vector6 goal_weight(const FrameGoalSpec& goal, const std::vector<double>& given) {
  Vector6 weight = Vector6::Ones();
  if (!given.empty()) weight = spread(given, 6);
  if (goal.position && !goal.rotation) weight.head<3>().setZero();
  if (goal.rotation && !goal.position) weight.tail<3>().setZero();
  return weight;
}

/// Says at its first sample why it cannot start. Records have the columns that they would have.
class RefusedController final : public Controller {
 public:
  RefusedController(Status why, std::vector<ControllerColumn> columns)
      : why_(std::move(why)), columns_(std::move(columns)) {}

  Status command(const Observation&, std::span<double>) override { return why_; }
  std::vector<ControllerColumn> columns() const override { return columns_; }
  void tell(std::span<double> values) const override { std::ranges::fill(values, kNaN); }

 private:
  Status why_;
  std::vector<ControllerColumn> columns_;
};

}  // namespace

ControllerSettings controller_settings(const Scenario& scenario, int index) {
  const ControllerSpec& spec = scenario.spec.controllers[size_t(index)];
  ControllerSettings settings{.name = spec.name,
                              .inputs = scenario.controllers[size_t(index)].inputs,
                              .sample_time = spec.sample_time,
                              .delay = spec.delay,
                              .start = spec.start,
                              .bounds = {}};
  const auto n = Eigen::Index(settings.inputs.size());
  settings.bounds = {VectorX::Constant(n, spec.min.value_or(-kInfinity)),
                     VectorX::Constant(n, spec.max.value_or(kInfinity))};
  for (Eigen::Index i = 0; i < n; ++i)
    if (scenario.inputs.role(settings.inputs[size_t(i)]) == InputRole::tension)
      settings.bounds.low[i] = std::max(settings.bounds.low[i], 0.0);
  return settings;
}

LqrTask lqr_task(const Scenario& scenario, int index) {
  const ControllerSettings settings = controller_settings(scenario, index);
  const LqrSpec& spec = *scenario.spec.controllers[size_t(index)].lqr;
  return {.about = spec.about,
          .position_cost = spread(spec.position_cost, scenario.model.nv),
          .velocity_cost = spread(spec.velocity_cost, scenario.model.nv),
          .input_cost = spread(spec.input_cost, int(settings.inputs.size())),
          .inputs = settings.inputs,
          .bounds = settings.bounds,
          .sample_time = settings.sample_time,
          .delay = settings.delay};
}

std::unique_ptr<Controller> make_controller(const Scenario& scenario, int index) {
  const ControllerSpec& spec = scenario.spec.controllers[size_t(index)];
  const ControllerPlan& plan = scenario.controllers[size_t(index)];
  const Model& model = scenario.model;
  const CommandBounds bounds = controller_settings(scenario, index).bounds;
  if (spec.pid) return make_pid(scenario, *spec.pid, plan, bounds);
  if (spec.open_loop)
    return std::make_unique<OpenLoop>(
        std::vector<Signal>(spec.open_loop->signals.begin(), spec.open_loop->signals.end()));
  if (spec.lqr) return std::make_unique<LqrController>(scenario, lqr_task(scenario, index));

  FrameGoalFunction goal;
  const FrameGoalSpec& target = spec.led()->goal;
  const auto refused = [&](Status why) {
    return std::make_unique<RefusedController>(std::move(why),
                                               law_columns(scenario, std::size_t(index)));
  };
  if (Status status = make_goal(scenario, target, plan, goal); !status.ok()) return refused(status);
  if (spec.task_space) {
    const TaskSpaceSpec& law = *spec.task_space;
    if (goal_weight(target, law.weight).isZero(0))
      return refused(Status::fail(
          Status::Code::stalled,
          "all weights of the components given in its goal are zero: nothing is controlled"));
    const TaskSpaceOptions options{.kp = law.kp,
                                   .kd = law.kd.value_or(2 * std::sqrt(law.kp)),
                                   .weight = goal_weight(target, law.weight)};
    return std::make_unique<TaskSpace>(model, plan.led, plan.inputs, goal, options, bounds);
  }
  return std::make_unique<QuasiStaticController>(
      model, plan.led, plan.inputs, goal,
      InverseStaticsOptions{.weight = goal_weight(target, {}), .restarts = false}, bounds,
      scenario.initial);
}

LqrController::LqrController(const Scenario& scenario, LqrTask task)
    : scenario_(scenario), task_(std::move(task)) {}

Status LqrController::command(const Observation& seen, std::span<double> commands) {
  if (!law_) {
    if (Status status = design_lqr(scenario_, task_, seen.x, seen.u, design_); !status.ok())
      return status;
    law_.emplace(scenario_.model, design_.x0, design_.u0, design_.K_x);
    last_ = design_.u0;
  }
  if (Status status = law_->command(seen, commands); !status.ok()) return status;
  // the command before is still on its way
  Eigen::Map<VectorX> u(commands.data(), Eigen::Index(commands.size()));
  u.noalias() -= design_.K_u * (last_ - design_.u0);
  last_ = u.cwiseMax(task_.bounds.low).cwiseMin(task_.bounds.high);
  return {};
}

std::vector<ControllerColumn> LqrController::columns() const { return lqr_columns(); }

void LqrController::tell(std::span<double> values) const {
  if (law_)
    law_->tell(values);
  else
    std::ranges::fill(values, 0);
}

}  // namespace cuttle
