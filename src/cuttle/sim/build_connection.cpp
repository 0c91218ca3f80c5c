#include <fmt/format.h>

#include <Eigen/Dense>
#include <cmath>

#include "cuttle/connection/conflict.h"
#include "cuttle/connection/constraint_solver.h"
#include "cuttle/connection/dense_rows.h"
#include "cuttle/dynamics/kinematics.h"
#include "cuttle/model/joint_build.h"
#include "cuttle/sim/build_draft.h"
#include "cuttle/sim/scales.h"

namespace cuttle {

namespace {

constexpr double kClosed = 1e-12;
constexpr int kMaxIterations = 200;

Mount make_mount(const Draft& draft, const ConnectionEndSpec& end) {
  const int body = draft.body_index(end.body);
  return {body, point_of(draft, body, end.at), {end.pose.rotation, end.pose.position}};
}

// how willingly a velocity takes part in closing the loops: joints before strains
VectorX closing_weights(const Model& model) {
  VectorX weight = displacement_scale(model).cwiseAbs2();
  for (const Body& body : model.bodies) {
    weight.segment(body.v, body.n()) *= 1e-4;
    for (const JointStep& step : body.steps)
      if (step.prescribed()) weight[step.v] = 0;
  }
  return weight;
}

double size_of_gap(const VectorX& gap) { return gap.size() > 0 ? gap.cwiseAbs().maxCoeff() : 0; }

// the connection that is farthest from closed
const Connection& worst(const Model& model, const DenseRows& rows) {
  Eigen::Index row = 0;
  rows.gap.cwiseAbs().maxCoeff(&row);
  int first = 0;
  for (const Connection& connection : model.connections) {
    first += connection.rows();
    if (rows.index[size_t(row)] < first) return connection;
  }
  return model.connections.back();
}

// Gauss-Newton with halved steps: the nearest state that closes all connections, or the best found
DenseRows close_loops(const Model& model, const Input& u, State& x) {
  Workspace ws(model);
  const VectorX weight = closing_weights(model);
  const auto rows_at = [&](const VectorX& q) {
    State at = x;
    at.q = q;
    update_kinematics(model, at, u, nullptr, ws);
    return dense_rows(model, at, ws);
  };
  DenseRows rows = rows_at(x.q);
  VectorX q = x.q;
  for (int k = 0; k < kMaxIterations && size_of_gap(rows.gap) > kClosed; ++k) {
    const MatrixX WAt = weight.asDiagonal() * rows.A.transpose();
    Eigen::CompleteOrthogonalDecomposition<MatrixX> solver(rows.A * WAt);
    solver.setThreshold(1e-10);
    const VectorX step = -WAt * solver.solve(rows.gap);
    bool better = false;
    for (double fraction = 1; fraction > 1e-4 && !better; fraction /= 2) {
      retract(model, x.q, fraction * step, q);
      DenseRows trial = rows_at(q);
      better = trial.gap.norm() < rows.gap.norm();
      if (better) rows = std::move(trial);
    }
    if (!better) break;
    x.q = q;
  }
  return rows;
}

}  // namespace

void add_connections(Draft& draft) {
  for (const ConnectionSpec& spec : draft.spec.connections) {
    Connection connection;
    connection.name = spec.name;
    connection.kind = find_connection_kind(spec.type);
    connection.a = make_mount(draft, spec.a);
    connection.b = make_mount(draft, spec.b);
    connection.axis = spec.axis;
    if (connection.kind->turns == HeldTurns::cardan) {
      // the two axes of the joint of that name
      const auto steps = make_steps(*find_joint_kind(spec.type), spec.axis, spec.axis2, 0);
      connection.axis = steps[0].S.head<3>();
      connection.axis2 = steps[1].S.head<3>();
    }
    connection.pitch = spec.pitch;
    draft.model.connections.push_back(std::move(connection));
  }
}

void close_connections(Draft& draft, const Input& u, State& x) {
  const Model& model = draft.model;
  if (model.connections.empty()) return;
  for (size_t i = 0; i < model.connections.size(); ++i)
    x.connections[i].closed = !draft.spec.connections[i].closes.has_value();
  const DenseRows rows = close_loops(model, u, x);
  const double gap = size_of_gap(rows.gap);
  if (gap > 1e-9) {
    const Connection& open = worst(model, rows);
    Workspace ws(model);
    update_kinematics(model, x, u, nullptr, ws);
    const std::string conflict = describe_conflict(model, x, ws);
    for (const ConnectionSpec& spec : draft.spec.connections)
      if (spec.name == open.name)
        draft.diagnostics.add(spec.origin.error(
            "",
            fmt::format(
                "the loop cannot close: the nearest state found leaves a gap of {:.3g} (m, rad){}",
                gap, conflict),
            "check the lengths and poses, or give initial joint coordinates closer to it"));
    return;
  }
  // velocities that the loop allows, by the principle of least change
  if (x.v.isZero(0)) return;
  ConstraintSolver solver(model);
  const Status status = solver.impact(model, u, x);
  if (!status.ok()) draft.diagnostics.add(draft.spec.origin.error("connections", status.message));
}

}  // namespace cuttle
