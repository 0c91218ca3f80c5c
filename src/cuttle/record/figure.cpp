#include "cuttle/record/figure.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "cuttle/base/error.h"
#include "cuttle/math/constants.h"

namespace cuttle {

namespace {

// a crossing counts once the signal has been this part of its range below the mean: noise does not
constexpr double kHysteresis = 0.01;

// two times are one time when they differ by less than this part of the record
constexpr double kSameTime = 1e-9;

// NaN is never smaller nor larger than anything, so min and max must not step over it
bool has_nan(std::span<const double> x) {
  return std::ranges::any_of(x, [](double y) { return std::isnan(y); });
}

double smallest(std::span<const double> x) {
  return has_nan(x) ? kNaN : *std::ranges::min_element(x);
}

double largest(std::span<const double> x) {
  return has_nan(x) ? kNaN : *std::ranges::max_element(x);
}

// trapezoidal mean of f(x) over the axis
template <class Function>
double mean_of(const Samples& s, Function f) {
  const std::size_t n = s.x.size();
  if (n == 0) return kNaN;
  const double length = s.t[n - 1] - s.t[0];
  if (n == 1 || !(length > 0)) return f(s.x[n - 1]);
  double sum = 0;
  for (std::size_t i = 0; i + 1 < n; ++i)
    sum += 0.5 * (s.t[i + 1] - s.t[i]) * (f(s.x[i]) + f(s.x[i + 1]));
  return sum / length;
}

double root_mean_square(const Samples& s) {
  return std::sqrt(mean_of(s, [](double x) { return x * x; }));
}

// largest change since the start over the start value
double drift(const Samples& s) {
  double change = 0;
  for (double x : s.x) {
    if (std::isnan(x)) return kNaN;
    change = std::max(change, std::abs(x - s.x[0]));
  }
  if (change == 0) return 0;
  return s.x[0] == 0 ? kNaN : change / std::abs(s.x[0]);
}

// Lagrange polynomial through the samples first .. first + count - 1
double lagrange(const Samples& s, std::size_t first, std::size_t count, double t) {
  double sum = 0;
  for (std::size_t i = first; i < first + count; ++i) {
    double weight = 1;
    for (std::size_t j = first; j < first + count; ++j)
      if (j != i) weight *= (t - s.t[j]) / (s.t[i] - s.t[j]);
    sum += weight * s.x[i];
  }
  return sum;
}

// the time in (t_i, t_i+1] where the interpolated record reaches the level from below
double crossing_time(const Samples& s, std::size_t i, double level) {
  double low = s.t[i], high = s.t[i + 1];
  for (int k = 0; k < 60 && high - low > 1e-15 * std::abs(high); ++k) {
    const double middle = 0.5 * (low + high);
    (interpolate(s, middle) < level ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

std::string unit_of(FigureUnit unit, const Trajectory& trajectory, const Column& column) {
  const std::string& axis = trajectory.axis_column().unit;
  switch (unit) {
    case FigureUnit::same:
      return column.unit;
    case FigureUnit::per_axis:
      return axis == "s" ? "Hz" : axis == "-" ? "-" : "1/" + axis;
    case FigureUnit::axis:
      return axis;
    case FigureUnit::none:
      break;
  }
  return "-";
}

constexpr std::array kMeasures = {
    MeasureRow{"final", "last value", FigureUnit::same,
               [](const Samples& s, const FigureQuery&) { return s.x.back(); }},
    MeasureRow{"initial", "first value", FigureUnit::same,
               [](const Samples& s, const FigureQuery&) { return s.x.front(); }},
    MeasureRow{"min", "smallest value", FigureUnit::same,
               [](const Samples& s, const FigureQuery&) { return smallest(s.x); }},
    MeasureRow{"max", "largest value", FigureUnit::same,
               [](const Samples& s, const FigureQuery&) { return largest(s.x); }},
    MeasureRow{"mean", "mean over the axis", FigureUnit::same,
               [](const Samples& s, const FigureQuery&) { return mean_value(s); }},
    MeasureRow{"rms", "root mean square over the axis", FigureUnit::same,
               [](const Samples& s, const FigureQuery&) { return root_mean_square(s); }},
    MeasureRow{
        "amplitude", "half of largest minus smallest", FigureUnit::same,
        [](const Samples& s, const FigureQuery&) { return 0.5 * (largest(s.x) - smallest(s.x)); }},
    MeasureRow{"frequency", "upward crossings of the mean per axis unit", FigureUnit::per_axis,
               [](const Samples& s, const FigureQuery&) { return 1 / mean_period(s); }},
    MeasureRow{"period", "mean time between upward crossings of the mean", FigureUnit::axis,
               [](const Samples& s, const FigureQuery&) { return mean_period(s); }},
    MeasureRow{"drift", "largest |x - x0| / |x0|", FigureUnit::none,
               [](const Samples& s, const FigureQuery&) { return drift(s); }},
    MeasureRow{"at", "value at `time`", FigureUnit::same,
               [](const Samples& s, const FigureQuery& q) { return interpolate(s, q.time); }},
    MeasureRow{"deviation", "largest distance from a reference curve", FigureUnit::same,
               [](const Samples& s, const FigureQuery& q) { return deviation(s, q.reference); }},
};

std::vector<double> mirrored(std::span<const double> times) {
  std::vector<double> list;
  for (const double t : times) list.push_back(-t);
  return list;
}

std::optional<double> minus(std::optional<double> time) {
  return time ? std::optional(-*time) : std::nullopt;
}

}  // namespace

std::span<const MeasureRow> measures() { return kMeasures; }

const MeasureRow* find_measure(std::string_view name) {
  for (const MeasureRow& row : kMeasures)
    if (row.name == name) return &row;
  return nullptr;
}

Figure evaluate_figure(const Trajectory& trajectory, const FigureQuery& query) {
  const MeasureRow* measure = find_measure(query.measure);
  expects(measure != nullptr, "no measure of that name");
  const Column& column = trajectory.column_info(query.column);
  const std::string unit = unit_of(measure->unit, trajectory, column);

  // a run that failed at once has no rows, and nothing to tell
  if (trajectory.rows() == 0) return {query.name, kNaN, unit};
  const Samples all{trajectory.axis(), trajectory.column(query.column)};
  const auto value = [&](const Samples& rows, const FigureQuery& asked) {
    const Samples record = window(rows, asked.from, asked.to);
    return record.x.empty() ? kNaN : measure->value(record, asked);
  };
  if (all.t.front() <= all.t.back()) return {query.name, value(all, query), unit};

  // a path along which the load falls is one of minus the load
  const std::vector<double> axis = mirrored(all.t), times = mirrored(query.reference.t);
  FigureQuery turned = query;
  turned.time = -query.time;
  turned.from = minus(query.to);
  turned.to = minus(query.from);
  turned.reference.t = times;
  return {query.name, value({axis, all.x}, turned), unit};
}

double interpolate(const Samples& s, double t) {
  const std::size_t n = s.t.size();
  if (n == 0) return kNaN;

  // the ends of the record, give or take rounding
  const double same = kSameTime * (s.t[n - 1] - s.t[0]);
  if (!(t >= s.t[0] - same && t <= s.t[n - 1] + same)) return kNaN;

  // bracket t[i] <= t <= t[i + 1]; a sample is returned as it is
  const auto above = std::ranges::lower_bound(s.t, t - same);
  const auto i_above = std::min<std::size_t>(above - s.t.begin(), n - 1);
  if (std::abs(s.t[i_above] - t) <= same) return s.x[i_above];
  const std::size_t i = i_above - 1;

  // cubic through the four nearest; across a jump, the straight line
  const std::size_t count = std::min<std::size_t>(4, n);
  const std::size_t first = std::min(i > 0 ? i - 1 : 0, n - count);
  for (std::size_t k = first; k + 1 < first + count; ++k)
    if (!(s.t[k + 1] - s.t[k] > same)) return lagrange(s, i, 2, t);
  return lagrange(s, first, count, t);
}

Samples window(const Samples& s, std::optional<double> from, std::optional<double> to) {
  if (s.t.empty()) return s;
  const double same = kSameTime * (s.t.back() - s.t.front());
  const auto first = from ? std::ranges::lower_bound(s.t, *from - same) : s.t.begin();
  const auto last = to ? std::ranges::upper_bound(s.t, *to + same) : s.t.end();
  if (last <= first) return {};
  const auto begin = std::size_t(first - s.t.begin()), count = std::size_t(last - first);
  return {s.t.subspan(begin, count), s.x.subspan(begin, count)};
}

double mean_value(const Samples& s) {
  return mean_of(s, [](double x) { return x; });
}

double mean_period(const Samples& s) {
  if (s.x.empty()) return kNaN;
  const double level = mean_value(s);
  const double dead_band = kHysteresis * (largest(s.x) - smallest(s.x));
  if (!(dead_band > 0)) return kNaN;

  // upward crossings: armed once well below the level, counted once well above it
  std::vector<double> times;
  bool armed = false;
  std::size_t last_below = 0;
  for (std::size_t i = 0; i < s.x.size(); ++i) {
    if (s.x[i] < level) last_below = i;
    if (s.x[i] < level - dead_band) armed = true;
    if (armed && s.x[i] > level + dead_band) {
      times.push_back(crossing_time(s, last_below, level));
      armed = false;
    }
  }
  if (times.size() < 2) return kNaN;
  return (times.back() - times.front()) / static_cast<double>(times.size() - 1);
}

double deviation(const Samples& s, const Samples& reference) {
  if (reference.t.empty()) return kNaN;
  double worst = 0;
  for (std::size_t i = 0; i < reference.t.size(); ++i) {
    const double distance = std::abs(interpolate(s, reference.t[i]) - reference.x[i]);
    if (std::isnan(distance)) return kNaN;
    worst = std::max(worst, distance);
  }
  return worst;
}

ExpectResult check_expectation(const Figure& figure, double reference, Tolerance tolerance,
                               const std::string& source) {
  const double allowed =
      tolerance.relative ? tolerance.value * std::abs(reference) : tolerance.value;
  const bool pass = std::isfinite(figure.value) && std::abs(figure.value - reference) <= allowed;
  return {figure.name, figure.value, figure.unit, reference, allowed, pass, source};
}

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
