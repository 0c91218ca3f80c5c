#include "cuttle/solve/sdirk4.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "cuttle/base/error.h"
#include "cuttle/base/interrupt.h"
#include "cuttle/solve/hermite.h"

namespace cuttle {

namespace {

constexpr double kGamma = 0.25;
constexpr double kC[5] = {1.0 / 4, 3.0 / 4, 11.0 / 20, 1.0 / 2, 1};
// the last row is also b
constexpr double kA[5][5] = {{1.0 / 4},
                             {1.0 / 2, 1.0 / 4},
                             {17.0 / 50, -1.0 / 25, 1.0 / 4},
                             {371.0 / 1360, -137.0 / 2720, 15.0 / 544, 1.0 / 4},
                             {25.0 / 24, -49.0 / 48, 125.0 / 16, -85.0 / 12, 1.0 / 4}};
// order 4 minus order 3
constexpr double kE[5] = {-3.0 / 16, -27.0 / 32, 25.0 / 32, 0, 1.0 / 4};

// Share of the tolerance left to the stage solver. The largest coefficients of the last row hand an
// error of a stage on 31 times enlarged, so a tenth would be too much.
constexpr double kNewtonShare = 0.03;
constexpr int kMostStageSteps = 20;

// Filters of the error estimate: of stiff parts, and of what is fast against the motion.
constexpr int kStiffPasses = 2, kSlowPasses = 4;
// Time of the latter, in that of the motion. A swing, whose pace is 0.2 to 0.8 of its inverse rate,
// shows 92 per cent of its error or more.
constexpr double kSlowShare = 0.25;
// Where they gain less than this, they are not tried again for so many steps: they cost a third of
// a step.
constexpr double kGain = 0.5;
constexpr int kStepsWithout = 20;

// Points in time whose accelerations predict a stage: n >= 0 is stage n of this step, kStart its
// beginning, kBefore + n stage n of the step before.
constexpr int kStart = 10;
constexpr int kBefore = 20;
// Three points: stages are only of order 1, so cubics guess worse than parabolas, and lines worse
// still (10.8 against 11.1 and 11.4 iterations per step on a swinging spring at rtol 1e-6).
constexpr int kPoints = 3;
constexpr int kPredictor[5][kPoints] = {{kStart, kBefore + 1, kBefore + 3},
                                        {0, kStart, kBefore + 1},
                                        {1, 0, kStart},
                                        {2, 1, 0},
                                        {1, 3, 0}};

}  // namespace

Sdirk4::Sdirk4(System& system, const IntegratorOptions& options)
    : OneStepIntegrator(system, options, 4, 4, 0.1),
      bar_(system),
      stage_(system),
      error_(system),
      probe_(system),
      q_ddot_old_(VectorX::Zero(system.nq())),
      q_ddot_(VectorX::Zero(system.nq())) {
  k_.fill(Phase(system));
  a_previous_.fill(VectorX::Zero(system.nv()));
}

Status Sdirk4::begin(bool anew) {
  h_previous_ = 0;
  has_q_ddot_ = false;
  if (anew) {
    pace_.start(t_, y_.q);
    without_ = 0;
  }
  return {};
}

void Sdirk4::predict(int stage, double h, VectorX& a) const {
  // the points at hand and their times in units of h
  const VectorX* value[kPoints];
  double time[kPoints];
  int n = 0;
  for (const int point : kPredictor[stage]) {
    const bool before = point >= kBefore;
    if (before && h_previous_ == 0) continue;
    value[n] = before ? &a_previous_[point - kBefore] : point == kStart ? &rate_.v : &k_[point].v;
    time[n] = before            ? (kC[point - kBefore] - 1) * h_previous_ / h
              : point == kStart ? 0
                                : kC[point];
    ++n;
  }

  // Lagrange polynomial through them
  a.setZero();
  for (int i = 0; i < n; ++i) {
    double weight = 1;
    for (int j = 0; j < n; ++j)
      if (j != i) weight *= (kC[stage] - time[j]) / (time[i] - time[j]);
    a.noalias() += weight * *value[i];
  }
}

OneStepIntegrator::Attempt Sdirk4::attempt(double h) {
  kinked_ = false;
  Attempt tried = stages(h);
  // under error control the estimate sees what a kink does
  if (!kinked_ || !fixed()) return tried;
  return backward_euler(h);
}

OneStepIntegrator::Attempt Sdirk4::stages(double h) {
  StageRequest request;
  request.q_bar = &bar_.q;
  request.v_bar = &bar_.v;
  request.gamma = kGamma * h;
  request.beta = request.gamma * request.gamma;
  request.q_weight = &q_weight_;
  request.v_weight = &v_weight_;
  request.tolerance = fixed() ? 1 : kNewtonShare;
  request.max_iterations = kMostStageSteps;

  for (int i = 0; i < kStages; ++i) {
    if (Status stop = interruption(t_); !stop.ok()) return {std::move(stop), 0};
    bar_ = y_;
    bar_.add(h, std::span(kA[i], size_t(i)), k_.data());
    request.t = t_ + kC[i] * h;
    predict(i, h, k_[i].v);
    StageResult solved = system_.solve_stage(request, stage_.q, stage_.v, k_[i].v, k_[i].w);
    statistics_.iterations += solved.iterations;
    statistics_.exact_newton += solved.exact_newton;
    kinked_ |= solved.kinked;
    unseen_ = solved.unseen;
    if (kinked_ && fixed()) return {};
    if (!solved.status.ok()) return {std::move(solved.status), 0};
    system_.position_rate(stage_.q, stage_.v, k_[i].q);
    if (!k_[i].finite())
      return {Status::fail(Status::Code::not_finite, "an implicit stage is not finite"), 0};
  }

  // stiffly accurate: the last stage is the solution; quadratures follow with the same weights
  std::swap(y_new_.q, stage_.q);
  std::swap(y_new_.v, stage_.v);
  y_new_.w = bar_.w;
  y_new_.w.noalias() += (h * kGamma) * k_[kStages - 1].w;
  rate_new_ = k_[kStages - 1];
  if (fixed()) return {};

  error_.set_zero();
  error_.add(h, kE, k_.data());
  // no stage stands at the beginning, so what ends soon after it would pass unseen: Simpson's rule
  error_.w = y_new_.w - y_.w - h / 6 * (rate_.w + 4 * k_[3].w + k_[4].w);
  return {{}, measured_error(t_ + h, kGamma * h)};
}

// For stiff parts of the motion, z = gamma times their rate, the raw estimate is of size z h^2 and
// the error of a stiffly accurate method of size h^2 / z ([HairerWanner96], IV.15). Two filters
// (1 - gamma J)^-1 take the one to the other and leave what is not stiff as it is.
//
// That does not help with vibrations that the step still resolves: without damping they never die
// out, and small as they are, they would be followed for ever. So the tolerance of each coordinate
// is asked of what is about as slow as the motion itself (more such filters, with a longer time),
// and of the rest a displacement relative to the robot's size.
//
// A kink (a contact that opens or closes) is no part of either: what happens there, however fast,
// decides the motion that follows. The estimate is taken as it is, with what the stages left out.
double Sdirk4::measured_error(double t, double gamma) {
  // half the share of an energy is that of its velocity
  if (kinked_) return std::max(error_norm(error_), 0.5 * unseen_ / options_.rtol);
  filter_error(t, gamma, kStiffPasses);
  const double error = error_norm(error_);
  const double slow = kSlowShare * pace_.time();
  if (slow < gamma || !system_.offers_shifted()) return error;
  if (without_ > 0) return error;
  double displacement = 0;
  for (Eigen::Index i = 0; i < error_.q.size(); ++i)
    displacement = std::max(displacement, std::abs(error_.q[i]) / system_.q_reach()[i]);
  filter_error(t, slow, kSlowPasses);
  const double slow_error = std::max(error_norm(error_), displacement / options_.rtol);
  if (!(slow_error < kGain * error)) without_ = kStepsWithout + 1;  // this step, and those after it
  return std::min(error, slow_error);
}

void Sdirk4::filter_error(double t, double gamma, int passes) {
  if (!system_.offers_shifted()) return;
  if (!system_.factor_shifted(t, y_new_.q, y_new_.v, gamma).ok()) return;
  for (int pass = 0; pass < passes; ++pass) {
    system_.solve_shifted(error_.q, error_.v, probe_.q, probe_.v);
    std::swap(error_.q, probe_.q);
    std::swap(error_.v, probe_.v);
  }
}

void Sdirk4::commit(double h) {
  for (int i = 0; i < kStages; ++i) std::swap(a_previous_[i], k_[i].v);
  h_previous_ = kinked_ ? 0 : h;
  if (kinked_ && fixed()) ++statistics_.impacts;
  has_q_ddot_ = false;
  if (fixed()) return;
  if (without_ > 0) --without_;
  if (kinked_)
    pace_.start(t_ + h, y_new_.q);  // another motion begins
  else
    pace_.go_on(t_ + h, y_new_.q, system_.q_reach());
}

void Sdirk4::second_rate(const Phase& y, const Phase& rate, double eps, VectorX& q_ddot) {
  // d/dt of N(q) v along the motion, by a central difference
  probe_.q = y.q + eps * rate.q;
  probe_.v = y.v + eps * rate.v;
  system_.position_rate(probe_.q, probe_.v, q_ddot);
  probe_.q = y.q - eps * rate.q;
  probe_.v = y.v - eps * rate.v;
  system_.position_rate(probe_.q, probe_.v, stage_.q);
  q_ddot = (q_ddot - stage_.q) / (2 * eps);
}

void Sdirk4::dense(double t, VectorX& q, VectorX& v, VectorX& w) {
  OneStepIntegrator::dense(t, q, v, w);
  const double h = t_ - t_old_;
  if (h == 0 || kinked_) return;
  if (!has_q_ddot_) {
    second_rate(y_old_, rate_old_, 1e-3 * h, q_ddot_old_);
    second_rate(y_, rate_, 1e-3 * h, q_ddot_);
    has_q_ddot_ = true;
  }
  hermite_quintic((t - t_old_) / h, h, y_old_.q, rate_old_.q, q_ddot_old_, y_.q, rate_.q, q_ddot_,
                  q);
  system_.normalize(t, q, v);
}

}  // namespace cuttle
