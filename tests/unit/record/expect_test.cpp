#include <gtest/gtest.h>

#include <limits>

#include "cuttle/record/figure.h"

namespace cuttle {
namespace {

bool passes(double value, double reference, Tolerance tolerance) {
  return check_expectation({"f", value, "m"}, reference, tolerance, "").pass;
}

TEST(Expect, absolute_and_relative_tolerance) {
  EXPECT_TRUE(passes(1.5, 1.25, {0.25, false}));
  EXPECT_FALSE(passes(1.5, 1.25, {0.24, false}));
  EXPECT_TRUE(passes(1.0, 1.25, {0.25, false}));
  EXPECT_TRUE(passes(-198, -200, {0.01, true}));
  EXPECT_FALSE(passes(-197.9, -200, {0.01, true}));
  EXPECT_FALSE(passes(200, -200, {0.01, true}));
  EXPECT_TRUE(passes(3, 3, {0, true}));
}

TEST(Expect, what_is_not_finite_never_passes) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double inf = std::numeric_limits<double>::infinity();
  EXPECT_FALSE(passes(nan, 1, {inf, false}));
  EXPECT_FALSE(passes(inf, 1, {inf, false}));
  EXPECT_FALSE(passes(inf, inf, {1, true}));
  EXPECT_FALSE(passes(1, nan, {1, false}));
  EXPECT_FALSE(passes(1, 1, {nan, false}));
}

TEST(Expect, row_holds_the_absolute_tolerance) {
  const ExpectResult row = check_expectation({"f1", 22.3, "Hz"}, -22, {0.02, true}, "by hand");
  EXPECT_EQ(row.figure, "f1");
  EXPECT_EQ(row.value, 22.3);
  EXPECT_EQ(row.unit, "Hz");
  EXPECT_EQ(row.reference, -22);
  EXPECT_DOUBLE_EQ(row.tolerance, 0.44);
  EXPECT_EQ(row.source, "by hand");
}

}  // namespace
}  // namespace cuttle
