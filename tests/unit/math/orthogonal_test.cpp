#include "cuttle/math/linalg/orthogonal.h"

#include <gtest/gtest.h>

#include <Eigen/SVD>
#include <random>

namespace cuttle {
namespace {

MatrixX random_matrix(int rows, int columns, unsigned seed) {
  std::mt19937 generator(seed);
  std::normal_distribution<double> normal;
  return MatrixX::NullaryExpr(rows, columns, [&] { return normal(generator); });
}

/// By singular values, a second way.
VectorX shortest(const MatrixX& A, const VectorX& b, double cut) {
  const Eigen::JacobiSVD<MatrixX> svd(A, Eigen::ComputeThinU | Eigen::ComputeThinV);
  VectorX y = svd.matrixU().transpose() * b;
  for (Eigen::Index i = 0; i < y.size(); ++i)
    y[i] = svd.singularValues()[i] > cut * svd.singularValues()[0] ? y[i] / svd.singularValues()[i]
                                                                   : 0;
  return svd.matrixV() * y;
}

TEST(LeastNorm, SquareMatricesAreSolved) {
  const MatrixX A = random_matrix(7, 7, 1), B = random_matrix(7, 3, 2);
  EXPECT_LT((A * LeastNorm(A, 1e-10).solve(B) - B).norm(), 1e-12);
}

// Rows that are redundant but for a gap that is left: columns beyond round-off, below the cut. The
// rank at the cut is what counts, whether the matrix is wide, square or tall.
TEST(LeastNorm, WhatIsBelowTheCutDoesNotCount) {
  const int shapes[][3] = {{6, 10, 5}, {10, 6, 5}, {6, 6, 3}, {3, 3, 2}, {12, 4, 1}};
  for (const auto& [rows, columns, rank] : shapes)
    for (unsigned seed = 1; seed <= 10; ++seed)
      for (const double noise : {0.0, 1e-15, 1e-13, 1e-12}) {
        const MatrixX A =
            random_matrix(rows, rank, seed) * random_matrix(rank, columns, seed + 50) +
            noise * random_matrix(rows, columns, seed + 100);
        const VectorX b = random_matrix(rows, 1, seed + 150);
        const VectorX x = LeastNorm(A, 1e-10).solve(b);
        EXPECT_LT((x - shortest(A, b, 1e-10)).norm(), 1e-9 * (1 + x.norm()))
            << rows << " x " << columns << " of rank " << rank << ", noise " << noise;
      }
}

}  // namespace
}  // namespace cuttle
