// A look at signals ahead of a run.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "cuttle/signal/expression_parts.h"
#include "cuttle/signal/signal.h"

namespace cuttle {
namespace {

constexpr int kSamples = 4000;

SignalSurvey look(const std::string& text, double duration = 10, double X = 0) {
  SignalSpec spec;
  spec.kind = SignalSpec::Kind::expression;
  spec.expression = text;
  return survey_signal(spec, X, 0, duration, kSamples);
}

/// Each time is a corner, and at the corner the signal has its new value.
void expect_corners(const std::string& text, const std::vector<double>& times, double X = 0) {
  const SignalSurvey seen = look(text, 10, X);
  ASSERT_EQ(seen.corners.size(), times.size()) << text;
  for (std::size_t i = 0; i < times.size(); ++i)
    EXPECT_NEAR(seen.corners[i], times[i], 1e-14 * (1 + times[i])) << text;
  EXPECT_TRUE(seen.complete) << text;
}

TEST(SignalSurvey, FindsJumpsHoweverNearTheyAre) {
  // far below the distance of the samples, 2.5 ms
  expect_corners("(t > 5.0012 && t < 5.0012001) ? 1e6 : 0", {5.0012, 5.0012001});
  expect_corners("1e6*(t >= 5.0012)*(t <= 5.0012001)", {5.0012, 5.0012001});
  expect_corners("(t-5.0012)^2 < 1e-8 ? 3 : 0", {5.0011, 5.0013});
  expect_corners("abs(t-7) < 1e-5 ? 3 : 0", {6.99999, 7, 7.00001});
  expect_corners("sign(t-2) + max(t, 4)", {2, 4});
  expect_corners("X < 0.1*t ? 1 : 0", {3}, 0.3);
  expect_corners("rint(t/4)", {2, 6});
  expect_corners("smoothstep(t, 2, 3 + 1)", {2, 4});
  expect_corners("abs(t - 7000 ms)", {7});
}

// the beginning and the end of a short event lie before and after it
TEST(SignalSurvey, FindsAShortSmoothStep) {
  const SignalSurvey seen = look("smoothstep(t, 5.0012, 5.0012001)");
  for (const double t : {5.0012, 5.0012001})
    EXPECT_TRUE(std::ranges::any_of(seen.corners, [t](double c) {
      return std::abs(c - t) < 1e-13;
    })) << t;
  EXPECT_LT(seen.shortest, 1e-6);
}

TEST(SignalSurvey, SeesWhatIsNotFinite) {
  // from the middle on; in one point, which is a sample; infinite in one point
  EXPECT_TRUE(std::isnan(look("sqrt(5-t)").lowest));
  EXPECT_NEAR(look("sqrt(5-t)").lowest_time, 5, 0.01);
  EXPECT_TRUE(std::isnan(look("ln(7-t)").lowest));
  EXPECT_NEAR(look("ln(7-t)").below_zero, 6, 0.01);
  EXPECT_TRUE(std::isnan(look("1/(t-5)^2").lowest));
  EXPECT_NEAR(look("1/(t-5)^2").lowest_time, 5, 1e-9);
  EXPECT_TRUE(std::isnan(look("exp(100*t)").lowest));
  // what no side of a condition asks for is not looked at
  for (const char* text : {"t < 5 ? sqrt(5-t) : 0", "t > 5 ? ln(t-4) : 0", "sqrt(10-t)"})
    EXPECT_EQ(look(text).lowest, 0) << text;
}

TEST(SignalSurvey, FindsJumpsThatTheTextDoesNotShow) {
  const double pi = std::numbers::pi;
  expect_corners("atan(tan(t/2))", {pi, 3 * pi});
}

TEST(SignalSurvey, TheNewValueHoldsAtACorner) {
  for (const char* text : {"t > 5.0012 ? 1 : 0", "t >= 5.0012 ? 1 : 0", "t < 5.0012 ? 0 : 1",
                           "t <= 5.0012 ? 0 : 1", "0.5 + 0.5*sign(t-5.0012)"}) {
    SignalSpec spec;
    spec.kind = SignalSpec::Kind::expression;
    spec.expression = text;
    const SignalSurvey seen = survey_signal(spec, 0, 0, 10, kSamples);
    ASSERT_EQ(seen.corners.size(), 1u) << text;
    const Signal signal(spec);
    EXPECT_EQ(signal.value(seen.corners[0]), 1) << text;
    EXPECT_EQ(signal.value(seen.corners[0] - 1e-13), 0) << text;
  }
}

TEST(SignalSurvey, StopsBeforeAndAfterAShortEvent) {
  // smooth, and a thousandth of the distance of the samples
  const SignalSurvey seen = look("1e6*exp(-((t-5.0012)/2e-6)^2)");
  ASSERT_GE(seen.corners.size(), 2u);
  EXPECT_LT(seen.corners.front(), 5.0012 - 1e-5);
  EXPECT_GT(seen.corners.back(), 5.0012 + 1e-5);
  EXPECT_GT(seen.corners.front(), 4.98);
  EXPECT_LT(seen.corners.back(), 5.02);
  // 2 / 0.858 of its width at its steepest; nothing elsewhere
  EXPECT_NEAR(seen.shortest, 4.7e-6, 0.7e-6);
  EXPECT_GT(seen.pace.front(), 0.01);
  EXPECT_GT(seen.pace.back(), 0.01);
}

TEST(SignalSurvey, ASineIsFollowedThreeTimesPerPeriod) {
  for (const double period : {5.0, 0.7, 0.02}) {
    const SignalSurvey seen = look("3*sin(2*pi*t/" + std::to_string(period) + ")");
    EXPECT_TRUE(seen.complete);
    EXPECT_NEAR(seen.shortest, period / std::numbers::pi, 0.03 * period);
  }
  // a small ripple does not count
  EXPECT_GT(look("10 + 1e-3*sin(40*t)").shortest, 1);
}

TEST(SignalSurvey, SaysWhatItCannotSee) {
  EXPECT_FALSE(look("sin(2*pi*50000*t)").complete);
  EXPECT_TRUE(look("sin(2*pi*50*t)").complete);
  EXPECT_TRUE(look("sqrt(t)").complete);
}

TEST(SignalSurvey, TellsWhereASignalIsLowest) {
  const SignalSurvey seen = look("1 - 2*sin(pi*t/10)");
  EXPECT_NEAR(seen.lowest, -1, 1e-5);
  EXPECT_NEAR(seen.lowest_time, 5, 0.01);
  EXPECT_NEAR(seen.below_zero, 10.0 / 6, 0.005);
  EXPECT_EQ(look("1 + t").below_zero, std::numeric_limits<double>::infinity());
  // a valley of 46 ms, between the samples of a polynomial
  const double bottom = 1 + 1 / std::sqrt(3);
  const SignalSurvey valley = look("t^3-3*t^2+2*t+0.384");
  EXPECT_NEAR(valley.lowest, std::pow(bottom, 3) - 3 * bottom * bottom + 2 * bottom + 0.384,
              1e-6);  // by a parabola
  EXPECT_NEAR(valley.below_zero, bottom, 0.023);
}

TEST(SignalSurvey, TablesAndPulsesHaveTheirOwnCorners) {
  SignalSpec table;
  table.kind = SignalSpec::Kind::table;
  table.times = {1, 2, 2.001, 4};
  table.values = {0, 0, 5, -1};
  const SignalSurvey knots = survey_signal(table, 0, 0, 10, kSamples);
  EXPECT_EQ(knots.corners, table.times);
  EXPECT_EQ(knots.lowest, -1);
  // a spline is followed between its ends
  SignalSpec spline = table;
  spline.interpolation = Interpolation::cubic;
  spline.times = {0, 1, 2, 3, 4, 5, 6, 7, 8};
  spline.values = {0, 0, 0, 0, 1, 0, 0, 0, 0};
  const SignalSurvey peak = survey_signal(spline, 0, 0, 10, kSamples);
  EXPECT_EQ(peak.corners, std::vector<double>{8});
  EXPECT_NEAR(peak.shortest, 1.5, 0.3);
  // where only the second derivative jumps is a corner, too, and its slope is seen between them
  spline.interpolation = Interpolation::smooth;
  const SignalSurvey bump = survey_signal(spline, 0, 0, 10, kSamples);
  EXPECT_EQ(bump.corners, (std::vector<double>{1, 2, 3, 4, 5, 6, 7, 8}));
  EXPECT_NEAR(bump.pace[3], 1.33,
              0.2);  // from 3 to 4: the range 1 over the steepest slope, 3/2, doubled
  SignalSpec pulse;
  pulse.kind = SignalSpec::Kind::pulse;
  pulse.pulse = {.period = 100, .width = 1e-3, .amplitude = 2, .phase = 5, .rise = 0, .origin = {}};
  EXPECT_EQ(survey_signal(pulse, 0, 0, 10, kSamples).corners.size(), 2u);
}

TEST(SignalSurvey, ManyArgumentsAreComparedWithWhatIsTaken) {
  // the envelope of tangents k t - k^2 / 2 of the parabola t^2 / 2 takes the next one halfway
  expect_corners("max(0, t-0.5, 2*t-2, 3*t-4.5, 4*t-8)", {0.5, 1.5, 2.5, 3.5});
  expect_corners("min(0, 0.5-t, 2-2*t, 4.5-3*t, 8-4*t)", {0.5, 1.5, 2.5, 3.5});
  // one that is taken for a moment only
  expect_corners("max(0, -1, -2, 0.5 - abs(t - 5))", {4.5, 5, 5.5});
  const auto formulas = [](int count) {
    std::string text = "max(t";
    for (int k = 2; k <= count; ++k) text += "," + std::to_string(k) + "*t";
    return switching_formulas(text + ")").size();
  };
  EXPECT_EQ(formulas(3), 3u);
  EXPECT_EQ(formulas(300), 300u);
}

TEST(SignalSurvey, EndsWithALongText) {
  std::string text = "max(sin(t)";
  for (int k = 2; k <= 130; ++k) text += ",sin(" + std::to_string(k) + "*t)";
  EXPECT_FALSE(look(text + ")").complete);
}

}  // namespace
}  // namespace cuttle
