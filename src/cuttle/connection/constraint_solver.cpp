#include "cuttle/connection/constraint_solver.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cuttle/actuation/attachment.h"
#include "cuttle/connection/connection_forces.h"
#include "cuttle/dynamics/kinematics.h"
#include "cuttle/dynamics/tree_solve.h"

namespace cuttle {
namespace {

constexpr double kCheapGap = 1e-7;  // below, one correction with old columns is enough
constexpr double kClosedGap = 1e-11;
constexpr int kMaxCorrections = 30;

void gather(const VectorX& all, const std::vector<int>& indices, std::vector<double>& part) {
  part.resize(indices.size());
  for (size_t i = 0; i < indices.size(); ++i) part[i] = all[indices[i]];
}

double product(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

}  // namespace

ConstraintSolver::ConstraintSolver(const Model& model)
    : tree_of_body_(model.bodies.size()),
      projection_(model),
      tau_(VectorX::Zero(model.nv)),
      x_(VectorX::Zero(model.nv)),
      base_wrench_(model.bodies.size()) {
  for (size_t i = 0; i < model.bodies.size(); ++i) {
    const Body& body = model.bodies[i];
    if (body.parent < 0) trees_.emplace_back();
    const int tree = body.parent < 0 ? int(trees_.size()) - 1 : tree_of_body_[size_t(body.parent)];
    tree_of_body_[i] = tree;
    trees_[size_t(tree)].bodies.push_back(int(i));
    std::vector<int>& velocities = trees_[size_t(tree)].velocities;
    for (const JointStep& step : body.steps) {
      has_prescribed_ |= step.prescribed();
      for (int k = 0; k < step.nv(); ++k) velocities.push_back(step.v + k);
    }
    for (int k = 0; k < body.n(); ++k) velocities.push_back(body.v + k);
  }
  for (size_t i = 0; i < model.connections.size(); ++i) {
    first_row_.push_back(int(rows_.size()));
    for (int k = 0; k < model.connections[i].rows(); ++k) {
      rows_.emplace_back();
      rows_.back().connection = int(i);
    }
  }
  motions_.resize(model.connections.size());
  projection_.skip_passive_points();
}

void ConstraintSolver::update_motions(const Model& model, const State& x, const Workspace& ws,
                                      bool with_acceleration) {
  closed_.clear();
  for (size_t i = 0; i < model.connections.size(); ++i) {
    if (!x.connections[i].closed) continue;
    motions_[i] =
        connection_motion(model, ws, model.connections[i], x.connections[i], with_acceleration);
    for (int k = 0; k < motions_[i].rows.count; ++k) closed_.push_back(first_row_[i] + k);
  }
}

void ConstraintSolver::add_column(const Model& model, const Workspace& ws, int row, int connection,
                                  const Vector6& on_a, const Vector6& on_b) {
  Row& r = rows_[size_t(row)];
  const Connection& c = model.connections[size_t(connection)];
  const int tree_a = c.a.body < 0 ? -1 : tree_of_body_[size_t(c.a.body)];
  const int tree_b = c.b.body < 0 ? -1 : tree_of_body_[size_t(c.b.body)];
  r.parts[0].tree = tree_a;
  r.parts[1].tree = tree_b == tree_a ? -1 : tree_b;
  for (Part& part : r.parts) {
    if (part.tree < 0) continue;
    const Tree& tree = trees_[size_t(part.tree)];
    for (const int v : tree.velocities) tau_[v] = 0;
    if (tree_a == part.tree) add_generalized_force(model, ws, c.a.body, c.a.point, on_a, tau_);
    if (tree_b == part.tree) add_generalized_force(model, ws, c.b.body, c.b.point, on_b, tau_);
    solve_factored(model, ws, tree.bodies, tau_, x_, base_wrench_);
    gather(tau_, tree.velocities, part.j);
    gather(x_, tree.velocities, part.x);
  }
}

void ConstraintSolver::update_columns(const Model& model, const Workspace& ws) {
  for (Tree& tree : trees_) tree.rows.clear();
  std::vector<bool> turns;
  for (size_t k = 0; k < closed_.size();) {
    const int connection = rows_[size_t(closed_[k])].connection;
    const ConnectionMotion& motion = motions_[size_t(connection)];
    const RowWrenches wrenches = row_wrenches(motion);
    for (int row = 0; row < motion.rows.count; ++row, ++k) {
      add_column(model, ws, closed_[k], connection, wrenches.on_a.col(row), wrenches.on_b.col(row));
      turns.push_back(row < motion.rows.turns);
      for (const Part& part : rows_[size_t(closed_[k])].parts)
        if (part.tree >= 0) trees_[size_t(part.tree)].rows.push_back(int(k));
    }
  }

  // rows meet only in trees that both touch
  system_.start(int(closed_.size()));
  const auto part_in = [&](int k, int tree) -> const Part& {
    const Row& row = rows_[size_t(closed_[size_t(k)])];
    return row.parts[row.parts[0].tree == tree ? 0 : 1];
  };
  for (size_t t = 0; t < trees_.size(); ++t)
    for (const int i : trees_[t].rows)
      for (const int j : trees_[t].rows)
        if (j <= i) system_.add(i, j, product(part_in(i, int(t)).j, part_in(j, int(t)).x));
  system_.finish(turns);
  columns_valid_ = true;
}

void ConstraintSolver::add_columns(const VectorX& lambda, VectorX& y) const {
  for (size_t k = 0; k < closed_.size(); ++k)
    for (const Part& part : rows_[size_t(closed_[k])].parts) {
      if (part.tree < 0) continue;
      const std::vector<int>& velocities = trees_[size_t(part.tree)].velocities;
      for (size_t i = 0; i < velocities.size(); ++i)
        y[velocities[i]] += lambda[Eigen::Index(k)] * part.x[i];
    }
}

Status ConstraintSolver::failure(const Model& model, double t) const {
  // the row that is farthest from being met
  double largest = -1;
  int worst = 0;
  for (size_t k = 0; k < closed_.size(); ++k)
    if (const double size = std::abs(gaps_[Eigen::Index(k)]); !(size <= largest)) {
      largest = size;
      worst = rows_[size_t(closed_[k])].connection;
    }
  return Status::fail(Status::Code::diverged,
                      fmt::format("connection '{}' cannot be closed, its gap is {:.3g} (m, rad)",
                                  model.connections[size_t(worst)].name, largest),
                      t);
}

Status ConstraintSolver::solve(const Model& model, const State& x, const Input& u, Workspace& ws,
                               const EffectiveInertia& effective) {
  forward_dynamics(model, x, u, ws, effective);
  ws.lambda.setZero(Eigen::Index(rows_.size()));
  if (ws.singular_body >= 0) return {};  // told by the caller, who knows the body
  update_motions(model, x, ws, true);
  if (closed_.empty()) return {};
  update_columns(model, ws);
  rhs_.resize(Eigen::Index(closed_.size()));
  for (size_t k = 0; k < closed_.size(); ++k) {
    const int connection = rows_[size_t(closed_[k])].connection;
    const ConnectionMotion& m = motions_[size_t(connection)];
    const int row = closed_[k] - first_row_[size_t(connection)];
    rhs_[Eigen::Index(k)] = -(m.rows.C.row(row).dot(m.A_r) + m.rows.bias[row]);
  }
  const double unmet = system_.solve(rhs_, change_);
  if (!std::isfinite(unmet))
    return Status::fail(Status::Code::not_finite, "forces of the connections are not finite", x.t);
  add_columns(change_, ws.a);
  for (size_t k = 0; k < closed_.size(); ++k) ws.lambda[closed_[k]] = change_[Eigen::Index(k)];
  if (!has_prescribed_) return {};

  // once more with the forces known: frames and drives must feel them
  update_kinematics(model, x, u, nullptr, ws);
  apply_actors(model, x, u, false, ws);
  ConnectionForces().apply(model, x, u, false, ws);
  factor_tree(model, x, u, effective, ws);
  solve_tree(model, ws);
  return {};
}

double ConstraintSolver::collect_gaps() {
  const auto count = Eigen::Index(closed_.size());
  gaps_.resize(count);
  rates_.resize(count);
  double largest = 0;
  for (Eigen::Index k = 0; k < count; ++k) {
    const int connection = rows_[size_t(closed_[size_t(k)])].connection;
    const ConnectionMotion& m = motions_[size_t(connection)];
    const int row = closed_[size_t(k)] - first_row_[size_t(connection)];
    gaps_[k] = m.rows.gap[row];
    rates_[k] = m.rows.C.row(row).dot(m.V_r);
    // a NaN must not compare as small
    if (!(std::abs(gaps_[k]) <= largest)) largest = std::abs(gaps_[k]);
  }
  return largest;
}

double ConstraintSolver::gap(const Model& model, const Input& u, const State& x, int* worst) {
  update_kinematics(model, x, u, nullptr, projection_);
  update_motions(model, x, projection_, false);
  const double largest = collect_gaps();
  if (worst != nullptr)
    for (size_t k = 0; k < closed_.size(); ++k)
      if (std::abs(gaps_[Eigen::Index(k)]) == largest)
        *worst = rows_[size_t(closed_[k])].connection;
  return largest;
}

Status ConstraintSolver::project(const Model& model, const Input& u, State& x) {
  bool fresh = false;
  for (int k = 0; k < kMaxCorrections; ++k) {
    // positions and rates at the same kinematics: the correction is small against both
    if (!columns_valid_ || fresh) {
      forward_dynamics(model, x, u, projection_);
      update_motions(model, x, projection_, false);
      if (closed_.empty()) return {};
      update_columns(model, projection_);
    } else {
      update_kinematics(model, x, u, nullptr, projection_);
      const size_t rows = closed_.size();
      update_motions(model, x, projection_, false);
      if (closed_.empty()) return {};
      if (closed_.size() != rows) {
        fresh = true;
        continue;
      }
    }
    const double largest = collect_gaps();
    if (!std::isfinite(largest)) return failure(model, x.t);

    system_.solve(-gaps_, change_);
    tau_.setZero();
    add_columns(change_, tau_);
    q_ = x.q;
    retract(model, q_, tau_, x.q);

    system_.solve(-rates_, change_);
    add_columns(change_, x.v);
    if (largest <= (fresh ? kClosedGap : kCheapGap)) return {};
    fresh = true;
  }
  return failure(model, x.t);
}

Status ConstraintSolver::impact(const Model& model, const Input& u, State& x) {
  columns_valid_ = false;
  forward_dynamics(model, x, u, projection_);
  update_motions(model, x, projection_, false);
  if (closed_.empty()) return {};
  update_columns(model, projection_);
  collect_gaps();
  system_.solve(-rates_, change_);
  add_columns(change_, x.v);
  return x.v.allFinite() ? Status{}
                         : Status::fail(Status::Code::not_finite, "the impact is not finite", x.t);
}

void ConstraintSolver::prepare(const Model& model, const State& x, const Workspace& ws) {
  update_motions(model, x, ws, false);
  if (!closed_.empty()) update_columns(model, ws);
}

void ConstraintSolver::constrain(VectorX& y) {
  if (closed_.empty()) return;
  rhs_.resize(Eigen::Index(closed_.size()));
  for (size_t k = 0; k < closed_.size(); ++k) {
    double sum = 0;
    for (const Part& part : rows_[size_t(closed_[k])].parts) {
      if (part.tree < 0) continue;
      const std::vector<int>& velocities = trees_[size_t(part.tree)].velocities;
      for (size_t i = 0; i < velocities.size(); ++i) sum += part.j[i] * y[velocities[i]];
    }
    rhs_[Eigen::Index(k)] = -sum;
  }
  system_.solve(rhs_, change_);
  add_columns(change_, y);
}

}  // namespace cuttle
