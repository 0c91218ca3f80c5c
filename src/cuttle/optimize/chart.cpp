#include "cuttle/optimize/chart.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "cuttle/base/error.h"

namespace cuttle {

namespace {

constexpr double kLogarithmicRatio = 100;

}  // namespace

PageChart convergence_chart(const OptimizeResult& result, Goal goal) {
  const TableColumn* objective = result.log.find("objective");
  const TableColumn* feasible = result.log.find("feasible");
  expects(objective && feasible, "a log has an objective and says what is feasible");

  PageChart chart;
  chart.title = "convergence";
  chart.x_name = "evaluation";
  chart.x_unit = "-";
  chart.y_name = "objective";
  chart.y_unit = objective->unit;
  PageChart::Curve every, outside, best;
  every.name = "evaluations";
  outside.name = "evaluations that violate a constraint";
  every.points = outside.points = true;
  best.name = "best so far";
  double least = std::numeric_limits<double>::infinity(), most = -least;
  for (std::size_t i = 0; i < result.log.rows(); ++i) {
    const double value = objective->values[i];
    if (!std::isfinite(value)) continue;
    PageChart::Curve& curve = feasible->values[i] != 0 ? every : outside;
    curve.x.push_back(double(i + 1));
    curve.y.push_back(value);
    least = std::min(least, value);
    most = std::max(most, value);
    const double before = best.y.empty() ? value : best.y.back();
    if (feasible->values[i] == 0 && best.y.empty()) continue;
    const bool improves =
        feasible->values[i] != 0 && (goal == Goal::minimize ? value < before : value > before);
    best.x.push_back(double(i + 1));
    best.y.push_back(improves ? value : before);
  }
  chart.log_y = least > 0 && most > kLogarithmicRatio * least;
  chart.curves.push_back(std::move(best));
  chart.curves.push_back(std::move(every));
  if (!outside.y.empty()) chart.curves.push_back(std::move(outside));
  return chart;
}

}  // namespace cuttle
