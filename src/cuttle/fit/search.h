#pragma once
// The search of a fit for given standard deviations.

#include <string>
#include <vector>

#include "cuttle/fit/least_squares.h"
#include "cuttle/fit/problem.h"

namespace cuttle {

/// Weighs the predictions of a problem. Remembers the last prediction, and why one failed.
class FitSearch {
 public:
  explicit FitSearch(const FitProblem& problem);

  /// One standard deviation for each observation.
  void set_sigma(const VectorX& sigma) { sigma_ = sigma; }
  const VectorX& sigma() const { return sigma_; }
  const VectorX& observed() const { return y_; }

  /// From p to the smallest sum of losses.
  LeastSquaresResult run(const VectorX& p);

  const Prediction& predict(const VectorX& p, bool slopes);
  const std::string& failure() const { return failure_; }
  bool interrupted() const { return interrupted_; }

  /// Residuals (predicted - observed) / sigma of a good prediction, and their slopes.
  VectorX residuals(const Prediction& prediction) const;
  MatrixX slopes(const Prediction& prediction) const;
  /// Slopes of the residuals of priors, one row each.
  MatrixX prior_slopes() const;
  /// A typical size of each parameter: its value or what is known of it beforehand, whichever is
  /// larger; else the change that moves all predictions by one standard deviation.
  VectorX scales(const VectorX& p, const Prediction& prediction) const;

 private:
  bool evaluate(const VectorX& p, VectorX& residuals, MatrixX* slopes);

  const FitProblem& problem_;
  VectorX y_, sigma_;
  std::vector<Eigen::Index> priors_;  // parameters that have one
  VectorX last_point_;
  Prediction last_;
  bool has_slopes_ = false;
  std::string failure_;
  bool interrupted_ = false;
};

}  // namespace cuttle
