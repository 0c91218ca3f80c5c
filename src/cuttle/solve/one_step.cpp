#include "cuttle/solve/one_step.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "cuttle/base/error.h"
#include "cuttle/base/interrupt.h"
#include "cuttle/solve/hermite.h"

namespace cuttle {

namespace {

// Fixed steps have no error control: stages are solved to this share of rtol.
constexpr double kFixedShare = 1e-3;
constexpr double kRoundoffTolerance = 1e-13;
// Contacts that close change the state much: the one stage of such a step may take longer.
constexpr int kImpactIterations = 40;
// After a failed stage so many steps pass before a longer one is tried.
constexpr int kHold = 8;

Status give_up(const Status& why, double h, double t) {
  return Status::fail(why.code, fmt::format("{} (step already {:.1e} s)", why.message, h), t);
}

}  // namespace

OneStepIntegrator::OneStepIntegrator(System& system, const IntegratorOptions& options, int order,
                                     double k, double beta)
    : Integrator(system, options),
      y_new_(system),
      y_old_(system),
      rate_(system),
      rate_new_(system),
      rate_old_(system),
      q_weight_(VectorX::Zero(system.nq())),
      v_weight_(VectorX::Zero(system.nv())),
      w_scale_(system.w_scale()),
      order_(order),
      control_(k, beta),
      scratch_(system) {}

Status OneStepIntegrator::start(bool same_step) {
  ++statistics_.evaluations;
  if (Status status = evaluate(system_, t_, y_, rate_); !status.ok()) return status;
  y_old_ = y_;
  rate_old_ = rate_;
  t_start_ = t_;
  set_weights();
  const bool guess = !same_step || h_next_ == 0;
  if (guess) {
    h_next_ = options_.step;
    hold_ = 0;
    control_.reset(true);
  }
  if (guess && !fixed()) {
    ++statistics_.evaluations;
    h_next_ = initial_step(system_, t_, y_, rate_, q_weight_, v_weight_, order_, y_new_, rate_new_);
  }
  return begin(guess);
}

void OneStepIntegrator::set_weights() {
  const double tight = std::max(kFixedShare * options_.rtol, kRoundoffTolerance);
  const double rtol = fixed() ? tight : options_.rtol;
  const double atol = fixed() ? tight : options_.atol;
  error_weights(y_.q, system_.q_scale(), rtol, atol, q_weight_);
  error_weights(y_.v, system_.v_scale(), rtol, atol, v_weight_);
}

double OneStepIntegrator::error_norm(const Phase& error) {
  // the larger of old and new values counts, so that a zero crossing does not stop the run
  double largest = 0;
  const auto scan = [&](const VectorX& e, const VectorX& a, const VectorX& b, const VectorX& s) {
    for (Eigen::Index i = 0; i < e.size(); ++i) {
      const double size = std::max(std::abs(a[i]), std::abs(b[i]));
      const double share = std::abs(e[i]) / (options_.rtol * size + options_.atol * s[i]);
      if (!(share <= largest)) largest = share;
      if (std::isnan(share)) return;
    }
  };
  scan(error.q, y_.q, y_new_.q, system_.q_scale());
  if (!std::isnan(largest)) scan(error.v, y_.v, y_new_.v, system_.v_scale());
  if (std::isnan(largest)) return largest;
  for (Eigen::Index i = 0; i < error.w.size(); ++i) {
    if (std::isinf(w_scale_[i])) continue;
    const double size = std::max(std::abs(y_.w[i]), std::abs(y_new_.w[i])) + w_scale_[i];
    const double share = std::abs(error.w[i]) / (options_.rtol * size);
    if (!(share <= largest)) largest = share;
  }
  return largest;
}

double OneStepIntegrator::propose(double t_limit) {
  const double remaining = t_limit - t_;
  double h = hold_ > 0 ? std::min(h_next_, h_hold_) : h_next_;
  if (fixed()) {
    // equal steps up to the limit: no sliver, as a sudden change of the step costs accuracy
    return remaining / std::max(1.0, std::ceil(remaining / h - 1e-3));
  }
  // reach the limit without a sliver at the end
  if (options_.max_step > 0) h = std::min(h, options_.max_step);
  h = std::min(h, std::max(longest_, shortest_step(t_, t_limit - t_start_)));
  if (remaining <= 1.01 * h) return remaining;
  return remaining < 2 * h ? 0.5 * remaining : h;
}

Status OneStepIntegrator::step(double t_limit) {
  expects(t_limit > t_, "the limit of a step lies ahead");
  if (Status status = check_budget(); !status.ok()) return status;
  set_weights();
  double h = propose(t_limit);
  bool whole = true;  // nothing refused so far
  for (;;) {
    if (Status stop = interruption(t_); !stop.ok()) return stop;
    Attempt tried = attempt(h);
    if (tried.status.ok() && !fixed() && !std::isfinite(tried.error))
      tried.status = Status::fail(Status::Code::not_finite, "the state is not finite", t_ + h);

    if (tried.status.ok() && (fixed() || tried.error <= 1)) {
      if (!fixed()) {
        // a step cut short by the limit says nothing against the longer one proposed before
        const double proposal = control_.accepted(h, tried.error);
        h_next_ = whole && h < h_next_ ? std::max(proposal, h_next_) : proposal;
      }
      if (hold_ > 0) --hold_;
      forget_leaps(h, shortest_step(t_, t_limit - t_start_));
      const bool on_limit = t_ + h >= t_limit || t_limit - t_ == h;
      return finish(h, on_limit ? t_limit : t_ + h);
    }

    // not converged or not finite: half the step; error too large: as the controller says
    whole = false;
    if (!tried.status.ok()) {
      ++statistics_.failed;
      control_.reset(false);
      if (0.5 * h < shortest_step(t_, t_limit - t_start_)) return give_up(tried.status, h, t_);
      h *= 0.5;
      h_hold_ = h;
      hold_ = kHold;
    } else {
      ++statistics_.rejected;
      const double smaller = control_.rejected(h, tried.error);
      if (smaller >= shortest_step(t_, t_limit - t_start_)) {
        h = smaller;
      } else if (may_leap(tried.error)) {
        h_next_ = h;
        return finish(h, t_ + h);
      } else {
        return give_up(Status::fail(Status::Code::stalled, "the error stays too large"), h, t_);
      }
    }
  }
}

OneStepIntegrator::Attempt OneStepIntegrator::backward_euler(double h) {
  StageRequest request;
  request.t = t_ + h;
  request.q_bar = &y_.q;
  request.v_bar = &y_.v;
  request.gamma = h;
  request.beta = h * h;
  request.impact = true;
  request.q_weight = &q_weight_;
  request.v_weight = &v_weight_;
  request.tolerance = 1;
  request.max_iterations = kImpactIterations;
  rate_new_.v = rate_.v;
  StageResult solved = system_.solve_stage(request, y_new_.q, y_new_.v, rate_new_.v, rate_new_.w);
  statistics_.iterations += solved.iterations;
  statistics_.exact_newton += solved.exact_newton;
  if (!solved.status.ok()) return {std::move(solved.status), 0};
  y_new_.w = y_.w + h * rate_new_.w;
  if (!y_new_.finite() || !rate_new_.v.allFinite())
    return {Status::fail(Status::Code::not_finite, "the step over an impact is not finite"), 0};
  return {};
}

Status OneStepIntegrator::finish(double h, double t_new) {
  commit(h);
  std::swap(y_old_, y_);
  std::swap(y_, y_new_);
  std::swap(rate_old_, rate_);
  std::swap(rate_, rate_new_);
  t_old_ = t_;
  t_ = t_new;
  ++statistics_.steps;

  // accelerations do not depend on the length of quaternions: they stand unless the state has
  // really moved (a prescribed coordinate put right)
  scratch_.q = y_.q;
  scratch_.v = y_.v;
  system_.normalize(t_, y_.q, y_.v);
  scratch_.q -= y_.q;
  scratch_.v -= y_.v;
  const bool moved =
      weighted_max(q_weight_, scratch_.q) > 1 || weighted_max(v_weight_, scratch_.v) > 1;
  system_.position_rate(y_.q, y_.v, rate_.q);
  if (!moved) return {};
  ++statistics_.evaluations;
  return evaluate(system_, t_, y_, rate_);
}

void OneStepIntegrator::dense(double t, VectorX& q, VectorX& v, VectorX& w) {
  const double h = t_ - t_old_;
  expects(t >= t_old_ - 1e-9 * h && t <= t_ + 1e-9 * h, "dense output inside the last step");
  const double s = h > 0 ? (t - t_old_) / h : 1;
  hermite_cubic(s, h, y_old_.q, rate_old_.q, y_.q, rate_.q, q);
  hermite_cubic(s, h, y_old_.v, rate_old_.v, y_.v, rate_.v, v);
  hermite_cubic(s, h, y_old_.w, rate_old_.w, y_.w, rate_.w, w);
  system_.normalize(t, q, v);
}

}  // namespace cuttle
