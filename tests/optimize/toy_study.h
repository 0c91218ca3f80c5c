#pragma once
// Studies of plain functions: no robot, so that the optimum is known.

#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "cuttle/campaign/evaluator.h"
#include "cuttle/campaign/formula.h"
#include "cuttle/campaign/read_campaign.h"
#include "cuttle/optimize/optimize.h"

namespace cuttle::test {

using Values = std::vector<double>;
/// Figures f (and slopes) of the parameters.
using ToyModel = std::function<Outcome(const Values& point, Want want)>;

/// A model with one figure, f.
inline ToyModel toy(std::function<double(const Values&)> f) {
  return [f](const Values& point, Want) {
    Outcome outcome;
    outcome.values = {f(point)};
    return outcome;
  };
}

/// The same with its gradient.
inline ToyModel toy(std::function<double(const Values&)> f,
                    std::function<Values(const Values&)> gradient) {
  return [f, gradient](const Values& point, Want want) {
    Outcome outcome;
    outcome.values = {f(point)};
    if (want == Want::slopes) {
      const Values g = gradient(point);
      outcome.slopes = Eigen::Map<const MatrixX>(g.data(), 1, Eigen::Index(g.size()));
    }
    return outcome;
  };
}

/// A study whose model has the figure f.
struct ToyStudy {
  explicit ToyStudy(const std::string& text)
      : campaign(parse_campaign("model: toy.yaml\n" + text, "toy_study.yaml")),
        columns(campaign, {"f"}, {"-"}) {}

  OptimizeResult run(const ToyModel& model, int workers = 1, Journal* journal = nullptr,
                     const OptimizeOptions& options = {}, const Interrupted& interrupted = {}) {
    ThreadPool pool(
        workers, [&]() -> Evaluate { return model; }, interrupted);
    Evaluator evaluator(pool, journal);
    return optimize(campaign, evaluator, columns, options);
  }

  CampaignSpec campaign;
  Columns columns;
};

inline double best(const OptimizeResult& result, const std::string& name) {
  for (const Figure& figure : result.figures)
    if (figure.name == "best." + name) return figure.value;
  return std::numeric_limits<double>::quiet_NaN();
}

}  // namespace cuttle::test
