#include "cuttle/optimize/method_table.h"

#include <fmt/format.h>
#include <nlopt.h>

#include <algorithm>
#include <array>

#include "cuttle/base/error.h"
#include "cuttle/campaign/spec_choices.h"

namespace cuttle {

namespace {

using M = OptimizeMethod;

constexpr std::array<OptimizeMethodRow, 11> kMethodRows = {{
    // method, algorithm, slopes, constraints, global, population, random, least parameters
    {M::slsqp, NLOPT_LD_SLSQP, true, true, false, false, false, 1},
    {M::mma, NLOPT_LD_MMA, true, true, false, false, false, 1},
    {M::lbfgs, NLOPT_LD_LBFGS, true, false, false, false, false, 1},
    {M::cobyla, NLOPT_LN_COBYLA, false, true, false, false, false, 1},
    {M::bobyqa, NLOPT_LN_BOBYQA, false, false, false, false, false, 2},
    {M::nelder_mead, NLOPT_LN_NELDERMEAD, false, false, false, false, false, 1},
    {M::subplex, NLOPT_LN_SBPLX, false, false, false, false, false, 1},
    {M::direct, NLOPT_GN_ORIG_DIRECT_L, false, true, true, false, false, 1},
    {M::crs, NLOPT_GN_CRS2_LM, false, false, true, true, true, 1},
    {M::isres, NLOPT_GN_ISRES, false, true, true, true, true, 1},
    {M::differential_evolution, kOwnAlgorithm, false, true, true, true, true, 1},
}};

// "slsqp, mma, cobyla": the methods for which `can` holds
template <class Can>
std::string methods_that(Can can) {
  std::string list;
  for (const OptimizeMethodRow& row : kMethodRows)
    if (can(row)) list += (list.empty() ? "" : ", ") + std::string(name_of(row.method));
  return list;
}

}  // namespace

std::span<const OptimizeMethodRow> optimize_methods() { return kMethodRows; }

const OptimizeMethodRow& method_row(OptimizeMethod method) {
  const auto row = std::ranges::find(kMethodRows, method, &OptimizeMethodRow::method);
  expects(row != kMethodRows.end(), "every method has a row");
  return *row;
}

void check_method(const CampaignSpec& campaign) {
  expects(campaign.optimize.has_value(), "the campaign says what is best");
  const OptimizeSpec& spec = *campaign.optimize;
  const OptimizeMethodRow& row = method_row(spec.method);
  const std::string name = name_of(spec.method);
  Diagnostics diagnostics;

  if (!spec.constraints.empty() && !row.constraints)
    diagnostics.add(spec.origin.error(
        "method", name + " cannot handle constraints",
        "these can: " + methods_that([](const auto& r) { return r.constraints; })));
  if (spec.population > 0 && !row.population)
    diagnostics.add(spec.origin.error(
        "population", name + " has no population",
        "these have: " + methods_that([](const auto& r) { return r.population; })));
  if (int(campaign.parameters.size()) < row.least_parameters)
    diagnostics.add(spec.origin.error(
        "method", fmt::format("{} needs at least {} parameters", name, row.least_parameters),
        "cobyla needs only one"));

  for (const ParameterSpec& p : campaign.parameters) {
    if (p.range) continue;
    if (row.global || spec.starts > 1)
      diagnostics.add(p.origin.error("range",
                                     p.name + " has no range, but " +
                                         (row.global ? name + " searches the whole range"
                                                     : "the starts are spread over the range"),
                                     "give range: [from, to]"));
    else if (!p.start)
      diagnostics.add(p.origin.error("start", p.name + " has neither range nor start",
                                     "give range: [from, to]"));
    else if (p.scale == ParameterScale::log && !(*p.start > 0))
      diagnostics.add(p.origin.error(
          "start", fmt::format("must be > 0 on a logarithmic scale, got {}", *p.start)));
  }
  diagnostics.throw_if_any();
}

}  // namespace cuttle
