#include "cuttle/fit/problem.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace cuttle {

double FitParameter::scale() const {
  if (start != 0) return std::abs(start);
  if (prior) return (*prior)[1];
  if (std::isfinite(upper - lower)) return upper - lower;
  return 0;
}

std::size_t FitProblem::observations() const {
  std::size_t count = 0;
  for (const ObservationGroup& group : groups) count += group.y.size();
  return count;
}

void check_enough(const FitProblem& problem, const Origin& origin) {
  const auto priors = std::ranges::count_if(
      problem.parameters, [](const FitParameter& p) { return p.prior.has_value(); });
  const std::size_t known = problem.observations() + std::size_t(priors);
  if (known >= problem.parameters.size()) return;
  throw InputError(origin.error("",
                                fmt::format("{} numbers are known, and {} parameters are unknown",
                                            known, problem.parameters.size()),
                                "fit fewer parameters, or give priors"));
}

}  // namespace cuttle
