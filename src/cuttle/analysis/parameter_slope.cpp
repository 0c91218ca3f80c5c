#include "cuttle/analysis/parameter_slope.h"

#include <cmath>
#include <span>

#include "cuttle/analysis/equilibrium.h"
#include "cuttle/analysis/linear_motion.h"
#include "cuttle/base/error.h"
#include "cuttle/connection/constraint_solver.h"
#include "cuttle/connection/dense_rows.h"
#include "cuttle/connection/free_motion.h"
#include "cuttle/dynamics/dense.h"
#include "cuttle/dynamics/forward.h"
#include "cuttle/dynamics/inverse.h"
#include "cuttle/math/difference.h"
#include "cuttle/math/linalg/lu.h"
#include "cuttle/math/linalg/orthogonal.h"
#include "cuttle/math/linalg/product.h"

namespace cuttle {
namespace {

constexpr double kPart = 3e-3;  // of the parameter: step of the differences

/// At the end of a range (a Poisson's ratio of 0.5) all points are on one side.
struct Stencil {
  double step;
  std::span<const DifferenceNode> nodes;
};

/// A step that is a number of the machine beside `value`.
double exact_step(double value, double wanted) { return (value + wanted) - value; }

double usual_scale(double value) { return value == 0 ? 1 : std::abs(value); }

/// The scenarios at the points of the first stencil whose points all exist.
class Neighbours {
 public:
  Neighbours(const ScenarioOf& scenario_of, double value, double scale) {
    const double h = exact_step(value, kPart * scale);
    const Stencil choices[] = {{h, kCentralNodes}, {-h, kOneSidedNodes}, {h, kOneSidedNodes}};
    for (const Stencil& choice : choices) {
      stencil_ = choice;
      scenarios_.clear();
      try {
        for (const DifferenceNode& node : stencil_.nodes)
          scenarios_.push_back(scenario_of(value + node.steps * stencil_.step));
        return;
      } catch (const InputError&) {
        if (&choice == std::end(choices) - 1) throw;
      }
    }
  }

  /// Derivative of f(scenario, distance from the value).
  VectorX derivative(const std::function<VectorX(const Scenario&, double)>& f) const {
    VectorX sum;
    for (std::size_t i = 0; i < scenarios_.size(); ++i) {
      const DifferenceNode& node = stencil_.nodes[i];
      const VectorX term = node.weight * f(scenarios_[i], node.steps * stencil_.step);
      if (i == 0)
        sum = term;
      else
        sum += term;
    }
    return sum / (12 * stencil_.step);
  }

 private:
  Stencil stencil_{};
  std::vector<Scenario> scenarios_;
};

Status check(const VectorX& slope, double t) {
  if (slope.allFinite()) return {};
  return Status::fail(Status::Code::not_finite, "the derivative is not finite", t);
}

}  // namespace

Status acceleration_slope(const ScenarioOf& scenario_of, double value, const State& x,
                          const Input& u, VectorX& da_dp) {
  const Scenario here = scenario_of(value);
  const Model& model = here.model;
  const Neighbours around(scenario_of, value, usual_scale(value));
  Workspace ws(model);
  if (!model.connections.empty()) {
    // loops change with the parameter, too: the constrained accelerations themselves
    Status status;
    da_dp = around.derivative([&](const Scenario& moved, double) {
      Workspace own(moved.model);
      ConstraintSolver solver(moved.model);
      if (Status solved = solver.solve(moved.model, x, u, own); !solved.ok()) status = solved;
      return own.a;
    });
    return status.ok() ? check(da_dp, x.t) : status;
  }
  forward_dynamics(model, x, u, ws);
  const VectorX a = ws.a;
  const VectorX tau = around.derivative([&](const Scenario& moved, double) {
    Workspace own(moved.model);
    inverse_dynamics(moved.model, x, u, a.data(), own);
    return own.tau;
  });
  const MatrixX Z = free_columns(model);
  const MatrixX M = congruent(Z, mass_matrix(model, x, u, ws));
  da_dp = -apply(Z, Cholesky(M).solve(apply_transpose(Z, tau)));
  return check(da_dp, x.t);
}

namespace {

using InputOf = std::function<Input(const Scenario&)>;

/// dq/dp by the implicit function theorem: -K^-1 dr/dp.
VectorX displacement(const Scenario& here, const Neighbours& around, const State& x,
                     const InputOf& input_of) {
  const Model& model = here.model;
  const Input u = input_of(here);
  State at = x;
  at.v.setZero();
  Workspace ws(model);
  VectorX lambda;
  if (!model.connections.empty()) {
    inverse_dynamics(model, at, u, nullptr, ws);
    lambda = static_multipliers(model, at, u, ws);
  }
  const auto residual = [&](const Scenario& moved, double) {
    StaticsSolver solver(moved.model);
    if (lambda.size() > 0) solver.set_connection_forces(lambda);
    VectorX r;
    solver.residual(input_of(moved), at, r);
    return r;
  };
  StaticsSolver solver(model);
  if (lambda.size() > 0) solver.set_connection_forces(lambda);
  MatrixX K;
  VectorX r;
  solver.residual(u, at, r);
  solver.tangent(u, at, K);
  return -LeastNorm(K).solve(around.derivative(residual)).head(model.nv);
}

}  // namespace

Status statics_slope(const ScenarioOf& scenario_of, double value, const State& x, const Input& u,
                     VectorX& dq_dp) {
  const Neighbours around(scenario_of, value, usual_scale(value));
  dq_dp = displacement(scenario_of(value), around, x, [&](const Scenario&) { return u; });
  return check(dq_dp, x.t);
}

Status equilibrium_slope(const ScenarioOf& scenario_of, double value, double scale, const State& x,
                         const ReadOff& read_off, VectorX& df_dp) {
  Status status;
  const auto input_of = [&status](const Scenario& scenario) {
    InputSource inputs = scenario.inputs;
    Input u;
    if (Status known = evaluate_at_rest(inputs, 0, u); !known.ok()) status = known;
    return u;
  };
  const Scenario here = scenario_of(value);
  const Neighbours around(scenario_of, value, scale);
  const VectorX dq_dp = displacement(here, around, x, input_of);
  if (!status.ok()) return status;
  df_dp = around.derivative([&](const Scenario& moved, double distance) {
    State there = x;
    const VectorX step = distance * dq_dp;
    retract(here.model, x.q, step, there.q);
    return read_off(moved, there, input_of(moved));
  });
  return status.ok() ? check(df_dp, x.t) : status;
}

}  // namespace cuttle
