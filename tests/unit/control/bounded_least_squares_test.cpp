// Bounded least squares: the conditions of Karush, Kuhn and Tucker, and all active sets one by one.

#include "cuttle/control/bounded_least_squares.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "cuttle/math/constants.h"
#include "cuttle/math/linalg/lu.h"
#include "cuttle/math/linalg/orthogonal.h"
#include "support/allocation_counter.h"
#include "support/random.h"

namespace cuttle::testing {
namespace {

struct Sample {
  MatrixX A;
  VectorX b, low, high;

  BoundedLeastSquares::Problem problem(double pull = 0, const VectorX* toward = nullptr) const {
    return {A, b, low, high, pull, toward};
  }
  double cost(const VectorX& x) const { return (A * x - b).squaredNorm(); }
};

/// All sorts: rank-deficient, repeated columns, whole numbers (ties), infinite and equal bounds.
Sample random_sample(Random& random, int rows, int columns) {
  Sample s{random.matrix(rows, columns), random.vector(rows, 3), VectorX(columns),
           VectorX(columns)};
  const int kind = random.integer(0, 4);
  if (kind == 1) {
    const int rank = random.integer(1, std::min(rows, columns));
    s.A = random.matrix(rows, rank) * random.matrix(rank, columns);
  }
  if (kind == 2)
    for (double& entry : s.A.reshaped()) entry = random.integer(-1, 1);
  if (kind == 3 && columns > 1) s.A.col(columns - 1) = -2 * s.A.col(0);
  if (kind == 4) s.A.col(random.integer(0, columns - 1)).setZero();
  for (int j = 0; j < columns; ++j) {
    const int bounds = random.integer(0, 5);
    s.low[j] = bounds == 0 || bounds == 1 ? -kInfinity : random.integer(-2, 0);
    s.high[j] = bounds == 0 || bounds == 2 ? kInfinity : random.integer(0, 2);
    if (bounds == 3) s.high[j] = s.low[j];
  }
  return s;
}

/// What is missing to the conditions, in units of the columns and of the residual's parts.
double kkt_violation(const Sample& s, const VectorX& x) {
  const VectorX gradient = s.A.transpose() * (s.b - s.A * x);
  const double scale = s.b.norm() + (s.A * x.asDiagonal()).norm();
  double worst = 0;
  for (Eigen::Index j = 0; j < x.size(); ++j) {
    if (!(x[j] >= s.low[j] && x[j] <= s.high[j])) return kInfinity;
    double g = gradient[j];
    if (x[j] == s.low[j]) g = std::max(g, 0.0);
    if (x[j] == s.high[j]) g = std::min(g, 0.0);
    if (s.low[j] == s.high[j]) g = 0;
    worst = std::max(worst, std::abs(g) / (1e-300 + s.A.col(j).norm() * scale));
  }
  return worst;
}

TEST(BoundedLeastSquares, MeetsTheConditionsOfAnOptimum) {
  Random random(1);
  double worst = 0;
  int most = 0;
  for (int i = 0; i < 20000; ++i) {
    const int rows = random.integer(1, 12), columns = random.integer(1, 12);
    const Sample s = random_sample(random, rows, columns);
    BoundedLeastSquares solver(rows, columns);
    VectorX x = random.vector(columns, 2);
    const Status status = solver.solve(s.problem(), x);
    ASSERT_TRUE(status.ok()) << i << ": " << status.message;
    worst = std::max(worst, kkt_violation(s, x));
    most = std::max(most, solver.iterations());
    for (int j = 0; j < columns; ++j) {
      const auto at = solver.active()[size_t(j)];
      if (at == BoundedLeastSquares::At::inside) continue;
      EXPECT_EQ(x[j], at == BoundedLeastSquares::At::low ? s.low[j] : s.high[j]);
    }
  }
  EXPECT_LT(worst, 1e-12);  // measured 1.3e-15
  EXPECT_LE(most, 60);      // measured 34
}

TEST(BoundedLeastSquares, LargeProblemsToo) {
  Random random(2);
  for (int i = 0; i < 60; ++i) {
    const int columns = random.integer(30, 50), rows = random.integer(10, 80);
    const Sample s = random_sample(random, rows, columns);
    BoundedLeastSquares solver(rows, columns);
    VectorX x = VectorX::Zero(columns);
    ASSERT_TRUE(solver.solve(s.problem(), x).ok());
    EXPECT_LT(kkt_violation(s, x), 1e-12);
  }
}

/// The best over all 3^n choices of low, high, free.
double enumerate(const Sample& s) {
  const auto n = s.A.cols();
  double best = kInfinity;
  for (int code = 0, codes = int(std::pow(3, n) + 0.5); code < codes; ++code) {
    VectorX x = VectorX::Zero(n);
    std::vector<int> free;
    bool possible = true;
    for (Eigen::Index j = 0, rest = code; j < n; ++j, rest /= 3) {
      if (rest % 3 == 2)
        free.push_back(int(j));
      else
        x[j] = rest % 3 == 0 ? s.low[j] : s.high[j];
      possible &= std::isfinite(x[j]);
    }
    if (!possible) continue;
    if (!free.empty()) {
      const MatrixX A_free = s.A(Eigen::all, free);
      const VectorX x_free = LeastNorm(A_free).solve(VectorX(s.b - s.A * x));
      for (size_t k = 0; k < free.size(); ++k) x[free[k]] = x_free[Eigen::Index(k)];
    }
    if (((x - s.low).array() < -1e-12).any() || ((s.high - x).array() < -1e-12).any()) continue;
    best = std::min(best, s.cost(x));
  }
  return best;
}

// Columns that depend on each other make the free solution ambiguous, and one of them may lie
// inside where another does not: there enumeration gives a bound only.
TEST(BoundedLeastSquares, IsTheBestOfAllActiveSets) {
  Random random(3);
  int compared = 0;
  for (int i = 0; i < 2000; ++i) {
    const int columns = random.integer(1, 5), rows = random.integer(1, 7);
    const Sample s = random_sample(random, rows, columns);
    BoundedLeastSquares solver(rows, columns);
    VectorX x = VectorX::Zero(columns);
    ASSERT_TRUE(solver.solve(s.problem(), x).ok());
    const double best = enumerate(s);
    EXPECT_LE(s.cost(x), best + 1e-10 * (1 + best)) << i;
    if (FullLu(s.A).rank() < columns) continue;
    EXPECT_NEAR(s.cost(x), best, 1e-10 * (1 + best)) << i;
    ++compared;
  }
  EXPECT_GT(compared, 500);
}

TEST(BoundedLeastSquares, WarmStartGivesTheSameAnswerSooner) {
  Random random(4);
  long cold_passes = 0, warm_passes = 0;
  for (int i = 0; i < 300; ++i) {
    const int n = 8;
    Sample s = random_sample(random, n, n);
    BoundedLeastSquares warm(n, n);
    VectorX x = VectorX::Zero(n);
    ASSERT_TRUE(warm.solve(s.problem(1e-3), x).ok());
    s.b += random.vector(n, 0.02);
    s.A += 0.01 * random.matrix(n, n);
    VectorX y = x, z = VectorX::Zero(n);
    BoundedLeastSquares cold(n, n);
    ASSERT_TRUE(warm.solve(s.problem(1e-3), y).ok());
    ASSERT_TRUE(cold.solve(s.problem(1e-3), z).ok());
    EXPECT_LT((y - z).norm(), 1e-6 * (1 + z.norm())) << i;
    warm_passes += warm.iterations();
    cold_passes += cold.iterations();
  }
  EXPECT_LT(2 * warm_passes, cold_passes);
}

// the pull decides where A does not: the answer nearest to the wish
TEST(BoundedLeastSquares, PullMakesTheAnswerUnique) {
  Sample s{MatrixX::Ones(1, 3), VectorX::Constant(1, 6), VectorX::Zero(3),
           VectorX::Constant(3, 10)};
  const VectorX wish = (VectorX(3) << 5, 1, -4).finished();
  BoundedLeastSquares solver(1, 3);
  VectorX x = (VectorX(3) << 9, 9, 9).finished();
  ASSERT_TRUE(solver.solve(s.problem(1e-6, &wish), x).ok());
  // x + y = 6 nearest to (5, 1) with z held at 0
  EXPECT_LT((x - Vector3(5, 1, 0)).norm(), 1e-9);
  EXPECT_EQ(solver.active()[2], BoundedLeastSquares::At::low);
  EXPECT_EQ(solver.saturated(), 1);

  // and without one the guess decides
  solver.forget();
  x << 1, 2, 0.5;
  ASSERT_TRUE(solver.solve(s.problem(), x).ok());
  EXPECT_LT((x - Vector3(3.5, 2, 0.5)).norm(), 1e-12);
}

TEST(BoundedLeastSquares, RefusesNonsense) {
  Sample s{MatrixX::Ones(2, 2), VectorX::Ones(2), VectorX::Zero(2), VectorX::Ones(2)};
  BoundedLeastSquares solver(2, 2);
  VectorX x = VectorX::Zero(2);
  s.low[1] = 2;
  EXPECT_EQ(solver.solve(s.problem(), x).code, Status::Code::diverged);
  s.low[1] = std::nan("");
  EXPECT_EQ(solver.solve(s.problem(), x).code, Status::Code::diverged);
  s.low[1] = 0;
  s.A(0, 1) = std::nan("");
  EXPECT_EQ(solver.solve(s.problem(), x).code, Status::Code::not_finite);
}

TEST(BoundedLeastSquares, NeverAllocates) {
  Random random(5);
  const Sample s = random_sample(random, 6, 9), t = random_sample(random, 6, 9);
  BoundedLeastSquares solver(6, 9);
  VectorX x = VectorX::Zero(9);
  AllocationCounter counter;
  const bool ok = solver.solve(s.problem(1e-6), x).ok() && solver.solve(t.problem(), x).ok();
  EXPECT_EQ(counter.count(), 0);
  EXPECT_TRUE(ok);
}

}  // namespace
}  // namespace cuttle::testing
