#include "cuttle/control/lqr/lqr.h"

#include <fmt/format.h>

#include <cmath>
#include <complex>
#include <limits>

#include "cuttle/base/error.h"
#include "cuttle/base/interrupt.h"
#include "cuttle/core/model.h"
#include "cuttle/math/linalg/eigen.h"
#include "cuttle/math/linalg/lu.h"
#include "cuttle/math/linalg/product.h"

namespace cuttle {

Lqr::Lqr(const Model& model, State x0, VectorX u0, MatrixX K)
    : x0_(std::move(x0)),
      u0_(std::move(u0)),
      K_(std::move(K)),
      deviation_(VectorX::Zero(2 * model.nv)) {
  expects(K_.rows() == u0_.size() && K_.cols() == 2 * model.nv, "gains (inputs x 2 nv)");
  expects(x0_.q.size() == model.nq && x0_.v.size() == model.nv, "a state of this model");
}

Status Lqr::command(const Observation& seen, std::span<double> commands) {
  const int nv = seen.model.nv;
  difference(seen.model, x0_.q, seen.x.q, deviation_.head(nv));
  deviation_.tail(nv) = seen.x.v - x0_.v;
  Eigen::Map<VectorX> u(commands.data(), Eigen::Index(commands.size()));
  u = u0_;
  u.noalias() -= K_ * deviation_;
  return {};
}

std::vector<ControllerColumn> lqr_columns() {
  return {{"deviation", "-", "length of the displacement from the state to hold"}};
}

std::vector<ControllerColumn> Lqr::columns() const { return lqr_columns(); }

void Lqr::tell(std::span<double> values) const {
  values[0] = deviation_.head(deviation_.size() / 2).norm();
}

namespace {

constexpr int kMaxDoublings = 60;
constexpr int kMaxCorrections = 10;
constexpr double kGoodResidual = 1e-8;

MatrixX symmetric(const MatrixX& X) { return 0.5 * (X + X.transpose()); }

/// The stabilising X of A^T X (1 + G X)^-1 A - X + H = 0, by structure-preserving doubling:
/// A, G, H of two steps at once, again and again. False if it does not settle.
bool doubling(MatrixX A, MatrixX G, MatrixX H, MatrixX& X) {
  const auto n = A.rows();
  for (int k = 0; k < kMaxDoublings && interruption().ok(); ++k) {
    const Lu W(MatrixX::Identity(n, n) + times(G, H));
    const MatrixX W_A = W.solve(A), W_G = W.solve(G);
    const MatrixX change = symmetric(times(transpose_times(A, H), W_A));
    G = symmetric(G + times(times(A, W_G), A.transpose()));
    A = times(A, W_A);
    H += change;
    if (!H.allFinite() || !G.allFinite() || !A.allFinite()) return false;
    if (change.norm() <= 1e-16 * H.norm()) {
      X = H;
      return true;
    }
  }
  return false;
}

/// The stabilising X of A^T X + X A - X G X + H = 0: a Cayley transform leads to the discrete form
/// with the same X. Its eigenvalues are (s + g) / (s - g). `shift` is a factor of g.
bool continuous_doubling(const MatrixX& A, const MatrixX& G, const MatrixX& H, double shift,
                         MatrixX& X) {
  const auto n = A.rows();
  const MatrixX I = MatrixX::Identity(n, n);
  // a shift beyond the eigenvalues keeps both inverses away from singular
  double g = A.cwiseAbs().rowwise().sum().maxCoeff() + std::sqrt(G.norm() * H.norm());
  g = g == 0 ? 1 : shift * g;
  for (int tries = 0; tries < 3; ++tries, g *= 1.7) {
    const MatrixX A_g = A - g * I;
    const MatrixX A_G = Lu(A_g).solve(G);
    const MatrixX W = A_g.transpose() + times(H, A_G);
    const Lu W_T(W.transpose());
    const MatrixX H_W = Lu(W).solve(H).transpose();
    const MatrixX A_0 = I + 2 * g * W_T.solve(I);
    const MatrixX G_0 = 2 * g * W_T.solve(MatrixX(A_G.transpose()));
    const MatrixX H_0 = 2 * g * Lu(A_g.transpose()).solve(H_W);
    if (doubling(A_0, symmetric(G_0), symmetric(H_0), X)) return true;
  }
  return false;
}

/// Largest real part, or largest modulus, of the eigenvalues.
double growth(const MatrixX& A, bool discrete) {
  double largest = -std::numeric_limits<double>::infinity();
  for (const std::complex<double>& s : eigenvalues(A))
    largest = std::max(largest, discrete ? std::abs(s) : s.real());
  return largest;
}

/// The test of Popov, Belevitch and Hautus: an eigenvalue of A that does not decay and whose mode
/// B does not reach; false if there is none.
bool unreached_mode(const MatrixX& A, const MatrixX& B, bool discrete, std::complex<double>& mode) {
  const auto n = A.rows();
  const double scale = A.norm() + 1e-300;
  for (const std::complex<double>& s : eigenvalues(A)) {
    const bool decays = discrete ? std::abs(s) < 1 - 1e-10 : s.real() < -1e-10 * scale;
    if (!interruption().ok()) return false;
    if (decays) continue;
    Eigen::MatrixXcd pencil(n, n + B.cols());
    pencil << A - s * MatrixX::Identity(n, n), B * (scale / (B.norm() + 1e-300));
    if (singular_values(pencil)[n - 1] > 1e-9 * scale) continue;
    mode = s;
    return true;
  }
  return false;
}

Status failure(const MatrixX& A, const MatrixX& B, const MatrixX& Q, bool discrete) {
  const auto tell = [](std::complex<double> s) {
    return fmt::format("{:.4g}{:+.4g}i", s.real(), s.imag());
  };
  if (Status stop = interruption(); !stop.ok()) return stop;
  std::complex<double> mode;
  if (unreached_mode(A, B, discrete, mode))
    return Status::fail(Status::Code::diverged,
                        fmt::format("not stabilisable: the inputs do not affect the mode with "
                                    "eigenvalue {}, which does not decay",
                                    tell(mode)));
  if (unreached_mode(A.transpose(), Q, discrete, mode))
    return Status::fail(Status::Code::diverged,
                        fmt::format("the cost does not include the mode with eigenvalue {}, which "
                                    "does not decay: give it a cost",
                                    tell(mode)));
  if (Status stop = interruption(); !stop.ok()) return stop;
  return Status::fail(Status::Code::stalled,
                      "the Riccati equation could not be solved: costs or time scales are too far "
                      "apart");
}

/// Why there is no regulator for these, before anything is computed; ok otherwise.
Status check(const MatrixX& A, const MatrixX& B, const MatrixX& Q, const MatrixX& R) {
  const auto n = A.rows(), m = B.cols();
  if (n == 0 || m == 0)
    return Status::fail(Status::Code::diverged,
                        n == 0 ? "nothing can be regulated: no coordinate is free"
                               : "nothing can be regulated: there is no input");
  expects(A.cols() == n && B.rows() == n, "a square A, and B with as many rows");
  expects(Q.rows() == n && Q.cols() == n && R.rows() == m && R.cols() == m,
          "costs of the size of states and inputs");
  if (!(A.allFinite() && B.allFinite() && Q.allFinite() && R.allFinite()))
    return Status::fail(Status::Code::not_finite, "regulator: a number is not finite");
  if (!Cholesky(R).ok())
    return Status::fail(Status::Code::diverged, "the cost of the inputs is not positive");
  return {};
}

Regulator refused(const Status& why) {
  Regulator regulator;
  regulator.status = why;
  return regulator;
}

/// What is the same for both kinds of time: `equation` tells the residual of X and its size,
/// `solve` X itself or, with the closed loop and no G, Newton's correction.
template <class Solve, class Equation, class Gain>
Regulator regulate(const MatrixX& A, const MatrixX& B, const MatrixX& Q, const MatrixX& G,
                   bool discrete, const Solve& solve, const Equation& equation, const Gain& gain) {
  Regulator best;
  if (!solve(A, G, Q, best.X)) {
    best.status = failure(A, B, Q, discrete);
    return best;
  }
  MatrixX defect;
  best.residual = equation(best.X, defect);
  best.K = gain(best.X);

  // Newton's method: closed^T D + D closed + defect = 0, or closed^T D closed - D + defect = 0
  for (int k = 0; k < kMaxCorrections; ++k) {
    MatrixX correction;
    if (!solve(A - times(B, best.K), MatrixX::Zero(A.rows(), A.rows()), defect, correction)) break;
    const MatrixX X = best.X + correction;
    MatrixX rest;
    const double residual = equation(X, rest);
    if (!(residual < best.residual)) break;
    best.X = X;
    best.residual = residual;
    best.K = gain(X);
    defect = rest;
  }
  const bool stable = growth(A - times(B, best.K), discrete) < (discrete ? 1 : 0);
  if (!stable || !(best.residual < kGoodResidual)) best.status = failure(A, B, Q, discrete);
  return best;
}

}  // namespace

Regulator continuous_regulator(const MatrixX& A, const MatrixX& B, const MatrixX& Q,
                               const MatrixX& R) {
  if (const Status why = check(A, B, Q, R); !why.ok()) return refused(why);
  const Cholesky R_factor(R);
  const MatrixX G = symmetric(times(B, R_factor.solve(MatrixX(B.transpose()))));
  const auto gain = [&](const MatrixX& X) -> MatrixX {
    return R_factor.solve(transpose_times(B, X));
  };
  const auto equation = [&](const MatrixX& X, MatrixX& defect) {
    // X G X by the gain: the product X G of large and small numbers would lose digits
    const MatrixX XA = times(X, A), K = gain(X), paid = congruent(K, R);
    defect = symmetric(XA + XA.transpose() - paid + Q);
    return defect.norm() / (2 * XA.norm() + paid.norm() + Q.norm() + 1e-300);
  };
  // which shift loses the fewest digits is not known beforehand
  Regulator regulator;
  for (const double shift : {1.0, 0.3, 6.0, 0.1, 2.0, 20.0}) {
    const auto solve = [shift](const MatrixX& F, const MatrixX& S, const MatrixX& H, MatrixX& X) {
      return continuous_doubling(F, S, H, shift, X);
    };
    regulator = regulate(A, B, Q, G, false, solve, equation, gain);
    if (regulator.status.code != Status::Code::stalled) break;
  }
  return regulator;
}

Regulator discrete_regulator(const MatrixX& A, const MatrixX& B, const MatrixX& Q,
                             const MatrixX& R) {
  if (const Status why = check(A, B, Q, R); !why.ok()) return refused(why);
  const MatrixX G = symmetric(times(B, Cholesky(R).solve(MatrixX(B.transpose()))));
  const auto gain = [&](const MatrixX& X) -> MatrixX {
    const MatrixX BX = transpose_times(B, X);
    return Cholesky(R + times(BX, B)).solve(times(BX, A));
  };
  const auto equation = [&](const MatrixX& X, MatrixX& defect) {
    // with K the best gain: (A - B K)^T X (A - B K) + K^T R K + Q - X, all terms semidefinite
    const MatrixX K = gain(X), closed = A - times(B, K);
    const MatrixX carried = congruent(closed, X), paid = congruent(K, R);
    defect = symmetric(carried + paid + Q - X);
    return defect.norm() / (carried.norm() + paid.norm() + Q.norm() + X.norm() + 1e-300);
  };
  return regulate(A, B, Q, G, true, doubling, equation, gain);
}

// exp of [A B; 0 0] T is [e^AT, integral of e^As B; 0, 1]
DiscreteSystem discretise(const MatrixX& A, const MatrixX& B, double sample_time) {
  const auto n = A.rows(), m = B.cols();
  expects(A.cols() == n && B.rows() == n, "a square A, and B with as many rows");
  MatrixX generator = MatrixX::Zero(n + m, n + m);
  generator.topRows(n) << sample_time * A, sample_time * B;
  const MatrixX flow = exponential(generator);
  return {flow.topLeftCorner(n, n), flow.topRightCorner(n, m)};
}

// the last command acts for the delay, then the new one for the rest
DelayedSystem discretise(const MatrixX& A, const MatrixX& B, double sample_time, double delay) {
  expects(delay >= 0 && delay <= sample_time, "a delay within one sample time");
  const DiscreteSystem before = discretise(A, B, delay);
  const DiscreteSystem after = discretise(A, B, sample_time - delay);
  return {times(after.A, before.A), after.B, times(after.A, before.B)};
}

DiscreteSystem DelayedSystem::augmented() const {
  const auto n = A.rows(), m = B.cols();
  DiscreteSystem system{MatrixX::Zero(n + m, n + m), MatrixX::Zero(n + m, m)};
  system.A.topRows(n) << A, B_last;
  system.B << B, MatrixX::Identity(m, m);
  return system;
}

}  // namespace cuttle
