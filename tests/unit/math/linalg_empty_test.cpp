// Matrices without entries: a robot all of whose joints are driven has no free coordinates.

#include <gtest/gtest.h>

#include "cuttle/math/linalg/eigen.h"
#include "cuttle/math/linalg/lu.h"
#include "cuttle/math/linalg/orthogonal.h"

namespace cuttle {
namespace {

TEST(Linalg, SolvesEquationsWithoutUnknownsOrRows) {
  for (const auto& [rows, columns] : {std::pair{0, 0}, {5, 0}, {0, 3}}) {
    const MatrixX A(rows, columns);
    const VectorX b = VectorX::Ones(rows);
    const MatrixX B = MatrixX::Ones(rows, 2);
    const VectorX x = VectorX::Zero(columns);
    EXPECT_EQ(LeastNorm(A).solve(b), x);
    EXPECT_EQ(LeastNorm(A, 1e-9).solve(b), x);
    EXPECT_EQ(LeastNorm(A).solve(B), MatrixX::Zero(columns, 2));
    EXPECT_EQ(least_squares(A, B), MatrixX::Zero(columns, 2));
    EXPECT_EQ(ColumnQr(A, 1e-9).rank(), 0);
    EXPECT_EQ(ColumnQr(A, 1e-9).Q(), MatrixX::Identity(rows, rows));
    const FullLu lu(A);
    EXPECT_EQ(lu.rank(), 0);
    EXPECT_EQ(lu.invertible(), rows == columns);
    EXPECT_EQ(lu.kernel(), MatrixX::Identity(columns, columns));
    EXPECT_EQ(lu.factors().rows(), rows);
    EXPECT_EQ(lu.solve(b), x);
    EXPECT_EQ(solve_complex(A.cast<std::complex<double>>(), b.cast<std::complex<double>>()),
              x.cast<std::complex<double>>());
    EXPECT_EQ(svd_with_v(A).V, MatrixX::Identity(columns, columns));
    EXPECT_EQ(svd_with_u_and_v(A).values.size(), 0);
    EXPECT_EQ(singular_values(A.cast<std::complex<double>>()).size(), 0);
  }
}

TEST(Linalg, NoMatrixHasNoEigenvalues) {
  const MatrixX A(0, 0);
  EXPECT_TRUE(SymmetricEigen(A).ok());
  EXPECT_EQ(SymmetricEigen(A).values().size(), 0);
  EXPECT_EQ(SymmetricEigen(A).vectors().size(), 0);
  EXPECT_EQ(SymmetricEigen(A).inverse_root().size(), 0);
  EXPECT_EQ(symmetric_pencil(A, A).values.size(), 0);
  EXPECT_EQ(general_eigen(A).values.size(), 0);
  EXPECT_EQ(eigenvalues(A).size(), 0);
  EXPECT_TRUE(Cholesky(A).ok());
  EXPECT_EQ(Cholesky(A).solve(VectorX(0)).size(), 0);
  EXPECT_EQ(Lu(A).determinant_sign(), 1);
  EXPECT_EQ(Lu(A).solve(VectorX(0)).size(), 0);
}

}  // namespace
}  // namespace cuttle
