#include "cuttle/fit/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cuttle/fit/curve.h"
#include "cuttle/io/write_csv.h"

namespace cuttle {

namespace {

std::string csv_number(double value) {
  return std::isfinite(value) ? fmt::format("{}", value) : std::string();
}

std::vector<double> picked(const std::vector<double>& values,
                           const std::vector<std::size_t>& order) {
  std::vector<double> result;
  for (const std::size_t i : order) result.push_back(values[i]);
  return result;
}

PageChart series_chart(const FittedGroup& group) {
  const ObservationGroup& g = group.observed;
  // lines go from left to right, also through points in any order
  const std::vector<std::size_t> order = order_by_x(g.x);
  const std::vector<double> x = picked(g.x, order);
  PageChart chart;
  chart.title = g.name + ": measured and fitted";
  chart.x_name = g.x_name, chart.x_unit = g.x_unit;
  chart.y_name = g.name, chart.y_unit = g.unit;
  const std::vector<double> error =
      g.sigma.empty() ? std::vector<double>() : picked(g.sigma, order);
  chart.curves.push_back({"measured", x, picked(g.y, order), error, true});
  chart.curves.push_back({"before", x, picked(group.before, order), {}, false});
  chart.curves.push_back({"fitted", x, picked(group.fitted, order), {}, false});
  return chart;
}

PageChart residual_chart(const FittedGroup& group) {
  const ObservationGroup& g = group.observed;
  PageChart chart;
  chart.title = g.name + ": fitted minus measured";
  chart.x_name = g.x_name, chart.x_unit = g.x_unit;
  chart.y_name = "residual / sigma", chart.y_unit = "-";
  PageChart::Curve curve;
  curve.name = "residual", curve.points = true, curve.x = g.x;
  for (std::size_t i = 0; i < g.y.size(); ++i)
    curve.y.push_back((group.fitted[i] - g.y[i]) / group.sigma[i]);
  chart.curves.push_back(std::move(curve));
  return chart;
}

}  // namespace

std::string parameters_csv(const FitResult& result) {
  std::string text = "parameter,unit,value,error,start,lower,upper,at_bound\n";
  for (const FittedParameter& p : result.parameters)
    text +=
        fmt::format("{},{},{},{},{},{},{},{}\n", csv_field(p.given.name), csv_field(p.given.unit),
                    csv_number(p.value), csv_number(p.error), csv_number(p.given.start),
                    csv_number(p.given.lower), csv_number(p.given.upper), p.at_bound ? 1 : 0);
  return text;
}

std::string residuals_csv(const FitResult& result) {
  std::string text = "name,unit,x,measured,sigma,before,fitted,residual\n";
  for (const FittedGroup& group : result.groups)
    for (std::size_t i = 0; i < group.fitted.size(); ++i) {
      const double y = group.observed.y[i];
      text += fmt::format("{},{},{},{},{},{},{},{}\n", csv_field(group.observed.name),
                          csv_field(group.observed.unit), csv_number(group.observed.x[i]),
                          csv_number(y), csv_number(group.sigma[i]), csv_number(group.before[i]),
                          csv_number(group.fitted[i]), csv_number(group.fitted[i] - y));
    }
  return text;
}

CampaignPage fit_page(const FitResult& result) {
  CampaignPage page;
  page.kind = "fit";
  page.figures = fit_figures(result);
  page.warnings = result.warnings;
  for (const FittedGroup& group : result.groups) {
    if (group.observed.x_name.empty()) continue;
    page.charts.push_back(series_chart(group));
    page.charts.push_back(residual_chart(group));
  }
  for (const FittedParameter& p : result.parameters) page.matrix_names.push_back(p.given.name);
  page.matrix = result.correlation;
  return page;
}

std::string with_error(double value, double error) {
  if (!std::isfinite(error)) {
    const char* const why = std::isnan(error) ? "no standard error" : "not determined by the data";
    return fmt::format("{:.6g} ({})", value, why);
  }
  if (!(error > 0)) return fmt::format("{:.6g} ± 0", value);
  // two digits of the error, and as many of the value
  const int last = int(std::floor(std::log10(error))) - 1;
  const double size = std::max(std::abs(value), error);
  if (last <= 0 && size >= 1e-3 && size < 1e6)
    return fmt::format("{:.{}f} ± {:.{}f}", value, -last, error, -last);
  const int digits = std::clamp(int(std::floor(std::log10(size))) - last + 1, 2, 16);
  return fmt::format("{:.{}e} ± {:.1e}", value, digits - 1, error);
}

std::vector<std::string> fit_lines(const FitResult& result) {
  std::size_t width = 0;
  for (const FittedParameter& p : result.parameters) width = std::max(width, p.given.name.size());
  std::vector<std::string> lines;
  for (const FittedParameter& p : result.parameters)
    lines.push_back(fmt::format("{:<{}}  {}{}  (start {:.4g}){}", p.given.name, width,
                                with_error(p.value, p.error),
                                p.given.unit == "-" ? "" : " " + p.given.unit, p.given.start,
                                p.at_bound ? ", at its bound" : ""));
  return lines;
}

}  // namespace cuttle
