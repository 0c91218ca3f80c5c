#pragma once
// The search for the best parameters of a campaign.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cuttle/base/status.h"
#include "cuttle/campaign/evaluator.h"
#include "cuttle/campaign/formula.h"
#include "cuttle/campaign/spec.h"
#include "cuttle/campaign/table.h"
#include "cuttle/record/figure.h"

namespace cuttle {

struct OptimizeOptions {
  bool exact_slopes = false;  // runs tell them, see Experiment::has_slopes
  /// Called after each evaluation, one call at a time: evaluations so far, and the best objective
  /// among those that keep the constraints (NaN: none yet).
  std::function<void(long evaluations, double best)> progress;
};

/// What one search did.
struct SearchReport {
  ParameterPoint start;
  std::optional<std::size_t> best;  // row of the log
  bool converged = false;
  std::string why;  // it stopped
  long evaluations = 0;
};

struct OptimizeResult {
  /// start, evaluation, parameters, figures, derived, objective, constraints, feasible: search
  /// after search, each in the order in which it asked.
  CampaignTable log;
  std::optional<std::size_t> best;  // row of the log; feasible, or the nearest to it
  bool feasible = false;
  std::vector<SearchReport> searches;
  std::string slopes;    // where they come from: exact, central differences, none
  long evaluations = 0;  // of the objective
  long runs = 0;         // of the model, also those for differences
  long failed = 0;       // evaluations without an objective
  /// interrupted, or not_finite: there is no objective anywhere.
  Status status;
  /// best.objective, best.<parameter>, best.<figure>, best.<derived> (NaN: there is no best),
  /// evaluations, runs, failed, feasible.
  std::vector<Figure> figures;
  std::vector<std::string> warnings;

  /// Values of the parameters in a row of the log.
  ParameterPoint point(std::size_t row) const;
};

/// Throws InputError for what the method cannot do, for formulas that cannot be understood and for
/// expectations of figures that there will not be.
void check_optimize(const CampaignSpec& campaign, const Columns& columns);

/// Searches from all starts at the same time. The result does not depend on the number of workers;
/// run again with the memory of an interrupted search it is that of an undisturbed one. Throws
/// InputError as check_optimize does.
OptimizeResult optimize(const CampaignSpec& campaign, Evaluator& evaluator, const Columns& columns,
                        const OptimizeOptions& options = {});

}  // namespace cuttle
