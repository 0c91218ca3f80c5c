#include "cuttle/sweep/design_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cuttle/sweep/sobol.h"

namespace cuttle {

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
