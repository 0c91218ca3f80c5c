#include "cuttle/connection/constraint_solver.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "cuttle/connection/closed_state.h"
#include "cuttle/connection/conflict.h"
#include "cuttle/connection/connection_forces.h"
#include "cuttle/dynamics/kinematics.h"

namespace cuttle {
namespace {

constexpr double kCheapGap = 1e-7;  // below, one correction with old columns is enough
constexpr double kClosedGap = 1e-11;
// A place is found along the bodies of a loop, each of which adds to its round-off: of a loop of
// kilometres no gap as small as kClosedGap can be seen.
constexpr double kRoundOffs = 16;
constexpr int kMaxCorrections = 30;
constexpr double kWeakRows = 1e-4;  // of scaled rows: below, the robot is near a singular position
constexpr double kSameColumns = 1e-7;  // corrections of velocities that old columns may make

}  // namespace

ConstraintSolver::ConstraintSolver(const Model& model)
    : columns_(model), projection_(model), step_(VectorX::Zero(model.nv)) {
  for (const Body& body : model.bodies)
    for (const JointStep& step : body.steps) has_prescribed_ |= step.prescribed();
  for (size_t i = 0; i < model.connections.size(); ++i) {
    first_row_.push_back(int(connection_of_.size()));
    connection_of_.insert(connection_of_.end(), size_t(model.connections[i].rows()), int(i));
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

void ConstraintSolver::update_columns(const Model& model, const Workspace& ws) {
  columns_.clear();
  kept_.resize(Eigen::Index(closed_.size()));
  for (size_t k = 0; k < closed_.size();) {
    const Connection& c = model.connections[size_t(connection_of_[size_t(closed_[k])])];
    const ConnectionMotion& motion = motions_[size_t(connection_of_[size_t(closed_[k])])];
    const RowWrenches wrenches = row_wrenches(motion);
    for (int row = 0; row < motion.rows.count; ++row, ++k) {
      const std::array<TreeColumns::Push, 2> pushes = {
          TreeColumns::Push{c.a.body, c.a.point, wrenches.on_a.col(row), motion.a.X_BM.p.norm()},
          TreeColumns::Push{c.b.body, c.b.point, wrenches.on_b.col(row), motion.b.X_BM.p.norm()}};
      columns_.add(model, ws, pushes);
      kept_[Eigen::Index(k)] = columns_.kept(int(k));
    }
  }
  system_.start(int(closed_.size()));
  columns_.for_each_product([&](int i, int j, double part) { system_.add(i, j, part); });
  system_.finish(kept_);
  columns_valid_ = true;
}

void ConstraintSolver::add_columns(const VectorX& lambda, VectorX& y) const {
  for (int k = 0; k < columns_.count(); ++k) columns_.add_column(k, lambda[k], y);
}

void ConstraintSolver::multiply_rows(const VectorX& y, VectorX& products) const {
  products.resize(columns_.count());
  for (int k = 0; k < columns_.count(); ++k) products[k] = columns_.rate(k, y);
}

Status ConstraintSolver::failure(const Model& model, const Input& u, const State& x) {
  // the row that is farthest from being met
  double largest = -1;
  int worst = 0;
  for (size_t k = 0; k < closed_.size(); ++k)
    if (const double size = std::abs(gaps_[Eigen::Index(k)]); !(size <= largest)) {
      largest = size;
      worst = connection_of_[size_t(closed_[k])];
    }
  update_kinematics(model, x, u, nullptr, projection_);
  return Status::fail(Status::Code::diverged,
                      fmt::format("connection '{}' cannot be closed, its gap is {:.3g} (m, rad){}",
                                  model.connections[size_t(worst)].name, largest,
                                  describe_conflict(model, x, projection_)),
                      x.t);
}

Status ConstraintSolver::solve(const Model& model, const State& x, const Input& u, Workspace& ws,
                               const EffectiveInertia& effective) {
  forward_dynamics(model, x, u, ws, effective);
  ws.lambda.setZero(Eigen::Index(connection_of_.size()));
  if (ws.singular_body >= 0) return {};  // told by the caller, who knows the body
  update_motions(model, x, ws, true);
  if (closed_.empty()) return {};
  update_columns(model, ws);
  rhs_.resize(Eigen::Index(closed_.size()));
  for (size_t k = 0; k < closed_.size(); ++k) {
    const int connection = connection_of_[size_t(closed_[k])];
    const ConnectionMotion& m = motions_[size_t(connection)];
    const int row = closed_[k] - first_row_[size_t(connection)];
    rhs_[Eigen::Index(k)] = -(m.rows.C.row(row).dot(m.A_r) + m.rows.bias[row]);
  }
  if (stabilisation_ > 0) add_stabilisation(effective, ws.a);
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
    const int connection = connection_of_[size_t(closed_[size_t(k)])];
    const ConnectionMotion& m = motions_[size_t(connection)];
    const int row = closed_[size_t(k)] - first_row_[size_t(connection)];
    gaps_[k] = m.rows.gap[row];
    rates_[k] = m.rows.C.row(row).dot(m.V_r);
    // a NaN must not compare as small
    if (!(std::abs(gaps_[k]) <= largest)) largest = std::abs(gaps_[k]);
  }
  return largest;
}

ConstraintSolver::LargestGaps ConstraintSolver::largest_gaps() const {
  LargestGaps largest;
  for (size_t k = 0; k < closed_.size(); ++k) {
    const auto connection = size_t(connection_of_[size_t(closed_[k])]);
    const bool turns = closed_[k] - first_row_[connection] < motions_[connection].rows.turns;
    double& size = turns ? largest.turn : largest.place;
    size = std::max(size, std::abs(gaps_[Eigen::Index(k)]));
  }
  return largest;
}

// The gap and its rate move with the unknown of an implicit stage, by (beta, gamma) A (a - a_old):
// that part goes to the left-hand side, so that the iteration converges at any rate.
void ConstraintSolver::add_stabilisation(const EffectiveInertia& effective, const VectorX& a_free) {
  collect_gaps();
  rhs_ -= stabilisation_ * (2 * rates_ + stabilisation_ * gaps_);
  if (effective.a_old == nullptr) return;
  const double moves = stabilisation_ * (2 * effective.gamma + stabilisation_ * effective.beta);
  step_ = Eigen::Map<const VectorX>(effective.a_old, step_.size()) - a_free;
  multiply_rows(step_, change_);
  rhs_ = (rhs_ + moves * change_) / (1 + moves);
}

double ConstraintSolver::gap(const Model& model, const Input& u, const State& x, int* worst) {
  update_kinematics(model, x, u, nullptr, projection_);
  update_motions(model, x, projection_, false);
  const double largest = collect_gaps();
  if (worst != nullptr)
    for (size_t k = 0; k < closed_.size(); ++k)
      if (std::abs(gaps_[Eigen::Index(k)]) == largest) *worst = connection_of_[size_t(closed_[k])];
  return largest;
}

// Positions first, then the velocities where they have come to. The columns of the last solve serve
// both as long as they hold the robot well.
Status ConstraintSolver::project(const Model& model, const Input& u, State& x) {
  taken_ = 0;
  if (model.nv == 0) return {};  // nothing can be moved
  bool fresh = false;
  for (int k = 0;; ++k) {
    const size_t rows = closed_.size();
    look(model, u, x, !columns_valid_ || fresh);
    if (closed_.empty()) return {};
    if (closed_.size() != rows && !fresh) {
      fresh = true;
      continue;
    }
    const double open = collect_gaps();
    if (!std::isfinite(open)) return failure(model, u, x);
    if (k >= kMaxCorrections) {
      if (open > kClosedLoop) return failure(model, u, x);
      break;  // next to a singular position corrections get shorter slowly: it is closed, though
    }
    // places are known to their round-off, turns are so wherever the robot is
    const auto [place, turn] = largest_gaps();
    const double seen = seen_gap(), closed = fresh ? kClosedGap : kCheapGap;
    if (place > seen || turn > std::min(seen, kClosedGap)) close_gaps(model, x);
    if (place <= std::max(closed, kRoundOffs * seen) && turn <= closed) break;
    fresh = true;
  }
  if (system_.weakest() > kWeakRows) {
    // rates as they were seen with the gap: the correction is small against both
    correct_velocities(x);
    return {};
  }
  // Near a singular position the least step turns the motion that the rows leave free: what counts
  // are the rows where the robot is now.
  look(model, u, x, false);
  collect_gaps();
  if (correct_velocities(x) < kSameColumns) return {};
  look(model, u, x, true);
  collect_gaps();
  correct_velocities(x);
  return {};
}

void ConstraintSolver::look(const Model& model, const Input& u, const State& x, bool renew) {
  if (renew)
    forward_dynamics(model, x, u, projection_);
  else
    update_kinematics(model, x, u, nullptr, projection_);
  update_motions(model, x, projection_, false);
  if (renew && !closed_.empty()) update_columns(model, projection_);
}

double ConstraintSolver::seen_gap() const {
  double farthest = 0;
  for (const int row : closed_) {
    const ConnectionMotion& m = motions_[size_t(connection_of_[size_t(row)])];
    farthest = std::max({farthest, m.a.X_WM.p.squaredNorm(), m.b.X_WM.p.squaredNorm()});
  }
  return std::numeric_limits<double>::epsilon() * std::sqrt(farthest);
}

void ConstraintSolver::close_gaps(const Model& model, State& x) {
  rhs_ = -gaps_;
  system_.correct(rhs_, change_);
  step_.setZero();
  add_columns(change_, step_);
  q_ = x.q;
  retract(model, q_, step_, x.q);
}

double ConstraintSolver::correct_velocities(State& x) {
  rhs_ = -rates_;
  system_.correct(rhs_, change_);
  step_.setZero();
  add_columns(change_, step_);
  const double size = x.v.cwiseAbs().maxCoeff();
  x.v += step_;
  double most = 0;
  for (Eigen::Index k = 0; k < change_.size(); ++k) {
    const double part = -0.5 * rates_[k] * change_[k];
    taken_ += part;
    if (!(part > most)) continue;
    most = part;
    taker_ = connection_of_[size_t(closed_[size_t(k)])];
  }
  return size > 0 ? step_.cwiseAbs().maxCoeff() / size : 0;
}

Status ConstraintSolver::impact(const Model& model, const Input& u, State& x) {
  columns_valid_ = false;
  if (model.nv == 0) return {};
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
  multiply_rows(y, rhs_);
  rhs_ = -rhs_;
  system_.solve(rhs_, change_);
  add_columns(change_, y);
}

}  // namespace cuttle
