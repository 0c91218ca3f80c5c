#include "cuttle/math/linalg/lu.h"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <limits>
#include <random>

namespace cuttle {
namespace {

TEST(Lu, SignOfTheDeterminant) {
  std::mt19937 generator(1);
  std::normal_distribution<double> normal;
  for (int n = 1; n <= 12; ++n)
    for (int k = 0; k < 20; ++k) {
      const MatrixX A = MatrixX::NullaryExpr(n, n, [&] { return normal(generator); });
      EXPECT_EQ(Lu(A).determinant_sign(), A.determinant() > 0 ? 1 : -1) << A;
    }
}

// where the determinant itself is 0 or infinite in double precision
TEST(Lu, SignOfTheDeterminantAtAnyScale) {
  for (const double size : {1e-200, 1e-30, 1.0, 1e30, 1e200}) {
    MatrixX A = size * MatrixX::Identity(40, 40);
    EXPECT_EQ(Lu(A).determinant_sign(), 1) << size;
    A(7, 7) = -size;
    EXPECT_EQ(Lu(A).determinant_sign(), -1) << size;
    A.row(3).swap(A.row(30));
    EXPECT_EQ(Lu(A).determinant_sign(), 1) << size;
  }
}

// a pivot that is exactly zero, or so small that one over it overflows: [K -A^T; A 0] of a linkage
// with a motion that nothing holds, without any entry for it
TEST(Lu, SingularMatricesAreIllConditioned) {
  std::mt19937 generator(1);
  std::normal_distribution<double> normal;
  for (int n = 2; n <= 12; ++n)
    for (int k = 0; k < 50; ++k) {
      MatrixX A = MatrixX::NullaryExpr(n, n, [&] { return normal(generator); });
      EXPECT_GT(Lu(A).rcond(), 1e-6);
      A.col(k % n) *= k % 3 == 0 ? 1e-320 : 0;
      if (k % 2 == 0) A.row((k + 1) % n).setZero();
      EXPECT_LT(Lu(A).rcond(), 1e-15) << A;
    }
}

TEST(Lu, SignOfNoDeterminant) {
  EXPECT_EQ(Lu(MatrixX::Zero(3, 3)).determinant_sign(), 0);
  EXPECT_EQ(
      Lu(MatrixX::Constant(2, 2, std::numeric_limits<double>::quiet_NaN())).determinant_sign(), 0);
}

}  // namespace
}  // namespace cuttle
