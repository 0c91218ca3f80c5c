#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "cuttle/record/trajectory.h"
#include "cuttle/spec/spec.h"

namespace cuttle {

/// One number computed from a run. NaN means that the record does not determine it.
struct Figure {
  std::string name;
  double value = 0;
  std::string unit;
};

/// A sampled function: x at the increasing abscissae t.
struct Samples {
  std::span<const double> t;
  std::span<const double> x;
};

/// What a figure is made of: a column, a measure (a name in `measures()`), and its extra inputs.
struct FigureQuery {
  std::string name;
  std::string column;
  std::string measure = "final";
  double time = 0;                           // for `at`
  Samples reference;                         // for `deviation`
  std::optional<double> from = {}, to = {};  // only this part of the record counts
};

/// The unit of a figure follows from the unit of its column.
enum class FigureUnit { same, per_axis, axis, none };

/// One row per measure.
struct MeasureRow {
  const char* name;
  const char* doc;
  FigureUnit unit;
  double (*value)(const Samples& record, const FigureQuery& query);
};
std::span<const MeasureRow> measures();
const MeasureRow* find_measure(std::string_view name);

/// The column and the measure must exist: check them before the run, where the file is at hand.
Figure evaluate_figure(const Trajectory& trajectory, const FigureQuery& query);

/// Value at t: a sample itself, else the cubic through the four nearest samples (straight line
/// where two samples share their time, i.e. at a jump). NaN outside of the record.
double interpolate(const Samples& record, double t);

/// The samples in [from, to], give or take rounding.
Samples window(const Samples& record, std::optional<double> from, std::optional<double> to);

/// Mean over the axis, trapezoidal rule: rows need not be equidistant.
double mean_value(const Samples& record);

/// Mean period between upward crossings of the mean, over whole periods; NaN below two crossings.
double mean_period(const Samples& record);

/// Largest |x(t_i) - reference(t_i)| over all samples of the reference.
double deviation(const Samples& record, const Samples& reference);

/// How far a figure may be from its reference.
struct Tolerance {
  double value = 0;
  bool relative = false;  // a part of |reference|, else in the unit of the figure
};

/// A figure beside its truth. It passes when |value - reference| <= tolerance.
struct ExpectResult {
  std::string figure;
  double value = 0;
  std::string unit;
  double reference = 0;
  double tolerance = 0;  // absolute, in the unit of the figure
  bool pass = false;
  std::string source;
};

/// A value that is not finite never passes, whatever the tolerance.
ExpectResult check_expectation(const Figure& figure, double reference, Tolerance tolerance,
                               const std::string& source);

/// A figure of a swimmer, from the columns of its probe. Integrals are trapezoidal sums over the
/// recorded rows in [from, to]; take whole periods of a motion that repeats itself. `mass` [kg] of
/// the robot. NaN where there is no way, or no work done.
///   distance           |p(to) - p(from)|
///   mean_speed         distance / (to - from)
///   cost_of_transport  work in / (m g distance), g = 9.81 m/s^2
///   efficiency         work out / work in, [Renda18] (26) over (27): the part of what the drives
///                      spend that drag takes; the rest is lost in the robot or left in the wake
///   strouhal           f A / mean_speed, f and A = largest - smallest value of the named column
Figure evaluate_swim_figure(const Trajectory&, const FigureSpec&, double mass);

}  // namespace cuttle
