#include "cuttle/analysis/modes.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <functional>
#include <memory>
#include <numbers>

#include "cuttle/analysis/linear_motion.h"
#include "cuttle/base/interrupt.h"
#include "cuttle/connection/scales.h"
#include "cuttle/math/linalg/eigen.h"
#include "cuttle/math/linalg/lu.h"
#include "cuttle/math/linalg/product.h"

namespace cuttle {
namespace {

using Complex = std::complex<double>;

constexpr double kEqualRoots = 1e-9;  // imaginary part of a root that is real

NaturalMode mode_of(Complex s, VectorX shape) {
  NaturalMode mode;
  mode.frequency = std::abs(s.imag()) / (2 * std::numbers::pi);
  mode.growth = s.real();
  if (s.real() != 0) mode.damping = -s.real() / std::abs(s);
  mode.shape = std::move(shape);
  return mode;
}

/// What grows comes first, the fastest at the front; then by |s|, which is the frequency without
/// damping: a damped one may be lower than that of a slower mode, or zero.
double rank_of(const NaturalMode& mode) {
  if (mode.growth > 0) return -mode.growth;
  return std::hypot(2 * std::numbers::pi * mode.frequency, mode.growth);
}

/// A decomposition that may take long, and cannot be stopped: none if the user does not wait.
template <class Result>
std::shared_ptr<Result> solved_aside(Eigen::Index size, std::function<Result()> solve) {
  constexpr Eigen::Index kLong = 60;
  const auto result = std::make_shared<Result>();
  const bool done = run_aside(size > kLong, [result, solve] { *result = solve(); });
  return done ? result : nullptr;
}

std::shared_ptr<GeneralEigen> eigen_aside(const MatrixX& A) {
  return solved_aside<GeneralEigen>(A.rows(), [A] { return general_eigen(A); });
}

/// M y'' + K y = 0: s = sqrt(-omega^2), the growing one of the two.
std::vector<NaturalMode> undamped_modes(const MatrixX& M, const MatrixX& K) {
  const double resolution = 1e-12 * K.cwiseAbs().maxCoeff() / M.cwiseAbs().maxCoeff();
  std::vector<NaturalMode> modes;
  const auto add = [&](Complex omega_squared, const VectorX& shape) {
    const Complex s = std::sqrt(-omega_squared);
    const bool nothing = std::abs(omega_squared) < resolution;
    modes.push_back(mode_of(nothing ? 0 : Complex(std::abs(s.real()), s.imag()), shape));
  };
  // symmetric unless follower loads act
  if ((K - K.transpose()).norm() <= 1e-9 * K.norm()) {
    const MatrixX K_sym = 0.5 * (K + K.transpose());
    const auto solver = solved_aside<SymmetricPencil>(
        K_sym.rows(), [K_sym, M] { return symmetric_pencil(K_sym, M); });
    if (!solver) return {};
    for (Eigen::Index i = 0; i < K.rows(); ++i) add(solver->values[i], solver->vectors.col(i));
  } else {
    const auto solver = eigen_aside(Cholesky(M).solve(K));
    if (!solver) return {};
    for (Eigen::Index i = 0; i < K.rows(); ++i)
      add(solver->values[i], solver->vectors.col(i).real());
  }
  return modes;
}

/// Splits all displacements into those that nothing ever answers (they stay among themselves when
/// the robot moves on, N Z in Z) and the rest, in orthonormal columns.
struct Split {
  MatrixX unanswered, answered;
};
Split split_displacements(const UnitMassMotion& unit) {
  Split split{unit.ignorable(), unit.right.leftCols(unit.rank)};
  while (split.unanswered.cols() > 0) {
    const MatrixX& Z = split.unanswered;
    const MatrixX NZ = times(unit.N, Z);
    const MatrixX leaving = NZ - times(Z, transpose_times(Z, NZ));
    const Svd svd = svd_with_v(leaving);
    Eigen::Index rank = 0;
    while (rank < Z.cols() && rank < svd.values.size() && svd.values[rank] > 1e-9 * unit.N.norm())
      ++rank;
    if (rank == 0) break;
    const MatrixX turned = times(Z, svd.V);
    MatrixX answered(Z.rows(), split.answered.cols() + rank);
    answered << split.answered, turned.leftCols(rank);
    split.answered = std::move(answered);
    split.unanswered = turned.rightCols(turned.cols() - rank).eval();
  }
  return split;
}

/// A complex shape at the moment when its largest entry is real.
VectorX real_shape(const Eigen::VectorXcd& shape) {
  Eigen::Index largest = 0;
  shape.cwiseAbs().maxCoeff(&largest);
  const Complex turn = shape[largest] == Complex(0) ? 1 : std::abs(shape[largest]) / shape[largest];
  return (shape * turn).real();
}

/// The first-order system (r, u) of the answered displacements Y S^-1 r and all velocities. Their
/// scales S [1/s] give potential and kinetic energy the same size: without them, QR would drown
/// slow modes in the round-off of the stiff ones.
std::vector<NaturalMode> damped_modes(const LinearMotion& linear) {
  const UnitMassMotion unit = unit_mass_motion(linear);
  const Split split = split_displacements(unit);
  const MatrixX& Y = split.answered;
  const Eigen::Index r = Y.cols(), n = linear.n();
  VectorX scale = VectorX::Constant(r, unit.N.norm());
  scale.head(unit.rank) =
      scale.head(unit.rank).cwiseMax(unit.stiffness.head(unit.rank).cwiseSqrt());
  const MatrixX Y_scaled = Y * scale.cwiseInverse().asDiagonal();
  const MatrixX S_Yt = scale.asDiagonal() * Y.transpose();

  MatrixX A(r + n, r + n);
  A << -times(times(S_Yt, unit.N), Y_scaled), S_Yt, -times(unit.K, Y_scaled), -unit.D;
  const auto solver = eigen_aside(A);
  if (!solver) return {};
  const double resolution = 1e-12 * A.norm();

  // back from coordinates of unit mass
  const auto shape = [&](const VectorX& y) {
    return VectorX(unit.L.transpose().triangularView<Eigen::Upper>().solve(y));
  };
  std::vector<NaturalMode> modes;
  for (Eigen::Index i = 0; i < split.unanswered.cols(); ++i)
    modes.push_back(mode_of(0, shape(split.unanswered.col(i))));
  for (Eigen::Index i = 0; i < r + n; ++i) {
    if (!interruption().ok()) return {};
    Complex s = solver->values[i];
    if (std::abs(s) < resolution) continue;
    Eigen::VectorXcd u = solver->vectors.col(i).tail(n);
    // equal real roots meet as a pair by round-off: two modes, in the plane of their shapes
    if (std::abs(s.imag()) < std::max(resolution, kEqualRoots * std::abs(s))) {
      if (s.imag() < 0) u *= Complex(0, 1);
      s = s.real();
    }
    if (s.imag() < 0) continue;
    if (std::abs(s.real()) < resolution) s = Complex(0, s.imag());
    // s y = u - N y
    const Eigen::MatrixXcd carried = unit.N.cast<Complex>() + s * Eigen::MatrixXcd::Identity(n, n);
    VectorXc y = solve_complex(carried, u);
    if (s.imag() == 0) y = y.real().cast<Complex>().eval();
    modes.push_back(mode_of(s, shape(real_shape(y))));
  }
  return modes;
}

}  // namespace

std::vector<NaturalMode> natural_modes(const Model& model, const State& x, const Input& u,
                                       int count, Workspace& ws, Status& status) {
  LinearMotion linear;
  status = linear_motion(model, x, u, ws, linear);
  if (!status.ok() || linear.n() == 0) return {};
  const bool damped = !linear.D.isZero(0) || !linear.N.isZero(0);
  std::vector<NaturalMode> modes =
      damped ? damped_modes(linear) : undamped_modes(linear.M, linear.K);
  if (status = interruption(x.t); !status.ok()) return {};

  std::ranges::stable_sort(modes, {}, rank_of);
  modes.resize(std::min(modes.size(), size_t(count)));

  // in all coordinates, scaled to the size of one
  const VectorX scale = displacement_scale(model);
  for (NaturalMode& mode : modes) {
    mode.shape = apply(linear.basis, mode.shape);
    const double size = mode.shape.cwiseQuotient(scale).cwiseAbs().maxCoeff();
    if (size > 0) mode.shape /= size;
  }
  return modes;
}

}  // namespace cuttle
