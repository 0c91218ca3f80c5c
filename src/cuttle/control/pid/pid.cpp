#include "cuttle/control/pid/pid.h"

#include <cmath>
#include <limits>

#include "cuttle/base/error.h"

namespace cuttle {

Pid::Pid(Measure measure, Signal goal, const Gains& gains, CommandBounds bounds, std::string unit)
    : measure_(std::move(measure)),
      goal_(std::move(goal)),
      gains_(gains),
      low_(-std::numeric_limits<double>::infinity()),
      high_(std::numeric_limits<double>::infinity()),
      unit_(std::move(unit)) {
  expects(bool(measure_), "something to measure");
  if (bounds.low.size() > 0) low_ = bounds.low.minCoeff();
  if (bounds.high.size() > 0) high_ = bounds.high.maxCoeff();
}

Pid::Pid(int reading, Signal goal, const Gains& gains, CommandBounds bounds, std::string unit)
    : Pid([reading](const Observation& seen) { return seen.readings[size_t(reading)]; },
          std::move(goal), gains, std::move(bounds), std::move(unit)) {}

void Pid::reset() {
  started_ = false;
  integral_ = error_ = 0;
}

Status Pid::command(const Observation& seen, std::span<double> commands) {
  const double t = seen.x.t, y = measure_(seen);
  if (!std::isfinite(y))
    return Status::fail(Status::Code::not_finite, "the measure of a controller is not finite", t);
  error_ = goal_.value(t) - y;
  double rate = gains_.kd == 0 ? 0 : goal_.rate(t);
  double integral = integral_;
  if (started_ && t > t_) {
    rate -= (y - last_) / (t - t_);
    integral += error_ * (t - t_);
  }
  const double others = gains_.kp * error_ + gains_.kd * rate;
  const double wanted = others + gains_.ki * integral;
  const bool winds_up =
      (wanted > high_ && gains_.ki * error_ > 0) || (wanted < low_ && gains_.ki * error_ < 0);
  if (!winds_up) integral_ = integral;
  for (double& command : commands) command = others + gains_.ki * integral_;
  started_ = true;
  t_ = t;
  last_ = y;
  return {};
}

std::vector<ControllerColumn> pid_columns(const std::string& unit) {
  return {{"error", unit, "goal minus measure"}};
}

std::vector<ControllerColumn> Pid::columns() const { return pid_columns(unit_); }

}  // namespace cuttle
