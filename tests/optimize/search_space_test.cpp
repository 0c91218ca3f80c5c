#include "cuttle/optimize/search_space.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace cuttle {
namespace {

ParameterSpec bounded(double from, double to, ParameterScale scale = ParameterScale::linear) {
  ParameterSpec p;
  p.range = {from, to};
  p.scale = scale;
  return p;
}

TEST(SearchSpace, RangesBecomeTheUnitCube) {
  const SearchSpace space({bounded(-3, 7), bounded(1e-2, 1e4, ParameterScale::log)});
  const auto at = [&](double u) { return space.point(VectorX::Constant(2, u)); };
  EXPECT_EQ(at(0), (std::vector<double>{-3, 1e-2}));
  EXPECT_EQ(at(1), (std::vector<double>{7, 1e4}));
  EXPECT_DOUBLE_EQ(at(0.25)[0], -0.5);
  EXPECT_NEAR(at(0.25)[1], std::pow(10, -0.5), 1e-14);
  // the middle is the start: geometric on a logarithmic scale
  EXPECT_NEAR(space.point(space.start())[1], 10, 1e-13);
}

TEST(SearchSpace, StartsAreMetToTheLastDigit) {
  for (const double start : {0.02, 0.1, 1.0 / 3, 0.7}) {
    ParameterSpec p = bounded(-0.04, 0.9), q = bounded(1e-3, 7, ParameterScale::log);
    p.start = q.start = start;
    const SearchSpace space({p, q});
    EXPECT_EQ(space.point(space.start()), (std::vector<double>{start, start}));
  }
}

TEST(SearchSpace, NothingLeavesItsRange) {
  const SearchSpace space({bounded(0.1, 0.3), bounded(0.1, 0.3, ParameterScale::log)});
  for (double u = 0; u <= 1; u += 1.0 / 64)
    for (const double x : space.point(VectorX::Constant(2, u))) {
      EXPECT_GE(x, 0.1);
      EXPECT_LE(x, 0.3);
    }
}

TEST(SearchSpace, SlopesAreThoseOfTheMap) {
  const SearchSpace space({bounded(-3, 7), bounded(1e-2, 1e4, ParameterScale::log)});
  const VectorX u{{0.3, 0.6}};
  const VectorX slopes = space.slopes(space.point(u));
  for (int i = 0; i < 2; ++i) {
    const double h = 1e-6;
    VectorX a = u, b = u;
    a[i] -= h;
    b[i] += h;
    const double difference =
        (space.point(b)[std::size_t(i)] - space.point(a)[std::size_t(i)]) / (2 * h);
    EXPECT_NEAR(slopes[i] / difference, 1, 1e-8);
  }
}

TEST(SearchSpace, ParametersWithoutRangeCountInTheirStart) {
  ParameterSpec p, zero;
  p.start = -4;
  zero.start = 0;
  const SearchSpace space({p, zero});
  EXPECT_EQ(space.lower()[0], -std::numeric_limits<double>::infinity());
  EXPECT_EQ(space.point(space.start()), (std::vector<double>{-4, 0}));
  EXPECT_EQ(space.point(space.start() + VectorX::Ones(2)), (std::vector<double>{0, 1}));
}

}  // namespace
}  // namespace cuttle
