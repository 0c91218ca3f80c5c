#include "cuttle/solve/generalized_alpha.h"

#include <algorithm>
#include <utility>

#include "cuttle/base/error.h"

namespace cuttle {

namespace {

constexpr int kMaxIterations = 20;
// Longest delay of a_, in former ones, that a longer step may ask for; more would raise noise.
constexpr double kStretch = 2;

}  // namespace

GeneralizedAlpha::GeneralizedAlpha(System& system, const IntegratorOptions& options)
    : OneStepIntegrator(system, options, 2, 3, 0.0),
      a_(VectorX::Zero(system.nv())),
      a_new_(VectorX::Zero(system.nv())),
      a_start_(VectorX::Zero(system.nv())),
      v_bar_(VectorX::Zero(system.nv())),
      d_bar_(VectorX::Zero(system.nv())) {
  expects(options.step > 0, "generalized_alpha has a fixed step");
  const double rho = options.rho_infinity;
  expects(rho >= 0 && rho <= 1, "rho_infinity lies in [0, 1]");
  alpha_m_ = (2 * rho - 1) / (rho + 1);
  alpha_f_ = rho / (rho + 1);
  gamma_ = 0.5 + alpha_f_ - alpha_m_;
  beta_ = 0.25 * (gamma_ + 0.5) * (gamma_ + 0.5);
}

Status GeneralizedAlpha::begin(bool /*anew*/) {
  a_ = rate_.v;
  h_previous_ = 0;
  return {};
}

OneStepIntegrator::Attempt GeneralizedAlpha::attempt(double h) {
  // a_ lags behind v' in proportion to its step: a step of another length needs another lag
  const double lag = h_previous_ > 0 ? std::min(h / h_previous_, kStretch) : 1;
  a_start_ = rate_.v + lag * (a_ - rate_.v);

  // (1 - am) a_new + am a = (1 - af) v'_new + af v',   v_new = v + h (1 - g) a + h g a_new,
  // q_new = q ⊕ (h v + h² (1/2 - b) a + h² b a_new),   v'_new is the unknown of the stage
  const double share = (1 - alpha_f_) / (1 - alpha_m_);
  a_new_ = (alpha_f_ * rate_.v - alpha_m_ * a_start_) / (1 - alpha_m_);
  v_bar_ = y_.v + (h * (1 - gamma_)) * a_start_ + (h * gamma_) * a_new_;
  d_bar_ = h * y_.v + (h * h * (0.5 - beta_)) * a_start_ + (h * h * beta_) * a_new_;

  StageRequest request;
  request.t = t_ + h;
  request.q_bar = &y_.q;
  request.v_bar = &v_bar_;
  request.d_bar = &d_bar_;
  request.beta = h * h * beta_ * share;
  request.gamma = h * gamma_ * share;
  request.plain = false;
  request.q_weight = &q_weight_;
  request.v_weight = &v_weight_;
  request.tolerance = 1;
  request.max_iterations = kMaxIterations;

  // linear extrapolation is the guess
  rate_new_.v = rate_.v;
  if (h_previous_ > 0) rate_new_.v += (h / h_previous_) * (rate_.v - rate_old_.v);
  StageResult solved = system_.solve_stage(request, y_new_.q, y_new_.v, rate_new_.v, rate_new_.w);
  statistics_.iterations += solved.iterations;
  statistics_.exact_newton += solved.exact_newton;
  kinked_ = solved.kinked;
  if (kinked_) return backward_euler(h);
  if (!solved.status.ok()) return {std::move(solved.status), 0};

  a_new_ += share * rate_new_.v;
  y_new_.w = y_.w + (0.5 * h) * (rate_.w + rate_new_.w);
  if (!y_new_.finite() || !rate_new_.v.allFinite())
    return {Status::fail(Status::Code::not_finite, "the implicit stage is not finite"), 0};
  return {};
}

void GeneralizedAlpha::commit(double h) {
  if (kinked_) a_new_ = rate_new_.v;
  std::swap(a_, a_new_);
  h_previous_ = kinked_ ? 0 : h;
  if (kinked_ && fixed()) ++statistics_.impacts;
}

}  // namespace cuttle
