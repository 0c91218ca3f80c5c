#pragma once
// A model against measurements.

#include <functional>
#include <map>
#include <vector>

#include "cuttle/campaign/evaluator.h"
#include "cuttle/campaign/experiment.h"
#include "cuttle/campaign/formula.h"
#include "cuttle/campaign/table.h"
#include "cuttle/fit/fit.h"

namespace cuttle {

/// What was measured, and what must be read off the runs to compare.
struct FitSources {
  std::vector<ObservationGroup> groups;  // measured columns, then targets
  Readout readout;                       // series at the times of the data, and figures
};

/// Reads model and data files. Throws InputError with what is wrong in the campaign or in the data.
FitSources read_fit_sources(const CampaignSpec& campaign);

class ModelFit {
 public:
  /// The experiment must have been made with the readout of the sources. Keeps references.
  ModelFit(const CampaignSpec& campaign, FitSources sources, const Experiment& experiment,
           const Columns& columns);

  /// Called after each batch of runs: runs so far, smallest sum of squares so far (in standard
  /// deviations, without priors and losses).
  using Progress = std::function<void(long runs, double best)>;
  FitResult run(Evaluator& evaluator, const Progress& progress = {});

  /// All points that the search asked for, once each, in its order.
  CampaignTable table() const;
  const FitProblem& problem() const { return problem_; }

 private:
  Prediction prediction_of(const ParameterPoint& point, const Outcome& outcome) const;
  Prediction exact(Evaluator& evaluator, const VectorX& p);
  std::vector<Prediction> predict(Evaluator& evaluator, const std::vector<VectorX>& points);
  std::vector<Outcome> evaluate(Evaluator& evaluator, const std::vector<ParameterPoint>& points);
  void note(const ParameterPoint& point, const Outcome& outcome);

  const CampaignSpec& campaign_;
  const Experiment& experiment_;
  const Columns& columns_;
  FitProblem problem_;
  std::vector<Expression> targets_;  // over the columns

  struct Visit {
    ParameterPoint point;
    Outcome outcome;
    double squares;
  };
  std::vector<Visit> visits_;
  std::map<ParameterPoint, std::size_t> known_;  // where a point is among the visits
  Progress progress_;
};

/// The unknown numbers of a study of a model. Throws InputError where a start cannot be determined.
std::vector<FitParameter> fit_parameters(const std::vector<ParameterSpec>& parameters);

}  // namespace cuttle
