#include "cuttle/sim/statics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cuttle/dynamics/inverse.h"
#include "cuttle/rod/rod.h"
#include "cuttle/sim/scales.h"
#include "cuttle/solve/newton.h"

namespace cuttle {
namespace {

/// How far a first Newton step may go: a bend of two radians along a rod, two radians of a joint,
/// strains of one half.
VectorX reach(const Model& model) {
  VectorX reach = 2 * displacement_scale(model);
  for (const Body& body : model.bodies)
    if (const auto* rod = dynamic_cast<const Rod*>(body.family.get()))
      for (int j = 0; j < body.n(); ++j)
        if (rod->data().column_mode[size_t(j)] >= 3) reach[body.v + j] = 0.5;
  return reach;
}

}  // namespace

StaticsSolver::StaticsSolver(const Model& model)
    : model_(model),
      gravity_(model.gravity),
      ws_(model),
      tangent_(model),
      step_weight_(displacement_scale(model).cwiseInverse()),
      reach_weight_(reach(model).cwiseInverse()) {
  ws_.skip_passive_points();
}

Status StaticsSolver::singular(double load) const {
  const int i = tangent_.singular_body();
  return Status::fail(
      Status::Code::diverged,
      fmt::format("the equilibrium is not determined at '{}': a joint can move without resistance, "
                  "or the load is critical",
                  i < 0 ? std::string("?") : model_.bodies[size_t(i)].name),
      load);
}

StaticsResult StaticsSolver::newton_at(double load, const Input& u, const StaticsOptions& options,
                                       State& x) {
  model_.gravity = load * gravity_;
  Input scaled{load * u.u, load * u.u_dot, load * u.u_ddot};
  x.v.setZero();
  normalize(model_, scaled, x.q, x.v);
  x.v.setZero();
  scaled.u_dot.setZero();
  scaled.u_ddot.setZero();

  State at = x;
  bool first = true;
  NewtonProblem problem;
  problem.residual = [&](const VectorX& q, VectorX& r) {
    at.q = q;
    inverse_dynamics(model_, at, scaled, nullptr, ws_);
    r = ws_.tau;
    clear_prescribed(model_, r);
    return Status{};
  };
  problem.solve = [&](const VectorX& q, const VectorX& r, VectorX& dq) {
    at.q = q;
    tangent_.linearise(model_, at, scaled, nullptr, {1, 0, 0}, ws_);
    if (!tangent_.factor(model_, ws_)) return singular(load);
    tangent_.solve(model_, ws_, r, dq);
    const bool jump =
        near_ && first && !(dq.cwiseProduct(reach_weight_).cwiseAbs().maxCoeff() <= 1);
    first = false;
    if (jump) return Status::fail(Status::Code::diverged, "the load bends the robot too far", load);
    return Status{};
  };
  problem.retract = [&](const VectorX& q, const VectorX& d, VectorX& out) {
    cuttle::retract(model_, q, d, out);
  };
  NewtonOptions newton_options;
  newton_options.residual_tolerance = 0;
  newton_options.step_tolerance = options.tolerance;
  newton_options.step_weight = step_weight_;
  newton_options.max_iterations = options.max_iterations;
  const NewtonResult newton_result = newton(problem, newton_options, x.q, model_.nv);
  StaticsResult result{newton_result.status, newton_result.iterations, newton_result.evaluations,
                       1};
  result.status.t = load;
  return result;
}

StaticsResult StaticsSolver::solve(const Input& u, const StaticsOptions& options, State& x) {
  // mechanisms without stiffness of their own go far under any load: they get a second chance
  const VectorX guess = x.q;
  near_ = true;
  StaticsResult result = attempt(u, options, x);
  if (result.status.ok()) return result;
  x.q = guess;
  near_ = false;
  StaticsResult second = attempt(u, options, x);
  second.iterations += result.iterations;
  second.evaluations += result.evaluations;
  return second;
}

StaticsResult StaticsSolver::attempt(const Input& u, const StaticsOptions& options, State& x) {
  if (options.load_steps == 1) {
    const VectorX guess = x.q;
    StaticsResult direct = newton_at(1, u, options, x);
    if (direct.status.ok()) return direct;
    x.q = guess;
    StaticsResult parts = continuation(u, options, x);
    parts.iterations += direct.iterations;
    parts.evaluations += direct.evaluations;
    return parts;
  }
  return continuation(u, options, x);
}

StaticsResult StaticsSolver::continuation(const Input& u, const StaticsOptions& options, State& x) {
  StaticsResult total;
  double load = 0, step = 1.0 / std::max(options.load_steps, 2);
  while (load < 1) {
    const double next = load + step > 1 - 1e-9 ? 1 : load + step;
    const VectorX guess = x.q;
    StaticsResult part = newton_at(next, u, options, x);
    total.iterations += part.iterations;
    total.evaluations += part.evaluations;
    if (part.status.ok()) {
      load = next;
      ++total.load_steps;
      if (part.iterations <= 6) step = std::min(2 * step, 1.0 / options.load_steps);
      continue;
    }
    x.q = guess;
    step *= 0.5;
    if (step < 1e-6) {
      total.status = part.status;
      total.status.message += fmt::format(" (at {:.3g} of the load)", next);
      return total;
    }
  }
  return total;
}

bool StaticsSolver::stable(const Input& u, const State& x) {
  tangent_.linearise(model_, x, u, nullptr, {1, 0, 0}, ws_);
  const MatrixX K = tangent_.dense(model_, ws_);
  if ((K - K.transpose()).norm() > 1e-6 * K.norm()) return true;
  // prescribed coordinates have empty rows and columns
  MatrixX free = 0.5 * (K + K.transpose());
  for (Eigen::Index i = 0; i < free.rows(); ++i)
    if (free.col(i).isZero(0)) free(i, i) = 1;
  return Eigen::LLT<MatrixX>(free).info() == Eigen::Success;
}

}  // namespace cuttle
