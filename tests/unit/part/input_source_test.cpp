// Signals to Input::u.

#include "cuttle/part/input_source.h"

#include <gtest/gtest.h>

#include <cmath>

#include "cuttle/base/interrupt.h"
#include "support/allocation_counter.h"

namespace cuttle::testing {
namespace {

SignalSpec expression(const std::string& text) {
  SignalSpec spec;
  spec.kind = SignalSpec::Kind::expression;
  spec.expression = text;
  return spec;
}

SignalSpec table(std::vector<double> times, std::vector<double> values) {
  SignalSpec spec;
  spec.kind = SignalSpec::Kind::table;
  spec.times = std::move(times);
  spec.values = std::move(values);
  return spec;
}

TEST(InputSource, RatesOnlyForPrescribedCoordinates) {
  InputSource source;
  const int sine = source.add_signal(expression("sin(3*t)"));
  source.add_entry(sine, 0, InputRole::prescribed, "a", "rad");
  source.add_entry(sine, 0, InputRole::plain, "b", "N");
  source.add_entry(source.add_signal(7.0), 0, InputRole::plain, "c", "N");
  Input u;
  ASSERT_TRUE(source.evaluate(0.4, u).ok());
  EXPECT_LT((u.u - Vector3(std::sin(1.2), std::sin(1.2), 7)).norm(), 1e-15);
  EXPECT_NEAR(u.u_dot[0], 3 * std::cos(1.2), 1e-12);    // measured 2e-14
  EXPECT_NEAR(u.u_ddot[0], -9 * std::sin(1.2), 1e-10);  // measured 4e-13
  EXPECT_TRUE(u.u_dot.tail(2).isZero(0));
  EXPECT_TRUE(u.u_ddot.tail(2).isZero(0));
}

// a survey tells the corners: rates are those of the side, as those of a table
TEST(InputSource, RatesDoNotLookOverCorners) {
  InputSource source;
  const auto add = [&](SignalSpec spec, double lag) {
    spec.lag = lag;
    source.add_entry(source.add_signal(spec), 0, InputRole::prescribed, "a", "m");
  };
  SignalSpec step = table({0, 0.5}, {0, 1});
  step.interpolation = Interpolation::step;
  add(expression("t < 0.5 ? 3*t^2 : 0.75 + (t - 0.5)"), 0);
  add(expression("t > 0.5 ? 1 : 0"), 0.1);
  add(step, 0.1);
  source.set_survey_span(0, 2);
  Input u;
  for (const double d : {1e-13, 1e-9, 1e-6, 1e-4, 0.03}) {
    ASSERT_TRUE(source.evaluate(0.5 - d, u).ok());
    EXPECT_NEAR(u.u_dot[0], 3 - 6 * d, 1e-9) << d;
    EXPECT_NEAR(u.u_ddot[0], 6, 1e-5) << d;
    EXPECT_NEAR(u.u_dot[1], 0, 1e-9) << d;
    EXPECT_NEAR(u.u_ddot[1], 0, 1e-9) << d;
    ASSERT_TRUE(source.evaluate(0.5 + d, u).ok());
    EXPECT_NEAR(u.u_dot[0], 1, 1e-9) << d;
    EXPECT_NEAR(u.u_ddot[0], 0, 1e-5) << d;
    EXPECT_NEAR(u.u_dot[1], 10 * std::exp(-10 * d), 1e-9) << d;
    EXPECT_NEAR(u.u_ddot[1], -100 * std::exp(-10 * d), 1e-7) << d;
    EXPECT_NEAR(u.u_dot[2], u.u_dot[1], 1e-9) << d;
    EXPECT_NEAR(u.u_ddot[2], u.u_ddot[1], 1e-7) << d;
  }
}

TEST(InputSource, FillsEveryInputThatItIsGiven) {
  InputSource source;
  source.add_entry(source.add_signal(expression("t")), 0, InputRole::plain, "a", "N");
  Input u, other;
  ASSERT_TRUE(source.evaluate(1, u).ok());
  ASSERT_TRUE(source.evaluate(1, other).ok());
  EXPECT_EQ(other.u[0], 1);
  InputSource copy = source;
  ASSERT_TRUE(copy.evaluate(5, other).ok());
  ASSERT_TRUE(source.evaluate(1, u).ok());
  EXPECT_EQ(u.u[0], 1);
  EXPECT_EQ(other.u[0], 5);
}

TEST(InputSource, FieldsSeeTheirAbscissa) {
  InputSource source;
  const int field = source.add_signal(expression("t + 10*X"));
  for (double X : {0.0, 1.0, 2.0}) source.add_entry(field, X, InputRole::plain, "f", "N/m");
  Input u;
  ASSERT_TRUE(source.evaluate(0.5, u).ok());
  EXPECT_EQ(u.u, Vector3(0.5, 10.5, 20.5));
}

TEST(InputSource, CablesOnlyPull) {
  InputSource source;
  source.add_entry(source.add_signal(expression("1 - 20*t")), 0, InputRole::tension,
                   "cable c1: tension", "N");
  Input u;
  EXPECT_TRUE(source.evaluate(0, u).ok());
  for (int i = 0; i < 2; ++i) {  // asking again does not help
    const Status status = source.evaluate(0.2, u);
    EXPECT_EQ(status.message, "cable c1: tension -3 N at t = 0.2 s: cables only pull");
    EXPECT_EQ(status.t, 0.2);
  }
  EXPECT_TRUE(source.evaluate(0.01, u).ok());
}

// by a few values between the corners, by many beside one
TEST(InputSource, RatesOfWhatChangesAnEnergy) {
  InputSource source;
  const auto add = [&](SignalSpec spec, double lag) {
    spec.lag = lag;
    source.add_entry(source.add_signal(spec), 0, InputRole::rest, "a", "1/m");
  };
  add(expression("sin(30*t)"), 0);
  add(expression("t < 0.5 ? 3*t^2 : 0.75 + (t - 0.5)"), 0);
  add(expression("t"), 0.1);
  add(table({0, 2}, {0, 5}), 0);
  source.set_survey_span(0, 2);
  Input u;
  for (const double t : {0.0, 1e-7, 0.2, 0.4999, 0.5001, 1.7, 1.9999}) {
    ASSERT_TRUE(source.evaluate(t, u).ok());
    EXPECT_NEAR(u.u_dot[0], 30 * std::cos(30 * t), 1e-7) << t;
    EXPECT_NEAR(u.u_dot[1], t < 0.5 ? 6 * t : 1, 1e-8) << t;
    EXPECT_NEAR(u.u_dot[2], 1 - std::exp(-t / 0.1), 1e-8) << t;
    EXPECT_NEAR(u.u_dot[3], 2.5, 1e-12) << t;
    EXPECT_TRUE(u.u_ddot.isZero(0));
  }
}

// what is faster than a survey saw is found by all the values that it takes
TEST(InputSource, RatesOfWhatASurveyMisses) {
  InputSource source;
  source.add_entry(source.add_signal(expression("5*t + 1e-4*sin(1e5*t)")), 0, InputRole::rest, "a",
                   "1/m");
  source.set_survey_span(0, 5);
  Input u;
  for (const double t : {0.3, 1.234, 4.9}) {
    ASSERT_TRUE(source.evaluate(t, u).ok());
    EXPECT_NEAR(u.u_dot[0], 5 + 10 * std::cos(1e5 * t), 1e-3) << t;
  }
}

TEST(InputSource, StiffnessesStayAboveZero) {
  InputSource source;
  source.add_entry(source.add_signal(expression("1 - 2*t")), 0, InputRole::positive,
                   "rod arm: stiffness factor", "-");
  Input u;
  EXPECT_TRUE(source.evaluate(0.4, u).ok());
  EXPECT_NEAR(u.u_dot[0], -2, 1e-9);
  EXPECT_EQ(source.evaluate(0.5, u).message,
            "rod arm: stiffness factor 0 at t = 0.5 s: it must be > 0");
}

TEST(InputSource, RoundOffIsNoPush) {
  InputSource source;
  source.add_entry(source.add_signal(expression("cos(t) - 1 - 1e-16")), 0, InputRole::tension, "c",
                   "N");
  Input u;
  EXPECT_TRUE(source.evaluate(0, u).ok());
}

TEST(InputSource, NamesAValueThatIsNotFinite) {
  InputSource source;
  source.add_entry(source.add_signal(expression("1/(t - 2)")), 0, InputRole::plain,
                   "load tip: force z", "N");
  Input u;
  const Status status = source.evaluate(2, u);
  EXPECT_EQ(status.code, Status::Code::not_finite);
  EXPECT_EQ(status.message, "load tip: force z is inf N (rate 0, acceleration 0) at t = 2 s");
}

TEST(InputSource, BreakpointsOfAllSignalsInOrder) {
  InputSource source;
  source.add_signal(table({0.5, 1, 3}, {0, 1, 0}));
  source.add_signal(table({0.25, 1, 2}, {0, 1, 0}));
  source.add_signal(4.0);
  EXPECT_EQ(source.breakpoints(0.25, 3), (std::vector<double>{0.5, 1, 2}));
}

// a million spans: minutes
TEST(InputSource, BreakpointsOfALongTimeCanBeStopped) {
  InputSource source;
  source.add_entry(source.add_signal(expression("sin(t)")), 0, InputRole::plain, "a", "N");
  source.set_survey_span(0, 0.01);
  int asked = 0;
  const InterruptScope stop([&] { return ++asked > 3; });
  EXPECT_LT(source.breakpoints(0, 1e4).size(), 5u);
  EXPECT_EQ(asked, 4);
}

TEST(InputSource, NeverAllocates) {
  InputSource source;
  source.add_entry(source.add_signal(expression("sin(t)")), 0, InputRole::prescribed, "a", "rad");
  source.add_entry(source.add_signal(table({0, 1}, {0, 1})), 0, InputRole::tension, "b", "N");
  Input u;
  ASSERT_TRUE(source.evaluate(0, u).ok());
  AllocationCounter counter;
  for (int i = 1; i < 50; ++i)
    if (!source.evaluate(0.01 * i, u).ok()) FAIL();
  EXPECT_EQ(counter.count(), 0);
}

}  // namespace
}  // namespace cuttle::testing
