#include "cuttle/motion/make_controller.h"

#include <algorithm>

#include "cuttle/analysis/statics.h"
#include "cuttle/compile/state_reader.h"
#include "cuttle/control/controller/law_kind.h"
#include "cuttle/motion/quasi_static_controller.h"

namespace cuttle {

namespace {

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

/// A scenario, as laws see it when they are made.
class ScenarioDesk final : public LawDesk {
 public:
  explicit ScenarioDesk(const Scenario& scenario) : scenario_(scenario) {}

  const Model& model() const override { return scenario_.model; }

  std::function<double(const Observation&)> measure(int probe, int column) const override {
    return ProbeMeasure(scenario_, probe, column);
  }

  Status settle(const Input& u, State& x) const override {
    x = scenario_.initial;
    x.v.setZero();
    return StaticsSolver(scenario_.model).solve(u, {}, x).status;
  }

  std::unique_ptr<Controller> hold_by_statics(const ControllerPlan& plan, FrameGoalFunction goal,
                                              const Vector6& weight) const override {
    return std::make_unique<QuasiStaticController>(
        scenario_.model, plan.controlled_frame, plan.inputs, std::move(goal),
        InverseStaticsOptions{.weight = weight, .restarts = false}, plan.bounds, scenario_.initial);
  }

  std::unique_ptr<Controller> regulate(LqrTask task) const override {
    return std::make_unique<LqrController>(scenario_, std::move(task));
  }

 private:
  const Scenario& scenario_;
};

}  // namespace

std::unique_ptr<Controller> make_controller(const Scenario& scenario, int index) {
  const ControllerPlan& plan = scenario.controllers[size_t(index)];
  return plan.kind->make(plan, ScenarioDesk(scenario));
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
