#include "cuttle/analysis/steady_motion.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "cuttle/analysis/linear_motion.h"
#include "cuttle/base/interrupt.h"
#include "cuttle/connection/constraint_solver.h"
#include "cuttle/math/linalg/lu.h"

namespace cuttle {
namespace {

constexpr int kMostSteadySteps = 200;

/// Newton's iteration with a pseudo-time step: (M / dt + D) du = f for the velocities that may
/// stay, (M / dt^2 + K) dy = f for the displacements that have an answer.
class SteadySearch {
 public:
  SteadySearch(const Model& model, const Input& u, State& x)
      : model_(model), u_(u), x_(x), ws_(model) {
    if (!model.connections.empty()) constraints_ = std::make_unique<ConstraintSolver>(model);
  }

  Status linearise() {
    if (constraints_) {
      constraints_->forget_columns();
      if (Status status = constraints_->project(model_, u_, x_); !status.ok()) return status;
    }
    if (Status status = linear_motion(model_, x_, u_, ws_, linear_); !status.ok() || held())
      return status;
    unit_ = unit_mass_motion(linear_);
    velocity_ = unit_.L.transpose() * (linear_.basis.transpose() * x_.v);
    const auto Z = unit_.ignorable();
    passing_ = velocity_ - Z * (Z.transpose() * velocity_);
    return {};
  }

  /// Nothing can move: that is steady.
  bool held() const { return linear_.n() == 0; }

  /// Size of what is not steady: accelerations, and velocities that cannot last.
  double residual() const { return unit_.acceleration.norm() + rate() * passing_.norm(); }
  double scale() const { return rate() * velocity_.norm(); }

  void step(double dt) {
    const auto Y = unit_.right.leftCols(unit_.rank);
    const auto Z = unit_.ignorable();
    const Eigen::Index n = linear_.n(), r = unit_.rank;
    MatrixX T(n, n);
    T << unit_.K * Y + Y / (dt * dt), unit_.D * Z + Z / dt;
    const VectorX change = FullLu(T).solve(VectorX(unit_.acceleration + unit_.D * passing_));
    const VectorX velocity = velocity_ - passing_ + Z * change.tail(n - r);
    const VectorX q = x_.q;
    retract(model_, q, outer(Y * change.head(r)), x_.q);
    x_.v = outer(velocity);
  }

 private:
  /// [1/s] of damping and turning; 1 where there is neither.
  double rate() const {
    const double rate = unit_.D.norm() + unit_.N.norm();
    return rate > 0 ? rate : 1;
  }
  VectorX outer(const VectorX& y) const {
    return linear_.basis * unit_.L.transpose().triangularView<Eigen::Upper>().solve(y);
  }

  const Model& model_;
  const Input& u_;
  State& x_;
  Workspace ws_;
  std::unique_ptr<ConstraintSolver> constraints_;  // only if the model has connections
  LinearMotion linear_;
  UnitMassMotion unit_;
  VectorX velocity_, passing_;  // (n) in coordinates of unit mass
};

}  // namespace

SteadyResult find_steady_motion(const Model& model, const Input& u, double tolerance, State& x) {
  SteadySearch search(model, u, x);
  SteadyResult result;
  result.status = search.linearise();
  if (!result.status.ok() || search.held()) return result;
  const double start = search.residual();
  double residual = start, dt = 1;  // [s]
  while (residual > tolerance * std::max(start, search.scale())) {
    if (result.status = interruption(x.t); !result.status.ok()) return result;
    if (++result.iterations > kMostSteadySteps || dt < 1e-9) {
      result.status =
          Status::fail(Status::Code::diverged,
                       fmt::format("no steady motion found near the initial velocities: the "
                                   "remaining fraction of the initial acceleration is {:.2g}; "
                                   "begin nearer to the motion, or check that something resists it",
                                   residual / start));
      return result;
    }
    const State before = x;
    search.step(dt);
    const Status status = x.q.allFinite() && x.v.allFinite()
                              ? search.linearise()
                              : Status::fail(Status::Code::not_finite, "");
    const double next = search.residual();
    if (!status.ok() || !(next < 2 * residual)) {
      // back, and more slowly
      x = before;
      dt *= 0.2;
      result.status = search.linearise();
      if (!result.status.ok()) return result;
      continue;
    }
    // the closer, the more like Newton
    dt *= std::clamp(residual / next, 0.5, 100.0) * (next < residual ? 2 : 1);
    dt = std::min(dt, 1e12);
    residual = next;
  }
  return result;
}

}  // namespace cuttle
