#include "cuttle/analysis/linearize.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cuttle/analysis/linear_motion.h"
#include "cuttle/analysis/statics.h"
#include "cuttle/base/interrupt.h"
#include "cuttle/compile/state_reader.h"
#include "cuttle/connection/constrained_derivatives.h"
#include "cuttle/connection/dense_rows.h"
#include "cuttle/connection/free_motion.h"
#include "cuttle/connection/scales.h"
#include "cuttle/control/bounded_least_squares.h"
#include "cuttle/dynamics/inverse.h"
#include "cuttle/math/difference.h"
#include "cuttle/math/linalg/lu.h"
#include "cuttle/math/linalg/orthogonal.h"
#include "cuttle/math/linalg/product.h"

namespace cuttle {

namespace {

/// Probes as functions of small changes (displacement, velocities, inputs).
class Outputs {
 public:
  Outputs(const Scenario& scenario, const State& x, const Input& u,
          const std::vector<std::string>& names)
      : scenario_(scenario), x_(x), u_(u), reader_(scenario) {
    for (const std::string& name : names)
      for (std::size_t p = 0; p < scenario.probes.size(); ++p) {
        const std::vector<Column>& columns = scenario.probes[p].columns();
        for (std::size_t i = 0; i < columns.size(); ++i) {
          if (columns[i].name != name) continue;
          chosen_.push_back({p, i});
          columns_.push_back(columns[i]);
        }
      }
  }

  const std::vector<Column>& columns() const { return columns_; }

  VectorX at(const VectorX& dq, const VectorX& dv, const VectorX& du) {
    State x = x_;
    Input u = u_;
    retract(scenario_.model, x_.q, dq, x.q);
    x.v += dv;
    u.u += du;
    reader_.read(x, u, true);
    VectorX y(Eigen::Index(chosen_.size()));
    for (std::size_t i = 0; i < chosen_.size(); ++i) {
      const Probe& probe = scenario_.probes[chosen_[i].probe];
      row_.resize(probe.columns().size());
      probe.evaluate(scenario_.model, x, u, reader_.workspace(), row_);
      y[Eigen::Index(i)] = row_[chosen_[i].column];
    }
    return y;
  }

  /// Derivative along one direction, by differences of fourth order over a step of this size.
  VectorX along(const VectorX& dq, const VectorX& dv, const VectorX& du, double h) {
    return central_derivative([&](double s) { return at(s * dq, s * dv, s * du); }, h);
  }

 private:
  const Scenario& scenario_;
  const State& x_;
  const Input& u_;
  StateReader reader_;
  struct Place {
    std::size_t probe, column;
  };
  std::vector<Place> chosen_;
  std::vector<Column> columns_;
  std::vector<double> row_;
};

constexpr double kStep = 1e-3;  // of differences, in units of the scales

}  // namespace

Status linearize(const Model& model, const State& x, const Input& u, Linearization& linear) {
  Workspace ws(model);
  ConstrainedDerivatives solver(model);
  AccelerationDerivatives d;
  if (Status status = solver.solve(model, x, u, ws, d); !status.ok()) return status;
  linear.basis = free_basis(model, x, u, ws);
  const MatrixX& Z = linear.basis;
  const int n = linear.n();
  const MatrixX slope = velocity_slope(model, x, u, Z, ws);

  linear.A.setZero(2 * n, 2 * n);
  linear.A.topLeftCorner(n, n) = transpose_times(Z, slope - times(moving_frames(model, x.v), Z));
  linear.A.topRightCorner(n, n).setIdentity();
  linear.A.bottomLeftCorner(n, n) = transpose_times(Z, times(d.da_dq, Z) + times(d.da_dv, slope));
  linear.A.bottomRightCorner(n, n) = congruent(Z, d.da_dv);
  linear.B.setZero(2 * n, model.nu());
  linear.B.bottomRows(n) = transpose_times(Z, d.da_du);
  linear.acceleration = apply_transpose(Z, d.a);
  if (linear.A.allFinite() && linear.B.allFinite()) return {};
  return Status::fail(Status::Code::not_finite, "the linearisation is not finite", x.t);
}

Status linearize(const Scenario& scenario, const State& x, const Input& u,
                 const std::vector<std::string>& outputs, Linearization& linear) {
  const Model& model = scenario.model;
  if (Status status = linearize(model, x, u, linear); !status.ok()) return status;
  Outputs y(scenario, x, u, outputs);
  linear.outputs = y.columns();
  const int n = linear.n(), count = int(linear.outputs.size());
  linear.C.setZero(count, 2 * n);
  linear.D.setZero(count, model.nu());
  if (count == 0) return {};
  const VectorX none = VectorX::Zero(model.nv), no_input = VectorX::Zero(model.nu());
  const VectorX scale = displacement_scale(model);
  Workspace ws(model);
  const MatrixX slope = velocity_slope(model, x, u, linear.basis, ws);
  for (int j = 0; j < n; ++j) {
    if (Status stop = interruption(x.t); !stop.ok()) return stop;
    const VectorX d = linear.basis.col(j);
    linear.C.col(j) =
        y.along(d, slope.col(j), no_input, kStep / d.cwiseQuotient(scale).cwiseAbs().maxCoeff());
    linear.C.col(n + j) =
        y.along(none, d, no_input, kStep / d.cwiseQuotient(model.v_scale).cwiseAbs().maxCoeff());
  }
  for (int j = 0; j < model.nu(); ++j)
    linear.D.col(j) =
        y.along(none, none, VectorX::Unit(model.nu(), j), kStep * (1 + std::abs(u.u[j])));
  return {};
}

Status statics_derivative(const Model& model, const State& x, const Input& u, MatrixX& dq_du) {
  StaticsSolver statics(model);
  Workspace ws(model);
  VectorX residual;
  MatrixX K;
  State at = x;
  at.v.setZero();
  if (!model.connections.empty()) {
    inverse_dynamics(model, at, u, nullptr, ws);
    statics.set_connection_forces(static_multipliers(model, at, u, ws));
  }
  statics.residual(u, at, residual);
  statics.tangent(u, at, K);
  DerivativeSolver solver(model);
  solver.linearise(model, at, u, VectorX::Zero(model.nv), ws);
  MatrixX load = MatrixX::Zero(K.rows(), model.nu());
  load.topRows(model.nv) = solver.inputs().B();
  // prescribed coordinates go where their inputs are, and take all others along
  for (std::size_t i = 0; i < solver.held().size(); ++i) {
    const int coordinate = solver.held()[i], input = solver.held_inputs()[i];
    load.col(input).head(model.nv) -= solver.tree().K().col(coordinate);
  }
  for (std::size_t i = 0; i < solver.held().size(); ++i) {
    load.row(solver.held()[i]).setZero();
    load(solver.held()[i], solver.held_inputs()[i]) = 1;
  }
  const FullLu lu(K);
  if (!lu.invertible() && model.connections.empty())
    return Status::fail(Status::Code::diverged,
                        "the equilibrium has no derivative: its stiffness is singular", x.t);
  // redundant rows have many multipliers, but one motion
  dq_du = (lu.invertible() ? lu.solve(load) : LeastNorm(K).solve(load)).topRows(model.nv);
  return {};
}

namespace {

constexpr int kTrimSteps = 30;
constexpr double kTrimmed = 1e-9;  // of the accelerations without the inputs
constexpr double kBalanced = 1e-6;

MatrixX chosen_columns(const MatrixX& matrix, const std::vector<int>& chosen) {
  return matrix(Eigen::all, chosen);
}

/// Inputs in their bounds that leave the least acceleration; laws may be curved (thrusters).
Status trim(const Model& model, const LqrTask& task, const State& x, Input& u) {
  const auto commands = Eigen::Index(task.inputs.size());
  Linearization linear;
  VectorX command(commands);
  double last = 0;
  for (int k = 0; k < kTrimSteps; ++k) {
    if (Status stop = interruption(x.t); !stop.ok()) return stop;
    if (Status status = linearize(model, x, u, linear); !status.ok()) return status;
    const double size = linear.acceleration.norm();
    if (k > 0 && std::abs(size - last) <= kTrimmed * last) break;
    last = size;
    const MatrixX B = chosen_columns(linear.B.bottomRows(linear.n()), task.inputs);
    for (Eigen::Index i = 0; i < commands; ++i) command[i] = u.u[task.inputs[size_t(i)]];
    const VectorX b = apply(B, command) - linear.acceleration;
    BoundedLeastSquares solver(int(B.rows()), int(B.cols()));
    const BoundedLeastSquares::Problem problem{B, b, task.bounds.low, task.bounds.high};
    if (Status status = solver.solve(problem, command); !status.ok()) return status;
    for (Eigen::Index i = 0; i < commands; ++i) u.u[task.inputs[size_t(i)]] = command[i];
  }
  return {};
}

Status find_hold(const Scenario& scenario, const LqrTask& task, Input& u, State& x) {
  const Model& model = scenario.model;
  x.v.setZero();
  u.u_dot.setZero();
  u.u_ddot.setZero();
  if (task.about == HoldAt::trim) return trim(model, task, x, u);
  if (task.about == HoldAt::statics) return StaticsSolver(model).solve(u, {}, x).status;
  return {};
}

/// Held where it is, a robot must not accelerate by itself.
Status check_balance(const Scenario& scenario, const LqrTask& task, const State& x, const Input& u,
                     const Linearization& linear) {
  Input off = u;
  for (const int input : task.inputs) off.u[input] = 0;
  Linearization without;
  if (Status status = linearize(scenario.model, x, off, without); !status.ok()) return status;
  const double size = linear.acceleration.norm();
  const double scale = without.acceleration.norm() + scenario.model.gravity.norm();
  if (size <= kBalanced * std::max(1.0, scale)) return {};
  return Status::fail(
      Status::Code::stalled,
      fmt::format("the robot does not rest where it is to be held: it accelerates by {:.3g} (SI); "
                  "about: statics uses its equilibrium, about: trim finds the inputs",
                  size),
      x.t);
}

}  // namespace

Status design_lqr(const Scenario& scenario, const LqrTask& task, const State& x, const Input& u,
                  LqrDesign& design) {
  const Model& model = scenario.model;
  Input held = u;
  design.x0 = x;
  if (Status status = find_hold(scenario, task, held, design.x0); !status.ok()) return status;
  Linearization& linear = design.linear;
  if (Status status = linearize(model, design.x0, held, linear); !status.ok()) return status;
  if (Status status = check_balance(scenario, task, design.x0, held, linear); !status.ok())
    return status;

  const int n = linear.n();
  const auto commands = Eigen::Index(task.inputs.size());
  const DelayedSystem sampled =
      discretise(linear.A, chosen_columns(linear.B, task.inputs), task.sample_time, task.delay);
  const DiscreteSystem system =
      task.delay > 0 ? sampled.augmented() : DiscreteSystem{sampled.A, sampled.B};
  const MatrixX& Z = linear.basis;
  MatrixX Q = MatrixX::Zero(system.A.rows(), system.A.cols());
  const MatrixX Zt = Z.transpose();
  Q.topLeftCorner(n, n) = times(times_diagonal(Zt, task.position_cost), Z);
  Q.block(n, n, n, n) = times(times_diagonal(Zt, task.velocity_cost), Z);
  const MatrixX R = task.input_cost.asDiagonal();
  const Regulator regulator =
      discrete_regulator(system.A, system.B, task.sample_time * Q, task.sample_time * R);
  if (!regulator.status.ok()) return regulator.status;

  design.closed = system.A - times(system.B, regulator.K);
  design.K_x.resize(commands, 2 * model.nv);
  design.K_x << times(regulator.K.leftCols(n), Zt), times(regulator.K.middleCols(n, n), Zt);
  design.K_u = MatrixX::Zero(commands, commands);
  if (task.delay > 0) design.K_u = regulator.K.rightCols(commands);
  design.u0.resize(commands);
  for (Eigen::Index i = 0; i < commands; ++i) design.u0[i] = held.u[task.inputs[size_t(i)]];
  return {};
}

}  // namespace cuttle
