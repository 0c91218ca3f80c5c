#include "cuttle/net/banded_lu.h"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "cuttle/math/linalg/lu.h"
#include "support/random.h"

namespace cuttle {
namespace {

BandMatrix random_band(testing::Random& random, int size, int band, double zeros) {
  BandMatrix A(size, band);
  for (int i = 0; i < size; ++i) {
    for (int j = std::max(0, i - band); j < std::min(size, i + band + 1); ++j) {
      if (random.uniform(0, 1) > zeros) A(i, j) = random.uniform(-1, 1);
    }
  }
  return A;
}

// full bands, bands with holes, and one as wide as the matrix; all need pivots off the diagonal
TEST(BandedLu, SolvesLikeADenseMatrix) {
  testing::Random random(5);
  BandedLu lu;
  int solved = 0;
  for (int size : {3, 12, 60}) {
    for (int band : {1, 2, 5, 70}) {
      for (double zeros : {0.0, 0.5}) {
        BandMatrix A = random_band(random, size, band, zeros);
        for (int i = 0; i < size; i += 3) A(i, i) = 0;
        const MatrixX dense = A.dense();
        const VectorX x = random.vector(size);
        VectorX b = dense * x;
        if (!FullLu(dense).invertible()) continue;
        ++solved;
        const double condition = 1 / Lu(dense).rcond();
        ASSERT_TRUE(lu.solve(A, b)) << size << ' ' << band;
        EXPECT_LT((b - x).cwiseAbs().maxCoeff(), 1e-13 * condition) << size << ' ' << band;
      }
    }
  }
  EXPECT_GT(solved, 12);
}

// rows of any length within the band, so that what is filled in is longer than they are
TEST(BandedLu, AProfileChangesNoSolution) {
  testing::Random random(6);
  BandedLu lu;
  const int size = 40, band = 6;
  for (int n = 0; n < 20; ++n) {
    std::vector<int> first, end;
    for (int i = 0; i < size; ++i) {
      first.push_back(std::max(0, i - int(random.uniform(0, band + 0.99))));
      end.push_back(std::min(size, i + 1 + int(random.uniform(0, band + 0.99))));
    }
    BandMatrix full(size, band), profiled(size, band);
    profiled.set_profile(first, end);
    for (int i = 0; i < size; ++i) {
      for (int j = first[i]; j < end[i]; ++j) full(i, j) = profiled(i, j) = random.uniform(-1, 1);
      if (i % 3 == 0) full(i, i) = profiled(i, i) = 0;
    }
    VectorX b = random.vector(size), c = b;
    ASSERT_EQ(lu.solve(full, b), lu.solve(profiled, c));
    EXPECT_LT((b - c).norm(), 1e-9 * b.norm());
  }
}

TEST(BandedLu, SaysWhenAMatrixIsSingular) {
  BandedLu lu;
  BandMatrix A(4, 1);
  for (int i = 0; i < 4; ++i) A(i, i) = i == 2 ? 0 : 1;
  VectorX b = VectorX::Ones(4);
  EXPECT_FALSE(lu.solve(A, b));

  BandMatrix B(4, 1);
  for (int i = 0; i < 4; ++i) B(i, i) = i == 2 ? std::numeric_limits<double>::quiet_NaN() : 1;
  b.setOnes();
  EXPECT_FALSE(lu.solve(B, b));
}

TEST(BandedLu, KnowsItsBand) {
  BandMatrix A(5, 2);
  A(1, 3) = 7;
  EXPECT_EQ(A.dense()(1, 3), 7);
  EXPECT_EQ(A.dense().sum(), 7);
  const BandMatrix& same = A;
  EXPECT_EQ(same(0, 4), 0);
  A(3, 3) = 1;
  A.clear_row(1);
  EXPECT_EQ(A.dense().sum(), 1);
}

}  // namespace
}  // namespace cuttle
