#include "cuttle/live/blend.h"

#include <gtest/gtest.h>

namespace cuttle {
namespace {

constexpr CoordinateMotion kFrom = {0.7, -3, 20};
constexpr Blend kBlend = {2, 0.1, kFrom};

TEST(Blend, GoesFromAGivenJetToNothing) {
  const CoordinateMotion first = kBlend.at(2);
  EXPECT_EQ(first.x, kFrom.x);
  EXPECT_NEAR(first.v, kFrom.v, 1e-12);
  EXPECT_NEAR(first.a, kFrom.a, 1e-12);
  // just before the end, where x ~ (end - t)^3
  const CoordinateMotion last = kBlend.at(kBlend.end() - 1e-7);
  EXPECT_NEAR(last.x, 0, 1e-13);
  EXPECT_NEAR(last.v, 0, 1e-8);
  EXPECT_NEAR(last.a, 0, 5e-2);
  const CoordinateMotion after = kBlend.at(kBlend.end());
  EXPECT_EQ(after.x, 0);
  EXPECT_EQ(after.v, 0);
  EXPECT_EQ(after.a, 0);
}

TEST(Blend, RatesAreDerivatives) {
  constexpr double h = 1e-6;
  for (double t = 2.005; t < 2.1; t += 0.01) {
    const CoordinateMotion before = kBlend.at(t - h), here = kBlend.at(t), after = kBlend.at(t + h);
    EXPECT_NEAR(here.v, (after.x - before.x) / (2 * h), 1e-6) << t;
    EXPECT_NEAR(here.a, (after.v - before.v) / (2 * h), 1e-4) << t;
  }
}

TEST(Blend, OneWithoutDurationIsNothing) {
  EXPECT_EQ((Blend{2, 0, kFrom}.at(2).x), 0);
  EXPECT_EQ(Blend().at(0).x, 0);
}

}  // namespace
}  // namespace cuttle
