#include "cuttle/sim/lqr_design.h"

#include <fmt/format.h>

#include <algorithm>

#include "cuttle/base/interrupt.h"
#include "cuttle/control/bounded_least_squares.h"
#include "cuttle/control/discretise.h"
#include "cuttle/control/riccati.h"
#include "cuttle/sim/statics.h"

namespace cuttle {
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
    const VectorX b = B * command - linear.acceleration;
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
  Q.topLeftCorner(n, n) = Z.transpose() * task.position_cost.asDiagonal() * Z;
  Q.block(n, n, n, n) = Z.transpose() * task.velocity_cost.asDiagonal() * Z;
  const MatrixX R = task.input_cost.asDiagonal();
  const Regulator regulator =
      discrete_regulator(system.A, system.B, task.sample_time * Q, task.sample_time * R);
  if (!regulator.status.ok()) return regulator.status;

  design.closed = system.A - system.B * regulator.K;
  design.K_x.resize(commands, 2 * model.nv);
  design.K_x << regulator.K.leftCols(n) * Z.transpose(),
      regulator.K.middleCols(n, n) * Z.transpose();
  design.K_u = MatrixX::Zero(commands, commands);
  if (task.delay > 0) design.K_u = regulator.K.rightCols(commands);
  design.u0.resize(commands);
  for (Eigen::Index i = 0; i < commands; ++i) design.u0[i] = held.u[task.inputs[size_t(i)]];
  return {};
}

}  // namespace cuttle
