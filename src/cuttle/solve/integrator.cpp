#include "cuttle/solve/integrator.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "cuttle/base/error.h"

namespace cuttle {

Status Integrator::init(double t0, const VectorX& q0, const VectorX& v0) {
  return init(t0, q0, v0, VectorX::Zero(system_.nw()));
}

Status Integrator::init(double t0, const VectorX& q0, const VectorX& v0, const VectorX& w0) {
  expects(q0.size() == system_.nq() && v0.size() == system_.nv() && w0.size() == system_.nw(),
          "the initial state has the sizes of the system");
  t_ = t_old_ = t0;
  y_.q = q0;
  y_.v = v0;
  y_.w = w0;
  return start(false);
}

Status Integrator::restart(double t0, const VectorX& q0, const VectorX& v0, const VectorX& w0) {
  t_ = t_old_ = t0;
  y_.q = q0;
  y_.v = v0;
  y_.w = w0;
  return start(true);
}

double Integrator::shortest_step(double t, double piece) {
  return std::max(1e-14 * piece, 4 * std::numeric_limits<double>::epsilon() * std::abs(t));
}

bool Integrator::may_leap(double error) {
  constexpr int kMostLeaps = 8;
  // as much as ten steps may do, or what no motion shows: a force that has no end is no jump
  constexpr double kFewSteps = 10, kUnseen = 1e-9;
  return error < std::max(kFewSteps, kUnseen / options_.rtol) && ++leaps_ <= kMostLeaps;
}

void Integrator::forget_leaps(double h, double shortest) {
  constexpr double kFar = 1e3;
  if (h > kFar * shortest) leaps_ = 0;
}

Status Integrator::check_budget() const {
  if (statistics_.steps < options_.max_steps) return {};
  return Status::fail(Status::Code::stalled, fmt::format("{} steps used up", options_.max_steps),
                      t_);
}

}  // namespace cuttle
