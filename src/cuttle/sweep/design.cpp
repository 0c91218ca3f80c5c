#include "cuttle/sweep/design.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <functional>
#include <utility>

#include "cuttle/base/contract.h"
#include "cuttle/model/expression.h"
#include "cuttle/sweep/design_check.h"
#include "cuttle/sweep/random.h"
#include "cuttle/sweep/sobol.h"

namespace cuttle {

namespace {

// ------------------------------------------------------------------------------------------- axes

// a parameter's number in sample i; asked once for each sample, in order
using Axis = std::function<double(std::size_t)>;

// part / whole of the way through the range; one rounding at the end, so that a log scale meets the
// powers of ten
double between(const ParameterSpec& p, double part, double whole = 1) {
  const auto mix = [&](double a, double b) { return (a * (whole - part) + b * part) / whole; };
  const auto [from, to] = *p.range;
  if (p.scale == ParameterScale::linear) return mix(from, to);
  return std::pow(10.0, mix(std::log10(from), std::log10(to)));
}

// 0.85 and not 0.8500000000000001, 0 and not 1e-17: the last digits of a sum are noise, and would
// be seen in all tables
double without_noise(double x, double size) {
  if (std::abs(x) < 1e-15 * size) return 0;
  const std::string text = fmt::format("{:.15g}", x);
  std::from_chars(text.data(), text.data() + text.size(), x);
  return x;
}

std::vector<double> grid_values(const ParameterSpec& p) {
  if (!p.values.empty()) return p.values;
  const auto [from, to] = *p.range;
  const double size = p.scale == ParameterScale::linear ? to - from : 0;
  std::vector<double> values;
  for (int i = 0; i < p.count; ++i)
    values.push_back(without_noise(between(p, i, p.count - 1), size));
  values.front() = from;
  values.back() = to;
  return values;
}

// numbers between 0 and 1
Axis unit_axis(const SweepSpec& sweep, std::size_t parameter) {
  // a stream for each parameter: the others stay as they are when one is kept or added at the end
  RandomStream random(sweep.seed, parameter);
  if (sweep.method == SamplingMethod::random)
    return [random](std::size_t) mutable { return random.unit(); };
  if (sweep.method == SamplingMethod::latin_hypercube) {
    auto order = random_order(std::uint32_t(sweep.count), random);
    return [order = std::move(order), random](std::size_t i) mutable {
      // 28 bits: the sum of both is exact, so that no sample is rounded into the next part
      const double within = std::ldexp(double(random.bits() >> 36) + 0.5, -28);
      return (order[i] + within) / double(order.size());
    };
  }
  const Sobol sobol{int(parameter)};
  if (sweep.seed == 0)
    return [sobol](std::size_t i) { return std::ldexp(double(sobol(i)), -Sobol::kBits); };
  const std::uint64_t shift = random.bits() >> (64 - Sobol::kBits);
  return [sobol, shift](std::size_t i) { return middle_of_cell(sobol(i) ^ shift); };
}

Axis random_axis(const ParameterSpec& p, Axis unit) {
  if (p.range) return [p, unit](std::size_t i) { return between(p, unit(i)); };
  return [normal = *p.normal, unit](std::size_t i) {
    return normal[0] + normal[1] * normal_quantile(unit(i));
  };
}

std::vector<Axis> grid(const CampaignSpec& campaign) {
  std::vector<Axis> axes(campaign.parameters.size());
  std::size_t stride = 1;
  for (std::size_t j = axes.size(); j-- > 0;) {
    const std::vector<double> values = grid_values(campaign.parameters[j]);
    axes[j] = [values, stride](std::size_t i) { return values[i / stride % values.size()]; };
    stride *= values.size();
  }
  return axes;
}

std::vector<Axis> list(const CampaignSpec& campaign) {
  std::vector<Axis> axes;
  for (const ParameterSpec& p : campaign.parameters)
    axes.push_back([values = p.values](std::size_t i) { return values[i % values.size()]; });
  return axes;
}

std::vector<Axis> random_axes(const CampaignSpec& campaign, const SweepSpec& sweep) {
  std::vector<Axis> axes;
  for (std::size_t j = 0; j < campaign.parameters.size(); ++j) {
    const ParameterSpec& p = campaign.parameters[j];
    if (p.range || p.normal)
      axes.push_back(random_axis(p, unit_axis(sweep, j)));
    else
      axes.push_back([value = p.values[0]](std::size_t) { return value; });
  }
  return axes;
}

std::vector<Axis> make_axes(const CampaignSpec& campaign, const SweepSpec& sweep) {
  if (sweep.method == SamplingMethod::grid) return grid(campaign);
  if (sweep.method == SamplingMethod::list) return list(campaign);
  return random_axes(campaign, sweep);
}

// ------------------------------------------------------------------------------------------ where

std::vector<Expression> conditions(const CampaignSpec& campaign, const SweepSpec& sweep) {
  std::vector<std::string> names;
  for (const ParameterSpec& p : campaign.parameters) names.push_back(p.name);
  Origin where = sweep.origin;
  where.path += where.path.empty() ? "where" : ".where";
  where.mark = sweep.origin.at("where");
  std::vector<Expression> formulas;
  for (const std::string& text : sweep.where)
    formulas.emplace_back(text, names, CopyIndex{}, where);
  return formulas;
}

bool wanted(const std::vector<Expression>& conditions, const ParameterPoint& point) {
  for (const Expression& condition : conditions) {
    const double value = condition.value(point);
    if (!std::isfinite(value) || value == 0) return false;
  }
  return true;
}

}  // namespace

std::vector<ParameterPoint> sample_points(const CampaignSpec& campaign) {
  expects(campaign.sweep.has_value(), "a study with a sweep");
  const SweepSpec& sweep = *campaign.sweep;
  const std::size_t samples = count_samples(campaign, sweep);
  const std::vector<Axis> axes = make_axes(campaign, sweep);
  const std::vector<Expression> where = conditions(campaign, sweep);
  std::vector<ParameterPoint> points;
  ParameterPoint point(axes.size());
  for (std::size_t i = 0; i < samples; ++i) {
    for (std::size_t j = 0; j < point.size(); ++j) point[j] = axes[j](i);
    if (wanted(where, point)) points.push_back(point);
  }
  if (points.empty())
    throw InputError(
        sweep.origin.error("where", fmt::format("none of the {} samples satisfies it", samples),
                           "for a sample to be run, every formula must be finite and not 0"));
  return points;
}

}  // namespace cuttle
