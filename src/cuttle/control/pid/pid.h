#pragma once

#include "cuttle/control/controller.h"
#include "cuttle/signal/signal.h"

namespace cuttle {

/// What it tells about itself. `unit` of what it measures.
std::vector<ControllerColumn> pid_columns(const std::string& unit);

/// u = kp e + ki (integral of e) + kd e',  e = goal - measure; all inputs get the same command.
///
/// The integral adds e times the time since the last sample, from the second sample on. The rate
/// e' is the goal's own rate minus the backward difference of the measure between the samples of
/// the controller, so that a goal that jumps gives no kick; at the first sample it is the goal's
/// rate alone. Anti-windup: while a command is beyond the bounds of all inputs, the integral takes
/// no error that would lead it further out.
class Pid final : public Controller {
 public:
  using Measure = std::function<double(const Observation&)>;
  struct Gains {
    double kp = 0, ki = 0, kd = 0;
  };

  Pid(Measure measure, Signal goal, const Gains& gains, CommandBounds bounds,
      std::string unit = "");
  /// Measures one of the readings.
  Pid(int reading, Signal goal, const Gains& gains, CommandBounds bounds, std::string unit = "");

  void reset() override;
  Status command(const Observation&, std::span<double> commands) override;
  std::vector<ControllerColumn> columns() const override;
  void tell(std::span<double> values) const override { values[0] = error_; }

 private:
  Measure measure_;
  Signal goal_;
  Gains gains_;
  double low_, high_;  // where all inputs are at their bounds
  std::string unit_;
  bool started_ = false;
  double t_ = 0, last_ = 0;  // of the last sample
  double integral_ = 0, error_ = 0;
};

}  // namespace cuttle
