#include "cuttle/analysis/inverse_statics.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "cuttle/base/error.h"
#include "cuttle/base/interrupt.h"
#include "cuttle/dynamics/jacobian.h"
#include "cuttle/dynamics/kinematics.h"
#include "cuttle/math/linalg/lu.h"
#include "cuttle/math/se3.h"

namespace cuttle {
namespace {

constexpr double kRestarts[] = {0.1, 0.3};  // of the way from the low to the high bounds

constexpr double kLeastDamping = 1e-12, kMostDamping = 1e3;  // relative to the sensitivities
constexpr double kLeastStep = 1e-8;                          // [m, rad]
constexpr const char* kNoEnd = "inverse statics: the search does not converge";
constexpr const char* kLost =
    "inverse statics: the equilibrium is lost on the way to the goal (it buckles or snaps)";

bool position_only(const Vector6& weight) { return weight.head<3>().isZero(0); }

Pose shift_of(const BodyPlace& frame) { return {Matrix3::Identity(), frame.offset}; }

}  // namespace

InverseStatics::InverseStatics(const Model& model, const BodyPlace& frame, std::vector<int> inputs,
                               CommandBounds bounds, const InverseStaticsOptions& options)
    : model_(model),
      frame_(frame),
      inputs_(std::move(inputs)),
      bounds_(std::move(bounds)),
      options_(options),
      statics_(model),
      least_squares_(6, int(inputs_.size())),
      ws_(model),
      forces_(model, inputs_),
      scale_(Eigen::Index(inputs_.size())),
      low_(scale_),
      high_(scale_),
      rhs_(6) {
  expects(frame_.on_body(), "a frame on a body");
  expects(!inputs_.empty(), "inputs to be found");
  expects(bounds_.low.size() == scale_.size() && bounds_.high.size() == scale_.size(),
          "bounds for each of the inputs");
  for (const Body& body : model.bodies)
    for (const JointStep& step : body.steps)
      for (const int input : inputs_)
        expects(input != step.prescribed_input, "inputs that push, not coordinates");
}

void InverseStatics::forget() {
  least_squares_.forget();
  statics_.set_connection_forces(VectorX::Zero(statics_.connection_forces().size()));
}

Status InverseStatics::equilibrium(const Input& u, State& x, Pose& X_WF) {
  StaticsResult result = statics_.solve(u, options_.statics, x);
  if (!result.status.ok()) return result.status;
  update_kinematics(model_, x, u, nullptr, ws_);
  X_WF = point_pose(ws_, frame_.body, frame_.point) * shift_of(frame_);
  return {};
}

// Newton's method from a guess that must be near: steps have to shrink. What the robot does far
// away, or after a jump, is not wanted here.
bool InverseStatics::follow(const Input& u, State& x, Pose& X_WF) {
  constexpr int kMaxSteps = 12;
  const int nv = model_.nv;
  const VectorX lambda = statics_.connection_forces();
  double last = std::numeric_limits<double>::infinity();
  for (int k = 0; k < kMaxSteps && interruption().ok(); ++k) {
    statics_.residual(u, x, residual_);
    statics_.tangent(u, x, K_);
    const VectorX d = -Lu(K_).solve(residual_);
    const double size = d.cwiseProduct(statics_.step_weight()).cwiseAbs().maxCoeff();
    if (!(size < last) && last > 1e3 * options_.statics.tolerance) break;
    const VectorX q = x.q;
    retract(model_, q, d.head(nv), x.q);
    statics_.set_connection_forces(statics_.connection_forces() + d.tail(d.size() - nv));
    const bool settled = size < options_.statics.tolerance || !(size < last);
    last = size;
    if (!settled) continue;
    update_kinematics(model_, x, u, nullptr, ws_);
    if (!statics_.check(x).ok()) break;
    X_WF = point_pose(ws_, frame_.body, frame_.point) * shift_of(frame_);
    return true;
  }
  statics_.set_connection_forces(lambda);
  return false;
}

InverseStatics::Error InverseStatics::error(const Pose& goal, const Pose& X_WF) const {
  Error error;
  if (position_only(options_.weight))
    error.e << Vector3::Zero(), goal.p - X_WF.p;
  else
    error.e = log_se3(X_WF.inverse() * goal);
  error.cost = options_.weight.cwiseProduct(error.e).squaredNorm();
  return error;
}

// A frame that moves by zeta (in its own axes) changes Omega = log(X^-1 G) by -T(Omega)^-1 zeta,
// and p_G - p by -R zeta's linear part.
Status InverseStatics::linearise(const Pose& goal, const Input& u, const State& x) {
  statics_.tangent(u, x, K_);
  update_kinematics(model_, x, u, nullptr, ws_);
  const Pose X_PF = shift_of(frame_);
  const Pose X_WF = point_pose(ws_, frame_.body, frame_.point) * X_PF;
  const MatrixX J = jacobian(model_, ws_, frame_.body, frame_.point);
  forces_.compute(model_, x, u, nullptr, ws_);
  const MatrixX& B = forces_.B();

  MatrixX forces = MatrixX::Zero(K_.rows(), B.cols());
  forces.topRows(model_.nv) = B;
  for (const Body& body : model_.bodies)
    for (const JointStep& step : body.steps)
      if (step.prescribed()) forces.row(step.v).setZero();
  const MatrixX moved = Lu(K_).solve(forces);
  if (!moved.allFinite())
    return Status::fail(Status::Code::diverged, "inverse statics: the equilibrium is critical",
                        x.t);
  S_ = moved.topRows(model_.nv);

  A_.resize(6, S_.cols());
  const DexpT<double> T_inverse = dexp_left_inverse(log_se3(X_WF.inverse() * goal));
  for (Eigen::Index k = 0; k < S_.cols(); ++k) {
    const Vector6 zeta = Ad_inv_apply(X_PF, Vector6(J * S_.col(k)));
    Vector6 change;
    if (position_only(options_.weight))
      change << Vector3::Zero(), -(X_WF.R * zeta.tail<3>());
    else
      change = -T_inverse.apply(zeta);
    A_.col(k) = options_.weight.cwiseProduct(change);
  }
  return {};
}

double InverseStatics::step(const Error& error, const Input& u, double damping) {
  const double largest = A_.colwise().norm().maxCoeff();
  if (!(largest > 0)) return 0;
  A_scaled_ = A_;
  for (Eigen::Index k = 0; k < A_.cols(); ++k) {
    // inputs of all sorts of units: each in units of what it does
    scale_[k] = 1 / std::max(A_.col(k).norm(), 1e-6 * largest);
    A_scaled_.col(k) *= scale_[k];
    const double now = u.u[inputs_[size_t(k)]];
    low_[k] = (bounds_.low[k] - now) / scale_[k];
    high_[k] = (bounds_.high[k] - now) / scale_[k];
  }
  rhs_ = -options_.weight.cwiseProduct(error.e);
  scaled_step_ = VectorX::Zero(A_.cols());
  const BoundedLeastSquares::Problem problem{A_scaled_, rhs_, low_, high_, damping};
  if (!least_squares_.solve(problem, scaled_step_).ok()) return 0;
  step_ = scale_.cwiseProduct(scaled_step_);
  return rhs_.squaredNorm() - (A_scaled_ * scaled_step_ - rhs_).squaredNorm();
}

Input InverseStatics::within_bounds(Input u) const {
  for (size_t k = 0; k < inputs_.size(); ++k) {
    const auto i = Eigen::Index(k);
    u.u[inputs_[k]] = std::clamp(u.u[inputs_[k]], bounds_.low[i], bounds_.high[i]);
  }
  return u;
}

// A far goal may hide behind a local minimum, most of all if the guess is in a corner of the
// bounds.
InverseStaticsResult InverseStatics::solve(const Pose& goal, const Input& u_guess,
                                           const State& guess) {
  InverseStaticsResult best = search(goal, u_guess, guess);
  if (!options_.restarts || !(bounds_.high - bounds_.low).allFinite()) return best;
  for (const double share : kRestarts) {
    if (best.reached || best.status.code == Status::Code::interrupted) break;
    Input u = u_guess;
    for (size_t k = 0; k < inputs_.size(); ++k) {
      const auto i = Eigen::Index(k);
      u.u[inputs_[k]] = bounds_.low[i] + share * (bounds_.high[i] - bounds_.low[i]);
    }
    InverseStaticsResult next = search(goal, u, guess);
    const bool nearer = error(goal, next.X_WF).cost < error(goal, best.X_WF).cost;
    if (next.status.ok() && (nearer || !best.status.ok())) best = std::move(next);
  }
  return best;
}

InverseStaticsResult InverseStatics::search(const Pose& goal, const Input& u_guess,
                                            const State& guess) {
  InverseStaticsResult result;
  Input u = within_bounds(u_guess);
  State x = guess;
  Pose X_WF;
  result.status =
      model_.nv > 0
          ? equilibrium(u, x, X_WF)
          : Status::fail(Status::Code::diverged,
                         "inverse statics: nothing can move, as no coordinate is free", x.t);
  result.equilibria = 1;
  Error now = error(goal, X_WF);
  double damping = 1e-6;
  int misses = 0;  // steps to where there was no equilibrium
  bool fresh = true, done = !result.status.ok();
  while (!done) {
    if (Status stop = interruption(x.t); !stop.ok()) {
      result.status = std::move(stop);
      break;
    }
    if (now.e.cwiseProduct(options_.weight).cwiseAbs().maxCoeff() < options_.tolerance) break;
    if (++result.iterations > options_.max_iterations) {
      result.status = Status::fail(Status::Code::stalled,
                                   misses > options_.max_iterations / 5 ? kLost : kNoEnd);
      break;
    }
    if (fresh) result.status = linearise(goal, u, x);
    if (!result.status.ok()) break;
    const double gain = step(now, u, damping);
    if (!(gain > 1e-14 * now.cost)) break;  // nothing more to win within the bounds

    // the next equilibrium is near the one that the sensitivities foretell
    Input next_u = u;
    for (size_t k = 0; k < inputs_.size(); ++k) next_u.u[inputs_[k]] += step_[Eigen::Index(k)];
    State next = x;
    retract(model_, x.q, S_ * step_, next.q);
    Pose next_X;
    const VectorX lambda = statics_.connection_forces();
    ++result.equilibria;
    const bool found = follow(next_u, next, next_X);
    misses += !found;
    const Error then = found ? error(goal, next_X) : now;
    fresh = found && then.cost < now.cost;
    if (fresh) {
      const double ratio = (now.cost - then.cost) / gain;
      damping = ratio > 0.75   ? std::max(0.2 * damping, kLeastDamping)
                : ratio < 0.25 ? 4 * damping
                               : damping;
      u = next_u;
      x = next;
      X_WF = next_X;
      now = then;
    } else {
      statics_.set_connection_forces(lambda);
      damping = std::max(10 * damping, 1e-4);
      done = damping > kMostDamping;
      if (!found && (done || scaled_step_.norm() < kLeastStep)) {
        result.status = Status::fail(Status::Code::stalled, kLost);
        break;
      }
    }
  }
  result.x = x;
  result.X_WF = X_WF;
  report(goal, u, result);
  return result;
}

void InverseStatics::report(const Pose& goal, const Input& u, InverseStaticsResult& result) const {
  result.inputs.resize(Eigen::Index(inputs_.size()));
  result.active.assign(inputs_.size(), BoundedLeastSquares::At::inside);
  for (size_t k = 0; k < inputs_.size(); ++k) {
    const auto i = Eigen::Index(k);
    const double value = result.inputs[i] = u.u[inputs_[k]];
    if (value <= bounds_.low[i]) result.active[k] = BoundedLeastSquares::At::low;
    if (value >= bounds_.high[i]) result.active[k] = BoundedLeastSquares::At::high;
  }
  result.position_error = (goal.p - result.X_WF.p).norm();
  result.rotation_error = log_so3(result.X_WF.R.transpose() * goal.R).norm();
  const Vector6 e = error(goal, result.X_WF).e;
  result.reached = result.status.ok() && e.head<3>().norm() < options_.reach &&
                   e.tail<3>().norm() < options_.reach;
}

std::vector<WorkspaceSample> workspace_sample(const Model& model, const BodyPlace& frame,
                                              const std::vector<int>& inputs, const Input& u,
                                              const std::vector<VectorX>& choices,
                                              const State& start, const StaticsOptions& options) {
  StaticsSolver statics(model);
  Workspace ws(model);
  std::vector<WorkspaceSample> samples;
  samples.reserve(choices.size());
  Input at = u;
  for (size_t i = 0; i < choices.size(); ++i) {
    expects(choices[i].size() == Eigen::Index(inputs.size()), "one value for each of the inputs");
    WorkspaceSample sample;
    sample.x = start;
    sample.status = interruption(start.t);
    if (!sample.status.ok()) {
      samples.push_back(std::move(sample));
      continue;
    }
    double nearest = std::numeric_limits<double>::infinity();
    for (size_t j = 0; j < i; ++j) {
      const double distance = (choices[j] - choices[i]).squaredNorm();
      if (!samples[j].status.ok() || distance >= nearest) continue;
      nearest = distance;
      sample.x = samples[j].x;
    }
    for (size_t k = 0; k < inputs.size(); ++k) at.u[inputs[k]] = choices[i][Eigen::Index(k)];
    sample.status = statics.solve(at, options, sample.x).status;
    if (sample.status.ok()) {
      update_kinematics(model, sample.x, at, nullptr, ws);
      sample.X_WF = point_pose(ws, frame.body, frame.point) * shift_of(frame);
    }
    samples.push_back(std::move(sample));
  }
  return samples;
}

}  // namespace cuttle
