#include "cuttle/net/sma.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "support/caterpillar.h"
#include "support/csv.h"

namespace cuttle {
namespace {

TEST(SmaLaw, FollowsTheReference) {
  const testing::Table table = testing::read_table("goldberg19/sma_actuator.csv");
  const SmaLaw law = testing::strip_law(3.54, 0, 0);
  for (std::size_t n = 0; n < table.rows(); ++n) {
    const SmaValue value = sma_value(law, table.column("t")[n]);
    EXPECT_NEAR(value.rest_curvature, table.column("kbar")[n], 1e-6);
    EXPECT_NEAR(value.stiffness_factor, table.column("E_over_Erest")[n], 1e-6);
  }
}

TEST(SmaLaw, PulsesStartAnewAndRise) {
  SmaLaw law = testing::strip_law(3.54, 1.18, 0.03);
  const auto curvature = [&](double t) { return sma_value(law, t).rest_curvature; };
  EXPECT_EQ(curvature(0), law.rest_curvature);
  EXPECT_EQ(curvature(1.18), law.rest_curvature);

  // continuous, from the value before to the law, without a jump at either end
  for (double pulse : {1.18, 1.18 + 3.54, 1.18 + 2 * 3.54}) {
    EXPECT_NEAR(curvature(pulse + 1e-9), curvature(pulse), 1e-4);
    EXPECT_NEAR(curvature(pulse + 0.03 - 1e-9), curvature(pulse + 0.03), 1e-4);
    const double share = 1 / (1 + std::exp((0.015 - law.t0) / law.tau));
    const double half = 0.5 * (curvature(pulse) + law.rest_curvature + law.amplitude * share);
    EXPECT_NEAR(curvature(pulse + 0.015), half, 1e-9);
  }
  // from the second pulse on, every cycle is the same
  EXPECT_NEAR(curvature(6), curvature(6 + 3.54), 1e-9);
  EXPECT_NE(curvature(1.19), curvature(1.19 + 3.54));

  // half way back after t0, where the stiffness is half way too
  EXPECT_NEAR(curvature(1.18 + law.t0), law.rest_curvature + 0.5 * law.amplitude, 1e-9);
  EXPECT_NEAR(sma_value(law, 1.18 + law.t0).stiffness_factor, 1.65, 1e-12);
}

TEST(SmaLaw, NamesItsCorners) {
  SmaLaw law = testing::strip_law(3.54, 1.18, 0.03);
  double t = 0;
  for (double corner : {1.18, 1.21, 4.72, 4.75, 8.26, 8.29}) {
    t = next_corner(law, t);
    EXPECT_NEAR(t, corner, 1e-12);
  }
  law.period = 0;
  EXPECT_EQ(next_corner(law, 2), std::numeric_limits<double>::infinity());
  EXPECT_NEAR(next_corner(law, 1.2), 1.21, 1e-12);
}

}  // namespace
}  // namespace cuttle
