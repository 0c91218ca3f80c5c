#include "cuttle/analysis/statics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>

#include "cuttle/analysis/idle_motions.h"
#include "cuttle/base/interrupt.h"
#include "cuttle/connection/conflict.h"
#include "cuttle/connection/connection_forces.h"
#include "cuttle/connection/dense_rows.h"
#include "cuttle/connection/scales.h"
#include "cuttle/dynamics/inverse.h"
#include "cuttle/dynamics/kinematics.h"
#include "cuttle/math/linalg/orthogonal.h"
#include "cuttle/solve/newton.h"

namespace cuttle {
namespace {

// 1 / condition of a system in scaled units, above which something holds every direction, ...
constexpr double kWellHeld = 1e-9;
// Force along what nothing holds, over its round-off, that pushes it away
constexpr double kSurelyPushed = 100;

/// True if every direction is held by more than round-off. Stretch may be so much stiffer than
/// bending that the condition alone does not tell.
bool well_held(const Lu& lu) {
  const double rcond = lu.rcond();
  if (rcond > kWellHeld) return true;
  const double round_off = double(lu.factors().rows()) * std::numeric_limits<double>::epsilon();
  return rcond > round_off && well_pivoted(lu.factors());
}

/// How far a first Newton step may go: a bend of two radians along a division of a rod, two radians
/// of a joint, strains of one half, half the size of a net.
VectorX reach(const Model& model) {
  VectorX reach = 2 * displacement_scale(model);
  for (const Body& body : model.bodies) {
    const std::vector<StrainCoordinate> strains = body.family->coordinates();
    for (int j = 0; j < body.n(); ++j) {
      const StrainCoordinate& strain = strains[size_t(j)];
      if (strain.place)
        reach[body.v + j] = 0.5 * strain.length;
      else if (!strain.turns)
        reach[body.v + j] = 0.5;
      else if (strain.length > 0)
        reach[body.v + j] = 2 / strain.length;
    }
  }
  return reach;
}

/// Largest weighted entry; 0 for a vector without any. A NaN is not small.
double weighted_size(const VectorX& d, const VectorX& weight) {
  return d.size() > 0 ? d.cwiseProduct(weight).cwiseAbs().maxCoeff<Eigen::PropagateNaN>() : 0;
}

/// [K -A^T; A 0]
MatrixX saddle(const MatrixX& K, const MatrixX& A) {
  MatrixX system = MatrixX::Zero(K.rows() + A.rows(), K.rows() + A.rows());
  system.topLeftCorner(K.rows(), K.rows()) = K;
  system.topRightCorner(K.rows(), A.rows()) = -A.transpose();
  system.bottomLeftCorner(A.rows(), K.rows()) = A;
  return system;
}

/// A solver of the saddle in scales of the coordinates, of stiffness over `size` and of combined
/// rows Q^T, as one of forces and gaps.
std::function<void(const VectorX& r, VectorX& d)> in_scales(
    const std::function<VectorX(const VectorX&)>& solve, const VectorX& scale, double size,
    const MatrixX& Q, const std::vector<int>& index) {
  return [=](const VectorX& r, VectorX& d) {
    const Eigen::Index n = scale.size(), count = Q.rows();
    VectorX gaps(count), rhs(n + Q.cols());
    for (Eigen::Index k = 0; k < count; ++k) gaps[k] = r[n + index[size_t(k)]];
    rhs.head(n) = scale.cwiseProduct(r.head(n)) / size;
    rhs.tail(Q.cols()) = Q.transpose() * gaps;
    const VectorX x = solve(rhs);
    const VectorX push = Q * x.tail(Q.cols());
    d = VectorX::Zero(r.size());
    d.head(n) = scale.cwiseProduct(x.head(n));
    for (Eigen::Index k = 0; k < count; ++k) d[n + index[size_t(k)]] = size * push[k];
  };
}

}  // namespace

StaticsSolver::StaticsSolver(const Model& model)
    : model_(model),
      gravity_(model.gravity),
      ws_(model),
      tangent_(model),
      step_weight_(displacement_scale(model).cwiseInverse()),
      energy_scale_(energy_scale(model, ws_)),
      reach_weight_(reach(model).cwiseInverse()) {
  ws_.skip_passive_points();
  int rows = 0;
  for (const Connection& connection : model.connections) rows += connection.rows();
  lambda_ = ws_.lambda = VectorX::Zero(rows);
  if (rows > 0) model_.actors.push_back(std::make_shared<const ConnectionForces>());
  step_weight_.conservativeResize(model.nv + rows);
  step_weight_.tail(rows).setZero();
  neutral_.resize(model.nv, 0);
  idle_.axes.resize(model.nv, 0);
}

Status StaticsSolver::singular(double load) const {
  const int i = tangent_.singular_body();
  std::string hint;
  if (!model_.contact.empty())
    hint = "; contacts hold only where shapes already overlap: start with a small overlap";
  else if (std::ranges::any_of(model_.joint_contacts, &JointContact::stops))
    hint = "; stops hold only where a joint has reached them: start with the joint at its limit";
  return Status::fail(
      Status::Code::diverged,
      fmt::format("the equilibrium is not determined at '{}': a joint can move without resistance, "
                  "or the load is critical{}",
                  i < 0 ? std::string("?") : model_.bodies[size_t(i)].name, hint),
      load);
}

// with the forces of the connections in ws_
void StaticsSolver::imbalance(const Input& u, const State& at, VectorX& r, bool with_tangent) {
  inverse_dynamics(model_, at, u, nullptr, ws_, with_tangent);
  r = VectorX::Zero(model_.nv + lambda_.size());
  clear_prescribed(model_, ws_.tau);
  r.head(model_.nv) = ws_.tau;
  if (lambda_.size() == 0) return;
  const DenseRows closed = dense_rows(model_, at, ws_);
  for (size_t k = 0; k < closed.index.size(); ++k)
    r[model_.nv + closed.index[k]] = closed.gap[Eigen::Index(k)];
}

void StaticsSolver::residual(const Input& u, const State& x, VectorX& r) {
  model_.gravity = gravity_;
  ws_.lambda = lambda_;
  imbalance(u, x, r);
}

// after linearise
MatrixX StaticsSolver::stiffness(const State& at) {
  MatrixX K = tangent_.dense(model_, ws_);
  if (lambda_.size() > 0) K += cross_stiffness(model_, at, ws_.lambda, ws_);
  return K;
}

void StaticsSolver::hold_prescribed(MatrixX& K) const {
  for (const Body& body : model_.bodies)
    for (const JointStep& step : body.steps)
      if (step.prescribed()) K(step.v, step.v) = 1;
}

void StaticsSolver::tangent(const Input& u, const State& x, MatrixX& K) {
  model_.gravity = gravity_;
  ws_.lambda = lambda_;
  tangent_.linearise(model_, x, u, nullptr, {1, 0, 0}, ws_);
  const int nv = model_.nv;
  // rows of open connections hold their forces
  K = MatrixX::Identity(nv + lambda_.size(), nv + lambda_.size());
  K.topLeftCorner(nv, nv) = stiffness(x);
  hold_prescribed(K);
  if (neutral_.cols() > 0) {
    const VectorX weight = step_weight_.head(nv), scale = weight.cwiseInverse();
    const MatrixX held = weight.asDiagonal() * neutral_;
    const MatrixX like = scale.asDiagonal() * K.topLeftCorner(nv, nv) * scale.asDiagonal();
    K.topLeftCorner(nv, nv) += like.cwiseAbs().maxCoeff() * held * held.transpose();
  }
  if (lambda_.size() == 0) return;
  const DenseRows closed = dense_rows(model_, x, ws_);
  for (size_t k = 0; k < closed.index.size(); ++k) {
    const int i = nv + closed.index[k];
    K(i, i) = 0;
    K.col(i).head(nv) = -closed.A.row(Eigen::Index(k)).transpose();
    K.row(i).head(nv) = closed.A.row(Eigen::Index(k));
  }
}

void StaticsSolver::put(const Input& u, State& x) const {
  x.v.setZero();
  normalize(model_, u, x.q, x.v);
  x.v.setZero();
}

Input StaticsSolver::place(double load, const Input& u, State& x) {
  model_.gravity = load * gravity_;
  Input scaled{load * u.u, load * u.u_dot, load * u.u_ddot, load * u.load};
  for (const LoopRobot& robot : loop_robots(model_, x))
    for (const JointStep& drive : robot.drives)
      scaled.u[drive.prescribed_input] = u.u[drive.prescribed_input];
  if (model_.law) put_formulas(scaled);
  put(scaled, x);
  scaled.u_dot.setZero();
  scaled.u_ddot.setZero();
  return scaled;
}

StaticsResult StaticsSolver::newton_held(double load, const Input& u, const StaticsOptions& options,
                                         State& x) {
  Input scaled = place(load, u, x);

  // unknowns: q, and behind it the forces of the connections
  const int nq = model_.nq, nv = model_.nv;
  const auto rows = lambda_.size();
  const bool as_saddle = rows > 0 || neutral_.cols() > 0;
  VectorX unknowns(nq + rows);
  unknowns << x.q, lambda_;
  State at = x;
  const auto set = [&](const VectorX& z) {
    at.q = z.head(nq);
    ws_.lambda = z.tail(rows);
  };
  bool first = true;
  NewtonProblem problem;
  problem.residual = [&](const VectorX& z, VectorX& r) {
    set(z);
    imbalance(scaled, at, r, true);
    return Status{};
  };
  // the last residual was at z, and left what the tangent needs
  problem.solve = [&](const VectorX& z, const VectorX& r, VectorX& dz) {
    set(z);
    tangent_.differentiate(model_, at, scaled, nullptr, {1, 0, 0}, ws_);
    if (as_saddle) {
      if (Status status = solve_closed(at, scaled, load, r, dz); !status.ok()) return status;
      // what is hardly held moves far by round-off of the forces: no step makes that any better
      const bool exact = (r.array().abs() <= round_off_.array()).all();
      if (exact && weighted_size(dz, step_weight_) > options.tolerance) dz.setZero();
    } else {
      if (Status status = solve_tree_or_dense(load, r, dz); !status.ok()) return status;
    }
    const bool jump = near_ && first && !(weighted_size(dz.head(nv), reach_weight_) <= 1);
    first = false;
    if (jump) return Status::fail(Status::Code::diverged, "the load bends the robot too far", load);
    return Status{};
  };
  if (as_saddle) problem.solve_again = [&](const VectorX& r, VectorX& dz) { solve_again_(r, dz); };
  VectorX moved(nq);
  problem.retract = [&](const VectorX& z, const VectorX& d, VectorX& out) {
    cuttle::retract(model_, z.head(nq), d.head(nv), moved);
    out.resize(nq + rows);
    out << moved, z.tail(rows) + d.tail(rows);
  };
  NewtonOptions newton_options;
  newton_options.residual_tolerance = 0;
  newton_options.step_tolerance = options.tolerance;
  newton_options.step_weight = step_weight_;
  newton_options.max_iterations = options.max_iterations;
  const NewtonResult newton_result = newton(problem, newton_options, unknowns, nv + int(rows));
  x.q = unknowns.head(nq);
  if (newton_result.status.ok()) lambda_ = unknowns.tail(rows);
  StaticsResult result{newton_result.status, newton_result.iterations, newton_result.evaluations,
                       1};
  result.status = pushed(result.status.ok() ? check(at) : result.status, scaled, x);
  const std::string fault = model_.law ? model_.law->fault(ws_, x.t) : "";
  if (!fault.empty()) result.status = Status::fail(Status::Code::not_finite, fault, load);
  result.status.t = load;
  return result;
}

// A body that lies on contacts alone has no stiffness of its own for the sweep to start from.
Status StaticsSolver::solve_tree_or_dense(double load, const VectorX& r, VectorX& d) {
  if (tangent_.factor(model_, ws_)) {
    tangent_.solve(model_, ws_, r, d);
    return {};
  }
  if (ws_.couplings.empty() && !model_.law) return singular(load);
  MatrixX K = tangent_.dense(model_, ws_);
  hold_prescribed(K);
  if (!K.allFinite()) return singular(load);
  const FullLu lu(K);
  if (!lu.invertible()) return singular(load);
  d = lu.solve(r);
  return {};
}

// friction holds whatever came before: it has no potential; nor do formulas of the state say theirs
bool StaticsSolver::has_energy() const { return !model_.law && friction_words(model_).empty(); }

// contradictory rows and drives meet in least squares, but not in fact
Status StaticsSolver::check(const State& at) const {
  if (Status fault = body_fault(model_, ws_, at.t); !fault.ok()) return fault;
  if (lambda_.size() == 0) return {};
  const DenseRows rows = dense_rows(model_, at, ws_);
  for (Eigen::Index k = 0; k < rows.gap.size(); ++k) {
    if (std::abs(rows.gap[k]) < 1e-8) continue;
    int first = 0;
    for (const Connection& connection : model_.connections) {
      first += connection.rows();
      if (rows.index[size_t(k)] < first)
        return Status::fail(
            Status::Code::diverged,
            fmt::format("connection '{}' cannot be closed, its gap is {:.3g} (m, rad){}",
                        connection.name, std::abs(rows.gap[k]),
                        describe_conflict(model_, at, ws_)));
    }
  }
  return {};
}

// Sums of n terms of either sign. Forces of strains, which connections hold in balance, are sums
// over the points of a rod that may cancel (a polynomial of high degree under a constant moment):
// the largest of them counts for all. Gaps are differences of places.
VectorX StaticsSolver::find_round_off(const State& at, const MatrixX& K, double size,
                                      const DenseRows& closed) const {
  const int nv = model_.nv;
  const std::vector<int> coordinate = displacement_coordinate(model_);
  const VectorX weight = step_weight_.head(nv);
  VectorX q(nv), push(closed.A.rows());
  for (int i = 0; i < nv; ++i) q[i] = std::abs(at.q[coordinate[size_t(i)]]) * weight[i];
  for (Eigen::Index k = 0; k < push.size(); ++k)
    push[k] = std::abs(ws_.lambda[closed.index[size_t(k)]]);
  const MatrixX A = closed.A.cwiseAbs() * weight.cwiseInverse().asDiagonal();
  const VectorX force = size * (K.cwiseAbs() * q) + A.transpose() * push;
  const VectorX place = A * (q + VectorX::Ones(nv));
  VectorX most = VectorX::Zero(nv + lambda_.size());
  most.head(nv) = force.maxCoeff() * weight;
  for (Eigen::Index k = 0; k < place.size(); ++k) most[nv + closed.index[size_t(k)]] = place[k];
  return nv * std::numeric_limits<double>::epsilon() * most;
}

StaticsSolver::Solve StaticsSolver::hold_idle(MatrixX system, const MatrixX& held, const MatrixX& K,
                                              const VectorX& forces, const VectorX& round_off) {
  const auto nv = K.rows();
  auto lu = std::make_shared<FullLu>(system);
  if (lu->rank() < nv) return {};
  look_for_neutral(*lu, K, forces, round_off);
  if (!well_pivoted(lu->factors())) idle_.axes = idle_motions(system.topLeftCorner(nv, nv), held);
  if (idle_.axes.cols() > 0) {
    system.topLeftCorner(nv, nv) += idle_.axes * idle_.axes.transpose();
    lu = std::make_shared<FullLu>(system);
  }
  if (lu->invertible()) return [lu](const VectorX& b) { return lu->solve(b); };
  // of all solutions the least
  const auto least = std::make_shared<LeastNorm>(system, kRedundant);
  return [least](const VectorX& b) { return least->solve(b); };
}

Status StaticsSolver::solve_closed(const State& at, const Input&, double load, const VectorX& r,
                                   VectorX& d) {
  const int nv = model_.nv;
  d = VectorX::Zero(r.size());
  if (nv == 0) return {};
  const DenseRows closed = dense_rows(model_, at, ws_);
  const auto rows = closed.A.rows();
  MatrixX K = stiffness(at);
  const VectorX scale = step_weight_.head(nv).cwiseInverse();
  K = (scale.asDiagonal() * K * scale.asDiagonal()).eval();
  // a mechanism without springs has no stiffness to compare with: then the forces tell, and where
  // there are none either, what it weighs
  const VectorX forces = scale.cwiseProduct(r.head(nv));
  const double largest =
      std::max({K.cwiseAbs().maxCoeff(), forces.cwiseAbs().maxCoeff(), kFeeble * energy_scale_});
  const double size = largest > 0 ? largest : 1;
  K /= size;
  round_off_ = find_round_off(at, K, size, closed);
  hold_prescribed(K);

  // rows and columns of like size: forces in units of the stiffness; combined where redundant
  VectorX gap(rows);
  for (Eigen::Index k = 0; k < rows; ++k) gap[k] = r[nv + closed.index[size_t(k)]];
  const MatrixX A = closed.A * scale.asDiagonal();
  if (!A.allFinite() || !gap.allFinite()) return singular(load);
  const double open = rows > 0 ? gap.cwiseAbs().maxCoeff() : 0;
  const MatrixX Q = independent_combinations(A, redundancy_cut(open));
  const MatrixX held = Q.transpose() * A;
  MatrixX system = saddle(K + neutral_ * neutral_.transpose(), held);
  if (!system.allFinite() || !r.allFinite()) return singular(load);

  Solve invert;
  idle_.axes.resize(nv, 0);
  const auto quick = std::make_shared<Lu>(system);
  if (neutral_.cols() == 0 && well_held(*quick)) {
    found_ = {};
    invert = [quick](const VectorX& b) { return quick->solve(b); };
  } else {
    const VectorX none = scale.cwiseProduct(round_off_.head(nv)) / size;
    invert = hold_idle(std::move(system), held, K, forces / size, none);
    const double least = nv * std::numeric_limits<double>::epsilon() * size;
    idle_.round_off = kSurelyPushed * (round_off_ + least * step_weight_).head(nv);
  }
  if (!invert) return singular(load);
  solve_again_ = in_scales(invert, scale, size, Q, closed.index);
  solve_again_(r, d);
  return {};
}

}  // namespace cuttle
