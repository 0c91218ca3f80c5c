#include "cuttle/record/swim_figure.h"

#include <algorithm>
#include <cmath>

#include "cuttle/base/contract.h"
#include "cuttle/math/constants.h"

namespace cuttle {
namespace {

/// The rows of a swimmer's record in the window of a figure.
class SwimRecord {
 public:
  SwimRecord(const Trajectory& trajectory, const FigureSpec& spec)
      : trajectory_(trajectory), spec_(spec) {}

  Samples column(const std::string& name) const {
    return window({trajectory_.axis(), trajectory_.column(name)}, spec_.from, spec_.to);
  }
  Samples own(const char* name) const { return column(spec_.swimmer + "." + name); }

  double time() const {
    const Samples s = own("x");
    return s.t.size() > 1 ? s.t.back() - s.t.front() : 0;
  }
  double distance() const {
    if (own("x").x.empty()) return kNaN;
    const auto way = [this](const char* name) {
      const Samples s = own(name);
      return s.x.back() - s.x.front();
    };
    return std::hypot(way("x"), way("y"), way("z"));
  }
  double speed() const { return distance() / time(); }
  double work(const char* power) const { return mean_value(own(power)) * time(); }

 private:
  const Trajectory& trajectory_;
  const FigureSpec& spec_;
};

double value_of(const SwimRecord& record, const FigureSpec& spec, double mass) {
  switch (spec.measure) {
    case Measure::distance:
      return record.distance();
    case Measure::mean_speed:
      return record.speed();
    case Measure::cost_of_transport:
      return record.work("power_in") / (mass * kEarth * record.distance());
    case Measure::efficiency:
      return record.work("power_out") / record.work("power_in");
    default:
      break;
  }
  expects(spec.measure == Measure::strouhal, "a measure of a swimmer");
  const Samples tail = record.column(spec.column);
  if (tail.x.empty()) return kNaN;
  const auto [low, high] = std::ranges::minmax_element(tail.x);
  return (*high - *low) / (mean_period(tail) * record.speed());
}

}  // namespace

Figure evaluate_swim_figure(const Trajectory& trajectory, const FigureSpec& spec, double mass) {
  const char* const unit = spec.measure == Measure::distance     ? "m"
                           : spec.measure == Measure::mean_speed ? "m/s"
                                                                 : "-";
  const double value = value_of(SwimRecord(trajectory, spec), spec, mass);
  return {spec.name, std::isfinite(value) ? value : kNaN, unit};
}

}  // namespace cuttle
