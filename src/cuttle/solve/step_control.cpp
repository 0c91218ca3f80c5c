#include "cuttle/solve/step_control.h"

#include <algorithm>
#include <cmath>

namespace cuttle {

namespace {

constexpr double kSafety = 0.9;
constexpr double kShrink = 0.2;
constexpr double kGrow = 8.0;

}  // namespace

void error_weights(const VectorX& y, const VectorX& scale, double rtol, double atol,
                   VectorX& weight) {
  weight = (rtol * y.array().abs() + atol * scale.array()).inverse();
}

double weighted_max(const VectorX& weight, const VectorX& x) {
  double largest = 0;
  for (Eigen::Index i = 0; i < x.size(); ++i) {
    const double e = weight[i] * std::abs(x[i]);
    if (!(e <= largest)) largest = e;
    if (std::isnan(e)) return e;
  }
  return largest;
}

double StepController::accepted(double h, double error) {
  error = std::max(error, 1e-10);
  double factor = kSafety * std::pow(error, -exponent_) * std::pow(error_old_, beta_);
  factor = std::clamp(factor, kShrink, may_grow_ ? kGrow : 1.0);
  error_old_ = std::max(error, 1e-4);
  may_grow_ = true;
  return h * factor;
}

double StepController::rejected(double h, double error) {
  may_grow_ = false;
  return h * std::clamp(kSafety * std::pow(error, -1.0 / k_), kShrink, kSafety);
}

void StepController::reset(bool may_grow) {
  error_old_ = 1e-4;
  may_grow_ = may_grow;
}

double initial_step(System& system, double t, const Phase& y, const Phase& rate,
                    const VectorX& q_weight, const VectorX& v_weight, int order, Phase& trial,
                    Phase& trial_rate) {
  const auto norm = [&](const Phase& x) {
    return std::max(weighted_max(q_weight, x.q), weighted_max(v_weight, x.v));
  };

  // a first guess moves the state by one percent of itself
  const double d0 = norm(y);
  const double d1 = norm(rate);
  const double h0 = d0 < 1e-5 || d1 < 1e-5 ? 1e-6 : 0.01 * d0 / d1;

  // an explicit Euler step shows the second derivative
  trial = y;
  trial.add(h0, rate);
  if (!evaluate(system, t + h0, trial, trial_rate).ok()) return 1e-3 * h0;
  trial_rate.add(-1.0, rate);
  const double d2 = norm(trial_rate) / h0;

  const double d = std::max(d1, d2);
  const double h1 = d <= 1e-15 ? std::max(1e-6, 1e-3 * h0) : std::pow(0.01 / d, 1.0 / (order + 1));
  return std::min(100 * h0, h1);
}

namespace {

constexpr double kShare = 0.2;
// A motion that slows down may do so by this factor from mark to mark.
constexpr double kSlowing = 2;

double displacement(const VectorX& from, const VectorX& to, const VectorX& reach) {
  double largest = 0;
  for (Eigen::Index i = 0; i < to.size(); ++i)
    largest = std::max(largest, std::abs(to[i] - from[i]) / reach[i]);
  return largest;
}

}  // namespace

void MotionPace::start(double t, const VectorX& q) {
  origin_ = mark_ = q;
  t_mark_ = t;
  extent_ = time_ = 0;
}

void MotionPace::go_on(double t, const VectorX& q, const VectorX& reach) {
  extent_ = std::min(1.0, std::max(extent_, displacement(origin_, q, reach)));
  if (displacement(mark_, q, reach) < kShare * extent_) return;
  const double took = t - t_mark_;
  time_ = time_ > 0 ? std::min(took, kSlowing * time_) : took;
  mark_ = q;
  t_mark_ = t;
}

}  // namespace cuttle
