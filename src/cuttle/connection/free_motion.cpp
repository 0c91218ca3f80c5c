#include "cuttle/connection/free_motion.h"

#include <algorithm>

#include "cuttle/base/interrupt.h"
#include "cuttle/connection/dense_rows.h"
#include "cuttle/connection/islands.h"
#include "cuttle/connection/scales.h"
#include "cuttle/dynamics/kinematics.h"
#include "cuttle/math/difference.h"
#include "cuttle/math/linalg/orthogonal.h"
#include "cuttle/math/linalg/product.h"
#include "cuttle/math/se3.h"

namespace cuttle {
namespace {

constexpr double kScaledDifference = 1e-3;  // in units of the scales
constexpr double kMostRanked = 2.5e5;  // numbers in a matrix whose rank takes less than a second

/// Bodies that joints or closed connections tie together, but for the world.
struct Island {
  std::vector<int> free;            // coordinates that are not prescribed
  std::vector<size_t> connections;  // closed
  size_t rows = 0;                  // of these
};

std::vector<Island> islands_of(const Model& model, const State& x) {
  const std::vector<size_t> island_of = islands(model, x);
  std::vector<Island> all(model.bodies.size());  // most of them stay empty
  for (size_t i = 0; i < model.bodies.size(); ++i) {
    const Body& body = model.bodies[i];
    std::vector<int>& free = all[island_of[i]].free;
    for (const JointStep& step : body.steps)
      for (int k = 0; k < step.nv() && !step.prescribed(); ++k) free.push_back(step.v + k);
    for (int k = 0; k < body.n(); ++k) free.push_back(body.v + k);
  }
  for (size_t i = 0; i < model.connections.size(); ++i) {
    const Connection& connection = model.connections[i];
    const int body = std::max(connection.a.body, connection.b.body);
    if (!x.connections[i].closed || body < 0) continue;
    Island& island = all[island_of[size_t(body)]];
    island.connections.push_back(i);
    island.rows += size_t(connection.rows());
  }
  return all;
}

bool ranked(const Island& island) {
  return double(island.rows) * double(island.free.size()) <= kMostRanked;
}

/// The directions in which an island can move. Reads the kinematics of ws.
Eigen::Index freedom_of(const Island& island, const Model& model, const State& x,
                        const Workspace& ws) {
  MatrixX A(Eigen::Index(island.rows), Eigen::Index(island.free.size()));
  Eigen::Index next = 0;
  for (const size_t connection : island.connections) {
    const MatrixX rows = connection_rows(model, x, connection, ws);
    A.middleRows(next, rows.rows()) = rows(Eigen::all, island.free);
    next += rows.rows();
  }
  return null_space(A).cols();
}

}  // namespace

int count_free(const Model& model) {
  int free = model.nv;
  for (const Body& body : model.bodies)
    for (const JointStep& step : body.steps)
      if (step.prescribed()) --free;
  return free;
}

MatrixX free_columns(const Model& model) {
  std::vector<bool> held(size_t(model.nv), false);
  for (const Body& body : model.bodies)
    for (const JointStep& step : body.steps)
      if (step.prescribed()) held[size_t(step.v)] = true;
  MatrixX columns = MatrixX::Zero(model.nv, count_free(model));
  Eigen::Index next = 0;
  for (int i = 0; i < model.nv; ++i)
    if (!held[size_t(i)]) columns(i, next++) = 1;
  return columns;
}

MatrixX free_basis(const Model& model, const State& x, const Input& u, Workspace& ws) {
  const MatrixX free = free_columns(model);
  if (model.connections.empty()) return free;
  update_kinematics(model, x, u, nullptr, ws);
  return times(free, null_space(times(dense_rows(model, x, ws).A, free)));
}

bool moves(const Model& model, const State& x, const Input& u) {
  const std::vector<Island> all = islands_of(model, x);
  const auto loose = [](const Island& island) { return island.rows < island.free.size(); };
  if (std::ranges::any_of(all, loose)) return true;
  Workspace ws(model);
  update_kinematics(model, x, u, nullptr, ws);
  return std::ranges::any_of(all, [&](const Island& island) {
    return !ranked(island) || freedom_of(island, model, x, ws) > 0;
  });
}

int redundant_rows(const Model& model, const State& x, const Input& u) {
  Workspace ws(model);
  update_kinematics(model, x, u, nullptr, ws);
  Eigen::Index redundant = 0;
  for (const Island& island : islands_of(model, x))
    if (island.rows > 0 && ranked(island))
      redundant += Eigen::Index(island.rows) - Eigen::Index(island.free.size()) +
                   freedom_of(island, model, x, ws);
  return int(redundant);
}

MatrixX moving_frames(const Model& model, const VectorX& v) {
  MatrixX N = MatrixX::Zero(model.nv, model.nv);
  for (const Body& body : model.bodies)
    for (const JointStep& step : body.steps) {
      if (step.kind == StepKind::motion)
        N.block<6, 6>(step.v, step.v) = ad(Vector6(v.segment<6>(step.v)));
      if (step.kind == StepKind::rotation)
        N.block<3, 3>(step.v, step.v) = hat(Vector3(v.segment<3>(step.v)));
    }
  return N;
}

MatrixX velocity_slope(const Model& model, const State& x, const Input& u, const MatrixX& Z,
                       Workspace& ws) {
  MatrixX slope = MatrixX::Zero(model.nv, Z.cols());
  if (model.connections.empty() || x.v.isZero(0)) return slope;
  const auto rates = [&](const VectorX& dq) {
    State moved = x;
    retract(model, x.q, dq, moved.q);
    update_kinematics(model, moved, u, nullptr, ws);
    return dense_rows(model, moved, ws).rate;
  };
  update_kinematics(model, x, u, nullptr, ws);
  const MatrixX free = free_columns(model);
  const MatrixX A = times(dense_rows(model, x, ws).A, free);
  // redundant rows are so to the gap that is left, not to round-off
  const LeastNorm rows(A, 1e-9);
  for (Eigen::Index j = 0; j < Z.cols(); ++j) {
    if (!interruption(x.t).ok()) return slope;  // who called asks, too
    const double h =
        kScaledDifference / Z.col(j).cwiseQuotient(displacement_scale(model)).cwiseAbs().maxCoeff();
    const VectorX slope_of_rate =
        central_derivative([&](double s) { return rates(s * Z.col(j)); }, h);
    slope.col(j) = -apply(free, rows.solve(slope_of_rate));
  }
  return slope;
}

}  // namespace cuttle
