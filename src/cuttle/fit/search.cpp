#include "cuttle/fit/search.h"

#include <algorithm>
#include <cmath>

#include "cuttle/fit/least_squares.h"

namespace cuttle {

FitSearch::FitSearch(const FitProblem& problem) : problem_(problem) {
  y_.resize(Eigen::Index(problem.observations()));
  Eigen::Index row = 0;
  for (const ObservationGroup& group : problem.groups)
    for (const double y : group.y) y_[row++] = y;
  sigma_ = VectorX::Ones(y_.size());
  for (std::size_t i = 0; i < problem.parameters.size(); ++i)
    if (problem.parameters[i].prior) priors_.push_back(Eigen::Index(i));
}

const Prediction& FitSearch::predict(const VectorX& p, bool slopes) {
  if (last_point_.size() == p.size() && last_point_ == p && last_.good() &&
      (has_slopes_ || !slopes))
    return last_;
  last_ = problem_.predict(p, slopes);
  last_point_ = p;
  has_slopes_ = slopes;
  if (last_.good() && !last_.values.allFinite())
    last_ = Prediction::fail("a predicted value is not a number");
  if (!last_.good()) failure_ = last_.reason;
  interrupted_ = interrupted_ || last_.kind == Prediction::Kind::interrupted;
  return last_;
}

VectorX FitSearch::residuals(const Prediction& prediction) const {
  return (prediction.values - y_).cwiseQuotient(sigma_);
}

MatrixX FitSearch::slopes(const Prediction& prediction) const {
  return sigma_.cwiseInverse().asDiagonal() * prediction.slopes;
}

MatrixX FitSearch::prior_slopes() const {
  MatrixX J = MatrixX::Zero(Eigen::Index(priors_.size()), Eigen::Index(problem_.parameters.size()));
  for (std::size_t k = 0; k < priors_.size(); ++k)
    J(Eigen::Index(k), priors_[k]) = 1 / (*problem_.parameters[std::size_t(priors_[k])].prior)[1];
  return J;
}

bool FitSearch::evaluate(const VectorX& p, VectorX& residuals, MatrixX* slopes) {
  if (interrupted_) return false;
  const Prediction& prediction = predict(p, slopes != nullptr);
  if (!prediction.good()) return false;
  const Eigen::Index rows = y_.size();
  const auto priors = Eigen::Index(priors_.size());
  const VectorX plain = this->residuals(prediction);
  residuals.resize(rows + priors);
  if (slopes) {
    slopes->resize(rows + priors, p.size());
    slopes->topRows(rows) = this->slopes(prediction);
    slopes->bottomRows(priors) = prior_slopes();
  }
  for (Eigen::Index i = 0; i < rows; ++i) {
    const WeighedResidual weighed = apply_loss(problem_.loss, problem_.loss_scale, plain[i]);
    residuals[i] = weighed.value;
    if (slopes) slopes->row(i) *= weighed.slope;
  }
  for (Eigen::Index k = 0; k < priors; ++k) {
    const Eigen::Index i = priors_[std::size_t(k)];
    const auto& prior = *problem_.parameters[std::size_t(i)].prior;
    residuals[rows + k] = (p[i] - prior[0]) / prior[1];
  }
  return true;
}

VectorX FitSearch::scales(const VectorX& p, const Prediction& prediction) const {
  VectorX scale(p.size());
  for (Eigen::Index i = 0; i < p.size(); ++i) {
    scale[i] = std::max(std::abs(p[i]), problem_.parameters[std::size_t(i)].scale());
    if (scale[i] > 0) continue;
    const double size = slopes(prediction).col(i).norm();
    scale[i] = size > 0 ? 1 / size : 1;
  }
  return scale;
}

LeastSquaresResult FitSearch::run(const VectorX& p) {
  const Eigen::Index n = p.size();
  LeastSquaresProblem problem;
  problem.start = p;
  problem.lower.resize(n), problem.upper.resize(n);
  problem.log_scaled.resize(std::size_t(n));
  for (Eigen::Index i = 0; i < n; ++i) {
    const FitParameter& parameter = problem_.parameters[std::size_t(i)];
    problem.lower[i] = parameter.lower, problem.upper[i] = parameter.upper;
    problem.log_scaled[std::size_t(i)] = parameter.log_scaled;
  }
  const Prediction& first = predict(p, true);
  if (!first.good()) return {LeastSquaresResult::End::failed, p, 0, first.reason};
  problem.scale = scales(p, first);
  problem.residuals = int(y_.size()) + int(priors_.size());
  problem.iterations = problem_.iterations;
  problem.tolerance = problem_.tolerance;
  problem.evaluate = [this](const VectorX& at, VectorX& residuals, MatrixX* slopes) {
    return evaluate(at, residuals, slopes);
  };
  return solve_least_squares(problem);
}

}  // namespace cuttle
