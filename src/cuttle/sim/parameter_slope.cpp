#include "cuttle/sim/parameter_slope.h"

#include <Eigen/Dense>
#include <cmath>

#include "cuttle/base/error.h"
#include "cuttle/connection/constraint_solver.h"
#include "cuttle/connection/dense_rows.h"
#include "cuttle/dynamics/dense.h"
#include "cuttle/dynamics/forward.h"
#include "cuttle/dynamics/inverse.h"
#include "cuttle/sim/free_motion.h"
#include "cuttle/sim/statics.h"

namespace cuttle {
namespace {

constexpr double kPart = 3e-3;  // of the parameter: step of the differences

/// Derivative of a vector function of the parameter by five points; at the end of its range (a
/// Poisson's ratio of 0.5) by five points on one side.
VectorX five_points(double value, const std::function<VectorX(double)>& f) {
  const double wanted = kPart * (value == 0 ? 1 : std::abs(value));
  const double h = (value + wanted) - value;
  const auto one_sided = [&](double step) -> VectorX {
    return (-25 * f(value) + 48 * f(value + step) - 36 * f(value + 2 * step) +
            16 * f(value + 3 * step) - 3 * f(value + 4 * step)) /
           (12 * step);
  };
  try {
    return (8 * (f(value + h) - f(value - h)) - (f(value + 2 * h) - f(value - 2 * h))) / (12 * h);
  } catch (const InputError&) {
  }
  try {
    return one_sided(-h);
  } catch (const InputError&) {
    return one_sided(h);
  }
}

Status check(const VectorX& slope, double t) {
  if (slope.allFinite()) return {};
  return Status::fail(Status::Code::not_finite, "the derivative is not finite", t);
}

}  // namespace

Status acceleration_slope(const ScenarioOf& scenario_of, double value, const State& x,
                          const Input& u, VectorX& da_dp) {
  const Scenario here = scenario_of(value);
  const Model& model = here.model;
  Workspace ws(model);
  if (!model.connections.empty()) {
    // loops change with the parameter, too: the constrained accelerations themselves
    Status status;
    da_dp = five_points(value, [&](double p) {
      const Scenario moved = scenario_of(p);
      Workspace own(moved.model);
      ConstraintSolver solver(moved.model);
      if (Status solved = solver.solve(moved.model, x, u, own); !solved.ok()) status = solved;
      return own.a;
    });
    return status.ok() ? check(da_dp, x.t) : status;
  }
  forward_dynamics(model, x, u, ws);
  const VectorX a = ws.a;
  const VectorX tau = five_points(value, [&](double p) {
    const Scenario moved = scenario_of(p);
    Workspace own(moved.model);
    inverse_dynamics(moved.model, x, u, a.data(), own);
    return own.tau;
  });
  const MatrixX Z = free_columns(model);
  const MatrixX M = Z.transpose() * mass_matrix(model, x, u, ws) * Z;
  da_dp = -Z * M.llt().solve(Z.transpose() * tau);
  return check(da_dp, x.t);
}

Status statics_slope(const ScenarioOf& scenario_of, double value, const State& x, const Input& u,
                     VectorX& dq_dp) {
  const Scenario here = scenario_of(value);
  const Model& model = here.model;
  State at = x;
  at.v.setZero();
  Workspace ws(model);
  VectorX lambda;
  if (!model.connections.empty()) {
    inverse_dynamics(model, at, u, nullptr, ws);
    lambda = static_multipliers(model, at, u, ws);
  }
  const auto residual = [&](double p) {
    const Scenario moved = scenario_of(p);
    StaticsSolver solver(moved.model);
    if (lambda.size() > 0) solver.set_connection_forces(lambda);
    VectorX r;
    solver.residual(u, at, r);
    return r;
  };
  StaticsSolver solver(model);
  if (lambda.size() > 0) solver.set_connection_forces(lambda);
  MatrixX K;
  VectorX r;
  solver.residual(u, at, r);
  solver.tangent(u, at, K);
  dq_dp = -K.completeOrthogonalDecomposition().solve(five_points(value, residual)).head(model.nv);
  return check(dq_dp, x.t);
}

}  // namespace cuttle
