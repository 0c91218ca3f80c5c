// Linear quadratic regulators and sampled systems against closed forms.

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>

#include "cuttle/control/lqr/lqr.h"
#include "cuttle/math/linalg/eigen.h"
#include "cuttle/math/linalg/lu.h"
#include "support/random.h"

namespace cuttle::testing {
namespace {

MatrixX matrix(int rows, int columns, std::initializer_list<double> entries) {
  MatrixX M(rows, columns);
  auto entry = entries.begin();
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) M(i, j) = *entry++;
  return M;
}

const MatrixX kDoubleIntegrator = matrix(2, 2, {0, 1, 0, 0});
const MatrixX kPush = matrix(2, 1, {0, 1});

double spectral_radius(const MatrixX& A) { return eigenvalues(A).cwiseAbs().maxCoeff(); }
double largest_real_part(const MatrixX& A) { return eigenvalues(A).real().maxCoeff(); }

// x'' = u, cost q x^2 + p v^2 + r u^2: k1 = sqrt(q / r), k2 = sqrt(p / r + 2 k1)
TEST(Riccati, DoubleIntegrator) {
  for (const double q : {1e-4, 1.0, 1e6}) {
    const double p = 0.3, r = 0.07;
    const Regulator regulator = continuous_regulator(kDoubleIntegrator, kPush,
                                                     matrix(2, 2, {q, 0, 0, p}), matrix(1, 1, {r}));
    ASSERT_TRUE(regulator.status.ok()) << regulator.status.message;
    const double k1 = std::sqrt(q / r), k2 = std::sqrt(p / r + 2 * k1);
    EXPECT_NEAR(regulator.K(0, 0), k1, 1e-11 * k1);
    EXPECT_NEAR(regulator.K(0, 1), k2, 1e-11 * k2);
  }
}

// x+ = a x + u: X is a root of X^2 + (r - a^2 r - q) X - q r = 0
TEST(Riccati, DiscreteNumber) {
  for (const double a : {0.2, 1.0, 1.7, -3.0}) {
    const double q = 0.4, r = 2, p = r - a * a * r - q;
    const double X = (-p + std::sqrt(p * p + 4 * q * r)) / 2;
    const Regulator regulator = discrete_regulator(matrix(1, 1, {a}), matrix(1, 1, {1}),
                                                   matrix(1, 1, {q}), matrix(1, 1, {r}));
    ASSERT_TRUE(regulator.status.ok()) << regulator.status.message;
    EXPECT_NEAR(regulator.X(0, 0), X, 1e-13 * X);
    EXPECT_NEAR(regulator.K(0, 0), X * a / (r + X), 1e-13);
  }
}

// sampled more and more often, the discrete gain becomes the continuous one: error of order T
TEST(Riccati, DiscreteTendsToContinuous) {
  const MatrixX Q = matrix(2, 2, {2, 0.1, 0.1, 1}), R = matrix(1, 1, {0.5});
  const MatrixX A = matrix(2, 2, {0, 1, -4, 0.2});
  const MatrixX K = continuous_regulator(A, kPush, Q, R).K;
  double last = 0;
  for (const double T : {1e-2, 1e-3, 1e-4}) {
    const DiscreteSystem sampled = discretise(A, kPush, T);
    const Regulator regulator = discrete_regulator(sampled.A, sampled.B, T * Q, T * R);
    ASSERT_TRUE(regulator.status.ok());
    const double error = (regulator.K - K).norm();
    if (last > 0) {
      EXPECT_NEAR(last / error, 10, 0.3);
    }
    last = error;
  }
}

TEST(Riccati, RandomSystemsHaveSmallResidualsAndStableLoops) {
  Random random(1);
  double worst = 0;
  int poor = 0;
  for (int i = 0; i < 400; ++i) {
    const int n = random.integer(1, 16), m = random.integer(1, 4);
    MatrixX A = random.matrix(n, n, 2);
    const MatrixX B = random.matrix(n, m), Q = random.spd(n, 1e3), R = random.spd(m, 10);
    const Regulator continuous = continuous_regulator(A, B, Q, R);
    ASSERT_TRUE(continuous.status.ok()) << i << continuous.status.message;
    const MatrixX& X = continuous.X;
    // the equation itself, written once more
    const MatrixX XA = X * A, K = Cholesky(R).solve(MatrixX(B.transpose() * X)),
                  paid = K.transpose() * R * K;
    const MatrixX defect = XA.transpose() + XA + Q - paid;
    const double residual = defect.norm() / (2 * XA.norm() + paid.norm() + Q.norm());
    worst = std::max(worst, residual);
    poor += residual > 1e-11 ? 1 : 0;
    EXPECT_LT(largest_real_part(A - B * continuous.K), 0);
    EXPECT_GE(SymmetricEigen(X).values().minCoeff(), 0);

    A /= 2 * std::sqrt(n);
    const Regulator discrete = discrete_regulator(A, B, Q, R);
    ASSERT_TRUE(discrete.status.ok()) << i << discrete.status.message;
    const MatrixX& Y = discrete.X;
    const MatrixX BYA = B.transpose() * Y * A;
    const MatrixX paid_next = BYA.transpose() * Cholesky(R + B.transpose() * Y * B).solve(BYA);
    const MatrixX discrete_defect = A.transpose() * Y * A - Y + Q - paid_next;
    EXPECT_LT(discrete_defect.norm() / Y.norm(), 1e-11);
    EXPECT_LT(spectral_radius(A - B * discrete.K), 1);
  }
  // most are at 1e-13; one of them, 14 states on one input, needs gains so large that 1e-8 is left
  EXPECT_LT(worst, 1e-7);
  EXPECT_LE(poor, 2);
}

// time scales of a soft robot: 1 rad/s to 1e4 rad/s, some of it overdamped
TEST(Riccati, StiffOscillators) {
  const int n = 6;
  MatrixX A = MatrixX::Zero(2 * n, 2 * n), B = MatrixX::Zero(2 * n, 2);
  Random random(2);
  for (int i = 0; i < n; ++i) {
    const double w = std::pow(10, 0.8 * i);
    A(i, n + i) = 1;
    A(n + i, i) = -w * w;
    A(n + i, n + i) = -2 * (i > 3 ? 3 : 0.01) * w;
    B(n + i, 0) = random.uniform(0.5, 1);
    B(n + i, 1) = random.uniform(-1, 1);
  }
  const MatrixX Q = MatrixX::Identity(2 * n, 2 * n), R = MatrixX::Identity(2, 2);
  const Regulator continuous = continuous_regulator(A, B, Q, R);
  ASSERT_TRUE(continuous.status.ok()) << continuous.status.message;
  EXPECT_LT(continuous.residual, 1e-12);
  const DiscreteSystem sampled = discretise(A, B, 0.01);
  const Regulator discrete = discrete_regulator(sampled.A, sampled.B, Q, R);
  ASSERT_TRUE(discrete.status.ok()) << discrete.status.message;
  EXPECT_LT(discrete.residual, 1e-12);
}

TEST(Riccati, SaysWhatCannotBeStabilised) {
  // the second state grows, whatever the input does
  const MatrixX A = matrix(2, 2, {-1, 1, 0, 0.5}), B = matrix(2, 1, {1, 0});
  const MatrixX I = MatrixX::Identity(2, 2), r = matrix(1, 1, {1});
  const Regulator continuous = continuous_regulator(A, B, I, r);
  EXPECT_FALSE(continuous.status.ok());
  EXPECT_NE(continuous.status.message.find("not stabilisable"), std::string::npos)
      << continuous.status.message;
  EXPECT_NE(continuous.status.message.find("0.5"), std::string::npos);

  const Regulator discrete = discrete_regulator(matrix(2, 2, {0.3, 1, 0, 1.5}), B, I, r);
  EXPECT_NE(discrete.status.message.find("not stabilisable"), std::string::npos)
      << discrete.status.message;

  // a cost that does not see what grows
  const Regulator blind = discrete_regulator(matrix(1, 1, {2}), r, MatrixX::Zero(1, 1), r);
  EXPECT_NE(blind.status.message.find("does not include"), std::string::npos)
      << blind.status.message;
  EXPECT_FALSE(continuous_regulator(A, kPush, I, matrix(1, 1, {0})).status.ok());
  EXPECT_EQ(continuous_regulator(A, kPush, NAN * I, r).status.code, Status::Code::not_finite);
}

TEST(Discretise, DoubleIntegratorAndDelay) {
  const double T = 0.3, d = 0.1;
  const DiscreteSystem sampled = discretise(kDoubleIntegrator, kPush, T);
  EXPECT_LT((sampled.A - matrix(2, 2, {1, T, 0, 1})).norm(), 1e-15);
  EXPECT_LT((sampled.B - matrix(2, 1, {T * T / 2, T})).norm(), 1e-15);

  // the old command acts during d, then coasts during T - d
  const DelayedSystem delayed = discretise(kDoubleIntegrator, kPush, T, d);
  EXPECT_LT((delayed.A - sampled.A).norm(), 1e-15);
  EXPECT_LT((delayed.B - matrix(2, 1, {(T - d) * (T - d) / 2, T - d})).norm(), 1e-15);
  EXPECT_LT((delayed.B_last - matrix(2, 1, {d * d / 2 + d * (T - d), d})).norm(), 1e-15);
  const DiscreteSystem augmented = delayed.augmented();
  const Vector3 next = augmented.A * Vector3(1, 2, 3) + augmented.B * 4;
  const VectorX direct = delayed.A * Eigen::Vector2d(1, 2) + delayed.B_last * 3 + delayed.B * 4;
  EXPECT_LT((next.head<2>() - direct).norm(), 1e-15);
  EXPECT_EQ(next[2], 4);
}

// x'' = -w^2 x + u with u held: rotation about u / w^2
TEST(Discretise, Oscillator) {
  const double w = 7, T = 0.4, c = std::cos(w * T), s = std::sin(w * T);
  const DiscreteSystem sampled = discretise(matrix(2, 2, {0, 1, -w * w, 0}), kPush, T);
  EXPECT_LT((sampled.A - matrix(2, 2, {c, s / w, -w * s, c})).norm(), 1e-13);
  EXPECT_LT((sampled.B - matrix(2, 1, {(1 - c) / (w * w), s / w})).norm(), 1e-14);
}

}  // namespace
}  // namespace cuttle::testing
