#include "cuttle/analysis/linearize.h"

#include <cmath>

#include "cuttle/analysis/statics.h"
#include "cuttle/base/interrupt.h"
#include "cuttle/compile/update_forces.h"
#include "cuttle/connection/constrained_derivatives.h"
#include "cuttle/connection/dense_rows.h"
#include "cuttle/connection/free_motion.h"
#include "cuttle/connection/scales.h"
#include "cuttle/dynamics/inverse.h"
#include "cuttle/math/linalg/lu.h"
#include "cuttle/math/linalg/orthogonal.h"
#include "cuttle/record/net_reading.h"

namespace cuttle {
namespace {

/// Probes as functions of small changes (displacement, velocities, inputs).
class Outputs {
 public:
  Outputs(const Scenario& scenario, const State& x, const Input& u,
          const std::vector<std::string>& names)
      : scenario_(scenario),
        x_(x),
        u_(u),
        ws_(scenario.model),
        constraints_(make_constraints(scenario)) {
    for (const auto& net : scenario.nets) ws_.nets.push_back(rest_reading(*net));
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
    update_forces(scenario_.model, x, u, true, constraints_.get(), ws_);
    VectorX y(Eigen::Index(chosen_.size()));
    for (std::size_t i = 0; i < chosen_.size(); ++i) {
      const Probe& probe = scenario_.probes[chosen_[i].probe];
      row_.resize(probe.columns().size());
      probe.evaluate(scenario_.model, x, u, ws_, row_);
      y[Eigen::Index(i)] = row_[chosen_[i].column];
    }
    return y;
  }

  /// Derivative along one direction, by differences of fourth order over a step of this size.
  VectorX along(const VectorX& dq, const VectorX& dv, const VectorX& du, double h) {
    const auto pair = [&](double s) -> VectorX {
      return at(s * dq, s * dv, s * du) - at(-s * dq, -s * dv, -s * du);
    };
    return (8 * pair(h) - pair(2 * h)) / (12 * h);
  }

 private:
  const Scenario& scenario_;
  const State& x_;
  const Input& u_;
  Workspace ws_;
  std::unique_ptr<ConstraintSolver> constraints_;
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
  linear.A.topLeftCorner(n, n) = Z.transpose() * (slope - moving_frames(model, x.v) * Z);
  linear.A.topRightCorner(n, n).setIdentity();
  linear.A.bottomLeftCorner(n, n) = Z.transpose() * (d.da_dq * Z + d.da_dv * slope);
  linear.A.bottomRightCorner(n, n) = Z.transpose() * d.da_dv * Z;
  linear.B.setZero(2 * n, model.nu());
  linear.B.bottomRows(n) = Z.transpose() * d.da_du;
  linear.acceleration = Z.transpose() * d.a;
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

}  // namespace cuttle
