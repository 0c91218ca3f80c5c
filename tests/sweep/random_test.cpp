#include "cuttle/sweep/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace cuttle {
namespace {

// probability below x; exact in the lower tail
double normal_below(double x) { return 0.5 * std::erfc(-x / std::numbers::sqrt2); }

TEST(NormalQuantile, InvertsTheErrorFunction) {
  double worst = 0;
  for (double p = 1e-300; p < 0.5; p *= 1.31) {
    const double x = normal_quantile(p);
    // d log p / dx is about -x in the tail: an error of x shows enlarged
    worst = std::max(worst, std::abs(normal_below(x) / p - 1) / std::max(1.0, x * x));
  }
  EXPECT_LT(worst, 4e-15);
  for (double p = 0.001; p < 1; p += 0.001)
    EXPECT_NEAR(normal_below(normal_quantile(p)), p, 1e-15) << p;
}

TEST(NormalQuantile, KnowsTheTables) {
  EXPECT_EQ(normal_quantile(0.5), 0);
  EXPECT_NEAR(normal_quantile(0.975), 1.959963984540054, 1e-14);
  EXPECT_NEAR(normal_quantile(0.025), -1.959963984540054, 1e-14);
  EXPECT_NEAR(normal_quantile(0.8413447460685429), 1, 1e-14);
  EXPECT_NEAR(normal_quantile(1e-10), -6.361340902404056, 1e-13);
}

TEST(RandomStream, IsTheSameOnEveryMachine) {
  // from an implementation in another language of what the standard says of seed_seq and engine
  RandomStream random(7, 2);
  for (int i = 0; i < 999; ++i) random.bits();
  EXPECT_EQ(random.bits(), 13818704950014357936u);
}

TEST(RandomStream, NumbersNeverTouchTheirLimits) {
  EXPECT_GT(middle_of_cell(0), 0);
  EXPECT_LT(middle_of_cell((std::uint64_t(1) << 52) - 1), 1);
  EXPECT_TRUE(std::isfinite(normal_quantile(middle_of_cell(0))));
}

TEST(RandomStream, BelowIsFair) {
  RandomStream random(3, 1);
  std::vector<int> hits(6);
  for (int i = 0; i < 60000; ++i) ++hits[random.below(6)];
  for (int n : hits) EXPECT_NEAR(n, 10000, 5 * std::sqrt(60000.0 * 5 / 36));
}

TEST(RandomStream, OrdersAreEquallyLikely) {
  RandomStream random(5, 0);
  std::vector<int> hits(6);
  for (int i = 0; i < 60000; ++i) {
    const auto order = random_order(3, random);
    ++hits[order[0] * 2 + (order[1] > order[2])];
  }
  for (int n : hits) EXPECT_NEAR(n, 10000, 5 * std::sqrt(60000.0 * 5 / 36));
}

}  // namespace
}  // namespace cuttle
