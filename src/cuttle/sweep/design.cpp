#include "cuttle/sweep/design.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <utility>

#include "cuttle/base/error.h"
#include "cuttle/signal/expression.h"
#include "cuttle/sweep/random.h"

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
  expects(campaign.sweep.has_value(), "a campaign with a sweep");
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

namespace {

constexpr double kMostSamples = 1e7;

bool random_like(SamplingMethod method) {
  return method != SamplingMethod::grid && method != SamplingMethod::list;
}

bool constant(const ParameterSpec& p) { return p.values.size() == 1; }

bool finite(const std::array<double, 2>& pair) {
  return std::isfinite(pair[0]) && std::isfinite(pair[1]);
}

void check_range(const ParameterSpec& p, Diagnostics& wrong) {
  const auto [from, to] = *p.range;
  const std::string text = fmt::format("[{}, {}]", from, to);
  if (!finite(*p.range) || !(from < to))
    wrong.add(p.origin.error("range", "is empty: " + text, "give [from, to] with from < to"));
  else if (p.scale == ParameterScale::log && from <= 0)
    wrong.add(p.origin.error("range", "a log scale needs numbers above 0, got " + text,
                             "begin above 0, or use scale: linear"));
}

void check_values(const ParameterSpec& p, Diagnostics& wrong) {
  for (double value : p.values)
    if (!std::isfinite(value))
      wrong.add(p.origin.error("values", fmt::format("must be finite, got {}", value)));
}

void check_grid(const ParameterSpec& p, Diagnostics& wrong) {
  if (!p.values.empty()) return;
  if (!p.range) {
    wrong.add(p.origin.error("", "a grid needs the numbers of '" + p.name + "'",
                             "give values: [...], or range: [from, to] and count"));
    return;
  }
  check_range(p, wrong);
  if (p.count < 2)
    wrong.add(p.origin.error("count",
                             fmt::format("a range needs at least 2 numbers, got {}", p.count),
                             "give count, or a single number as values: [x]"));
}

void check_lists(const CampaignSpec& campaign, Diagnostics& wrong) {
  const ParameterSpec* longest = nullptr;
  for (const ParameterSpec& p : campaign.parameters)
    if (!longest || p.values.size() > longest->values.size()) longest = &p;
  for (const ParameterSpec& p : campaign.parameters) {
    if (p.values.empty())
      wrong.add(p.origin.error("", "a list needs the numbers of '" + p.name + "'",
                               "give values: [...], one for each sample"));
    else if (!constant(p) && p.values.size() != longest->values.size())
      wrong.add(p.origin.error("values",
                               fmt::format("{} numbers, but '{}' has {}", p.values.size(),
                                           longest->name, longest->values.size()),
                               "a list needs the same number of values for every parameter, or a "
                               "single value that is kept"));
  }
}

void check_random(const ParameterSpec& p, const SweepSpec& sweep, Diagnostics& wrong) {
  if (p.range && p.normal) {
    wrong.add(
        p.origin.error("normal", "range and normal cannot be combined", "leave one of them out"));
  } else if (p.range) {
    check_range(p, wrong);
  } else if (p.normal) {
    const auto [mean, deviation] = *p.normal;
    if (!finite(*p.normal) || !(deviation > 0))
      wrong.add(p.origin.error(
          "normal",
          fmt::format("the standard deviation must be above 0, got [{}, {}]", mean, deviation),
          "give [mean, standard deviation], or values: [x] to keep it"));
    if (p.scale == ParameterScale::log)
      wrong.add(p.origin.error("scale", "log does not apply to normally distributed numbers",
                               "leave it out, or give a range"));
    if (sweep.method == SamplingMethod::sobol && sweep.seed == 0)
      wrong.add(sweep.origin.error("seed",
                                   "0 begins at the lower end of every range, and '" + p.name +
                                       "', being normally distributed, has none",
                                   "choose another seed"));
  } else if (!constant(p)) {
    wrong.add(p.origin.error(
        p.values.empty() ? "" : "values", "random samples need a range for '" + p.name + "'",
        "give range: [from, to] or normal: [mean, deviation], or a single number in values"));
  }
}

void check(const CampaignSpec& campaign, const SweepSpec& sweep) {
  Diagnostics wrong;
  if (campaign.parameters.empty())
    wrong.add(campaign.origin.error("parameters", "there is nothing to vary",
                                    "give a parameter of the model with its values"));
  for (const ParameterSpec& p : campaign.parameters) {
    check_values(p, wrong);
    if (sweep.method == SamplingMethod::grid) check_grid(p, wrong);
    if (random_like(sweep.method)) check_random(p, sweep, wrong);
  }
  if (sweep.method == SamplingMethod::list) check_lists(campaign, wrong);
  if (random_like(sweep.method) && sweep.count < 1)
    wrong.add(sweep.origin.error("count", fmt::format("must be at least 1, got {}", sweep.count),
                                 "give the number of samples"));
  if (sweep.method == SamplingMethod::sobol && campaign.parameters.size() > Sobol::kDimensions)
    wrong.add(sweep.origin.error("method",
                                 fmt::format("sobol supports at most {} parameters, got {}",
                                             Sobol::kDimensions, campaign.parameters.size()),
                                 "use latin_hypercube"));
  wrong.throw_if_any();
}

// a double: a grid can have more samples than an integer can count
double total(const CampaignSpec& campaign, const SweepSpec& sweep) {
  if (random_like(sweep.method)) return sweep.count;
  double product = 1, longest = 1;
  for (const ParameterSpec& p : campaign.parameters) {
    const double numbers = p.values.empty() ? double(p.count) : double(p.values.size());
    product *= numbers;
    longest = std::max(longest, numbers);
  }
  return sweep.method == SamplingMethod::grid ? product : longest;
}

}  // namespace

std::size_t count_samples(const CampaignSpec& campaign, const SweepSpec& sweep) {
  check(campaign, sweep);
  const double samples = total(campaign, sweep);
  if (samples <= kMostSamples) return std::size_t(samples);
  const std::string number =
      samples < 1e15 ? fmt::format("{:.0f}", samples) : fmt::format("{:.3g}", samples);
  throw InputError(sweep.origin.error(random_like(sweep.method) ? "count" : "",
                                      number + " samples are too many",
                                      fmt::format("at most {:.0f}", kMostSamples)));
}

}  // namespace cuttle
