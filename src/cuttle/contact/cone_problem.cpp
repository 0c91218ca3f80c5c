#include "cuttle/contact/cone_problem.h"

#include <algorithm>
#include <cmath>

namespace cuttle {
namespace {

constexpr double kAccuracy = 1e-12;   // of the forces ...
constexpr double kLeastForce = 1e-3;  // ... or of this, if they are smaller
constexpr int kMaxNewton = 40;
constexpr int kMaxHalvings = 4;
constexpr int kMaxSweeps = 2000;

}  // namespace

void ConeProblem::reserve(int rows) {
  blocks.reserve(size_t(rows));
  S.resize(rows, rows);
  jacobian_.setIdentity(rows, rows);
  lu_.compute(jacobian_);
  for (VectorX* v : {&r, &y_, &F_, &trial_, &step_, &F_trial_}) v->setZero(rows);
}

double ConeProblem::residual(const VectorX& lambda, VectorX& F, MatrixX* jacobian) {
  y_ = r;
  y_.noalias() += S * lambda;
  F = lambda;
  if (jacobian != nullptr) jacobian->setIdentity(S.rows(), S.cols());
  for (const ConeBlock& block : blocks) {
    const int n = block.row;
    const double rho = 1 / S(n, n);
    if (block.dry) {
      const double z = lambda[n] - rho * y_[n];
      const bool holds = std::abs(z) <= block.limit;
      F[n] = holds ? rho * y_[n] : lambda[n] - std::copysign(block.limit, z);
      if (jacobian != nullptr && holds) jacobian->row(n) = rho * S.row(n);
      continue;
    }
    const double normal = lambda[n] - rho * y_[n];
    if (normal > 0) {
      F[n] = rho * y_[n];
      if (jacobian != nullptr) jacobian->row(n) = rho * S.row(n);
    }
    if (!block.rough) continue;
    const int t = n + 1;
    const double radius = block.friction * std::max(0.0, lambda[n]);
    if (block.flat) {
      const double rho_t = 1 / S(t, t), z = lambda[t] - rho_t * y_[t];
      if (normal <= 0 || radius == 0) continue;  // F = lambda_t
      const bool sticks = std::abs(z) <= radius;
      F[t] = sticks ? rho_t * y_[t] : lambda[t] - std::copysign(radius, z);
      if (jacobian == nullptr) continue;
      if (sticks)
        jacobian->row(t) = rho_t * S.row(t);
      else
        (*jacobian)(t, n) -= std::copysign(block.friction, z);
      continue;
    }
    const double rho_t = 2 / (S(t, t) + S(t + 1, t + 1));
    const Eigen::Vector2d z = lambda.segment<2>(t) - rho_t * y_.segment<2>(t);
    const double size = z.norm();
    if (normal <= 0 || radius == 0) continue;  // F = lambda_t
    if (size <= radius) {
      F.segment<2>(t) = rho_t * y_.segment<2>(t);
      if (jacobian != nullptr) jacobian->middleRows<2>(t) = rho_t * S.middleRows<2>(t);
      continue;
    }
    // sliding: lambda_t = radius z / |z|
    const Eigen::Vector2d d = z / size;
    F.segment<2>(t) = lambda.segment<2>(t) - radius * d;
    if (jacobian == nullptr) continue;
    const Eigen::Matrix2d turn = radius / size * (Eigen::Matrix2d::Identity() - d * d.transpose());
    jacobian->middleRows<2>(t).noalias() = rho_t * turn * S.middleRows<2>(t);
    jacobian->block<2, 2>(t, t) += Eigen::Matrix2d::Identity() - turn;
    jacobian->block<2, 1>(t, n) -= block.friction * d;
  }
  return F.size() > 0 ? F.cwiseAbs().maxCoeff() : 0;
}

bool ConeProblem::newton(VectorX& lambda) {
  double size = residual(lambda, F_, &jacobian_);
  for (int k = 0; k < kMaxNewton; ++k) {
    if (!std::isfinite(size)) return false;
    if (size <= kAccuracy * std::max(least_, lambda.cwiseAbs().maxCoeff())) return true;
    lu_.compute(jacobian_);
    lu_.solve(F_, step_);
    if (!step_.allFinite()) return false;
    double fraction = 1, next = 0;
    for (int halving = 0;; ++halving, fraction *= 0.5) {
      trial_ = lambda - fraction * step_;
      next = residual(trial_, F_trial_, nullptr);
      if (next < size || halving == kMaxHalvings) break;
    }
    // a change of state may raise the residual for one step: full steps pass through
    lambda -= (next < size ? fraction : 1.0) * step_;
    size = residual(lambda, F_, &jacobian_);
  }
  return false;
}

// Gauss-Seidel, place by place: slow, but it does not cycle between states as Newton may
bool ConeProblem::sweeps(VectorX& lambda) {
  for (int k = 0; k < kMaxSweeps; ++k) {
    for (const ConeBlock& block : blocks) {
      const int n = block.row;
      const double y = S.row(n).dot(lambda) + r[n];
      if (block.dry) {
        lambda[n] = std::clamp(lambda[n] - y / S(n, n), -block.limit, block.limit);
        continue;
      }
      lambda[n] = std::max(0.0, lambda[n] - y / S(n, n));
      if (!block.rough) continue;
      const int t = n + 1;
      if (block.flat) {
        const double limit = block.friction * lambda[n], y_t = S.row(t).dot(lambda) + r[t];
        lambda[t] = std::clamp(lambda[t] - y_t / S(t, t), -limit, limit);
        continue;
      }
      const double rho = 1 / std::max(S(t, t), S(t + 1, t + 1));
      Eigen::Vector2d z =
          lambda.segment<2>(t) - rho * (S.middleRows<2>(t) * lambda + r.segment<2>(t));
      const double radius = block.friction * lambda[n], size = z.norm();
      if (size > radius) z *= radius / size;
      lambda.segment<2>(t) = z;
    }
    const double size = residual(lambda, F_, nullptr);
    if (!std::isfinite(size)) return false;
    if (size <= 1e-10 * std::max(least_, lambda.cwiseAbs().maxCoeff())) return true;
  }
  return false;
}

bool ConeProblem::solve(VectorX& lambda) {
  if (blocks.empty()) return true;
  // small robots have small forces: what would hold each row by itself tells their size
  least_ = std::min(kLeastForce, (r.array() / S.diagonal().array()).abs().maxCoeff());
  if (newton(lambda)) return true;
  lambda.setZero();
  return sweeps(lambda);
}

}  // namespace cuttle
