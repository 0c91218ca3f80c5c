#include <gtest/gtest.h>

#include <limits>

#include "cuttle/math/many_solve.h"

namespace cuttle {
namespace {

// rows and columns that differ by 24 decades do not hide that the matrix is regular
TEST(ScaledSolve, UnitsDoNotMatter) {
  MatrixX A(3, 3);
  A << 2, 1, 0, 1, 3, 1, 0, 1, 4;
  const Vector3 row(1e-12, 1, 1e12), column(1e10, 1e-10, 1), truth(1, -2, 3);
  VectorX x;
  ASSERT_TRUE(
      solve_scaled(row.asDiagonal() * A * column.asDiagonal(), row.cwiseProduct(A * truth), x));
  EXPECT_LT((column.cwiseProduct(x) - truth).norm(), 1e-13);
}

// two equal rows: of all solutions x0 + x1 = 2, x2 = 5 the smallest one
TEST(ScaledSolve, RedundantRowsGiveTheLeastNorm) {
  MatrixX A(3, 3);
  A << 1, 1, 0, 1, 1, 0, 0, 0, 1;
  VectorX x;
  ASSERT_TRUE(solve_scaled(A, Vector3(2, 2, 5), x));
  EXPECT_LT((x - Vector3(1, 1, 5)).norm(), 1e-13);
}

TEST(ScaledSolve, RefusesWhatIsNotFinite) {
  VectorX x;
  MatrixX A = MatrixX::Identity(2, 2);
  A(0, 1) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(solve_scaled(A, VectorX::Ones(2), x));
}

}  // namespace
}  // namespace cuttle
