// First-order lags of signals against closed forms.

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <numbers>
#include <tuple>

#include "cuttle/math/difference.h"
#include "cuttle/signal/signal.h"
#include "support/sanitized.h"

namespace cuttle {
namespace {

constexpr double kLag = 0.2;

SignalSpec lagged_table(Interpolation interpolation, std::vector<double> t, std::vector<double> x) {
  SignalSpec spec;
  spec.kind = SignalSpec::Kind::table;
  spec.interpolation = interpolation;
  spec.times = std::move(t);
  spec.values = std::move(x);
  spec.lag = kLag;
  return spec;
}

SignalSpec lagged_expression(const std::string& text, double lag = kLag) {
  SignalSpec spec;
  spec.kind = SignalSpec::Kind::expression;
  spec.expression = text;
  spec.lag = lag;
  return spec;
}

SignalSpec lagged_pulse(double lag) {
  SignalSpec spec;
  spec.kind = SignalSpec::Kind::pulse;
  spec.pulse = {0.7, 0.3, 2, 0.1, 0.05, {}};
  spec.lag = lag;
  return spec;
}

/// Largest error of lag z' = x - z, z' by differences of value(), away from breakpoints; and that
/// rate() and acceleration() are the derivatives.
void expect_solves(const SignalSpec& spec, double until, double tolerance) {
  SignalSpec plain = spec;
  plain.lag = 0;
  plain.initial.reset();
  const Signal z(spec), x(plain);
  const double h = 1e-4;
  double equation = 0, rate = 0, acceleration = 0;
  for (double t = 0.0123; t < until; t += 0.0137) {
    if (x.next_breakpoint(t - 3 * h) < t + 3 * h) continue;
    const auto slope = [&](auto f) {
      return central_derivative([&](double d) { return f(t + d); }, h);
    };
    const double dz = slope([&](double s) { return z.value(s); });
    const double ddz = slope([&](double s) { return z.rate(s); });
    equation = std::max(equation, std::abs(spec.lag * dz - x.value(t) + z.value(t)));
    rate = std::max(rate, std::abs(dz - z.rate(t)));
    acceleration = std::max(acceleration, std::abs(ddz - z.acceleration(t)));
  }
  EXPECT_LT(equation, tolerance);
  EXPECT_LT(rate, tolerance / spec.lag);
  EXPECT_LT(acceleration, 10 * tolerance / (spec.lag * spec.lag));
}

TEST(SignalLag, NumberRelaxesFromItsInitialValue) {
  SignalSpec spec(3.0);
  spec.lag = kLag;
  EXPECT_TRUE(Signal(spec).is_constant());
  EXPECT_DOUBLE_EQ(Signal(spec).value(0.3), 3);
  spec.initial = 1;
  const Signal z(spec);
  EXPECT_FALSE(z.is_constant());
  EXPECT_EQ(z.value(0), 1);
  EXPECT_EQ(z.value(-1), 1);
  EXPECT_EQ(z.rate(-1), 0);
  EXPECT_DOUBLE_EQ(z.rate(0), 2 / kLag);
  EXPECT_DOUBLE_EQ(z.value(0.3), 3 - 2 * std::exp(-0.3 / kLag));
}

TEST(SignalLag, StepAndBack) {
  const Signal z(lagged_table(Interpolation::step, {0, 1, 2}, {0, 5, 1}));
  EXPECT_EQ(z.value(0.99), 0);
  EXPECT_DOUBLE_EQ(z.value(1.1), 5 * (1 - std::exp(-0.5)));
  EXPECT_DOUBLE_EQ(z.rate(1), 5 / kLag);  // just after the jump
  const double at_two = 5 * (1 - std::exp(-5.0));
  EXPECT_DOUBLE_EQ(z.value(2.4), 1 + (at_two - 1) * std::exp(-2.0));
  EXPECT_EQ(z.next_breakpoint(0.5), 1);  // where its rate jumps
}

TEST(SignalLag, RampTrailsByTheLag) {
  const Signal z(lagged_table(Interpolation::linear, {0, 10}, {0, 30}));
  for (const double t : {1e-6, 0.1, 0.2, 1.0, 7.0})
    EXPECT_NEAR(z.value(t), 3 * (t - kLag * (1 - std::exp(-t / kLag))), 1e-14 * std::max(t, 1e-3));
}

// a = 1 / (1 + i w T) and what dies out
TEST(SignalLag, Sine) {
  const double w = 20;
  const auto truth = [&](double t) {
    const double n = 1 + w * w * kLag * kLag;
    return (std::sin(w * t) - w * kLag * std::cos(w * t) + w * kLag * std::exp(-t / kLag)) / n;
  };
  const Signal z(lagged_expression("sin(20*t)"));
  double error = 0, rate = 0;
  for (double t = 0; t < 5; t += 0.0173) {
    error = std::max(error, std::abs(z.value(t) - truth(t)));
    rate = std::max(rate, std::abs(z.rate(t) - (std::sin(w * t) - truth(t)) / kLag));
  }
  EXPECT_LT(error, 1e-12);  // measured 2.6e-15
  EXPECT_LT(rate, 1e-11);   // measured 1.3e-14
}

// much slower and much faster than the lag, and a jump that the expression does not tell
TEST(SignalLag, ExpressionsOfAllSpeeds) {
  const double w = 300, T = 5, n = 1 + w * w * T * T;
  const Signal fast(lagged_expression("cos(300*t)", T));
  double error = 0;
  for (double t = 0; t < 3; t += 0.0717) {
    const double truth =
        (std::cos(w * t) + w * T * std::sin(w * t) + (n - 1) * std::exp(-t / T)) / n;
    error = std::max(error, std::abs(fast.value(t) - truth));
  }
  EXPECT_LT(error, 1e-11);  // measured 7.1e-15

  const Signal slow(lagged_expression("3*t + 1", 1e-4));
  EXPECT_NEAR(slow.value(2), 7 - 3e-4, 1e-13);

  const Signal jump(lagged_expression("t > 1/3 ? 2 : 0"));
  EXPECT_NEAR(jump.value(1), 2 * (1 - std::exp(-(1 - 1.0 / 3) / kLag)), 1e-11);
}

// at a jump that an expression does not tell, as those of a table
TEST(SignalLag, RatesAtAJumpAreThoseOfOneSide) {
  const Signal after(lagged_expression("t >= 1 ? 5 : 0")),
      before(lagged_expression("t > 1 ? 5 : 0"));
  const Signal step(lagged_table(Interpolation::step, {0, 1}, {0, 5}));
  EXPECT_NEAR(after.rate(1), step.rate(1), 1e-9);
  EXPECT_NEAR(after.acceleration(1), step.acceleration(1), 1e-7);
  EXPECT_NEAR(after.motion(1).a, -5 / (kLag * kLag), 1e-7);
  EXPECT_NEAR(before.acceleration(1), 0, 1e-9);
  EXPECT_NEAR(before.acceleration(1 + 1e-13), -5 / (kLag * kLag), 1e-7);
  EXPECT_NEAR(Signal(lagged_expression("t >= 1 ? 5 : 0", 0)).rate(1), 0, 1e-9);
}

TEST(SignalLag, AlongARod) {
  const Signal z(lagged_expression("X*t"));
  for (const double X : {0.1, 0.7, 0.1})
    EXPECT_NEAR(z.value(1, X), X * (1 - kLag * (1 - std::exp(-1 / kLag))), 1e-14);
}

TEST(SignalLag, PulsesSettleToACycle) {
  for (const double lag : {0.02, 0.2, 20.0}) {
    const Signal z(lagged_pulse(lag));
    // over a whole period of the cycle z has the mean of the pulses: 2 * 0.3 / 0.7
    const double late = std::round(60 * lag / 0.7 + 1) * 0.7;
    double mean = 0;
    const int steps = 70000;
    for (int i = 0; i < steps; ++i) mean += z.value(late + (i + 0.5) * 0.7 / steps) / steps;
    EXPECT_NEAR(mean, 2 * 0.3 / 0.7, 1e-8) << lag;
    EXPECT_NEAR(z.value(late + 0.7), z.value(late), 1e-12) << lag;
    // over the start of a period z is continuous
    for (const double t : {0.1, 0.8, 70.1}) {
      EXPECT_NEAR(z.value(t * (1 - 1e-13)), z.value(t), 1e-10 / lag) << lag;
      EXPECT_NEAR(z.value(t * (1 + 1e-13)), z.value(t), 1e-10 / lag) << lag;
    }
  }
}

TEST(SignalLag, SolvesItsEquation) {
  expect_solves(lagged_table(Interpolation::linear, {-1, 0.5, 1.5, 2}, {1, 2, -1, 4}), 3, 1e-10);
  expect_solves(lagged_table(Interpolation::cubic, {-1, 0.5, 1.5, 2}, {1, 2, -1, 4}), 3, 1e-10);
  expect_solves(lagged_table(Interpolation::smooth, {-1, 0.5, 1.5, 2}, {1, 2, -1, 4}), 3, 1e-10);
  expect_solves(lagged_expression("exp(-t)*sin(9*t)"), 3, 1e-10);
  expect_solves(lagged_pulse(kLag), 3, 1e-10);
  SignalSpec spec = lagged_pulse(kLag);
  spec.initial = 1.5;
  expect_solves(spec, 3, 1e-10);
  EXPECT_EQ(Signal(spec).value(0), 1.5);
}

// a dense table of a sine is the sine, also with a lag far above its step
TEST(SignalLag, DenseCubicTableKeepsItsDigits) {
  std::vector<double> t, x;
  for (int i = 0; i <= 20000; ++i) {
    t.push_back(i * 1e-4);
    x.push_back(std::sin(9 * t.back()));
  }
  SignalSpec spec = lagged_table(Interpolation::cubic, t, x);
  spec.lag = 2;
  const Signal z(spec), truth(lagged_expression("sin(9*t)", 2));
  for (double s = 0.1; s < 1.9; s += 0.1) EXPECT_NEAR(z.value(s), truth.value(s), 1e-10) << s;
}

TEST(SignalLag, DoesNotCareForTheOrderOfCalls) {
  const SignalSpec specs[] = {lagged_expression("t > 0.7 ? sin(50*t) : t"), lagged_pulse(kLag),
                              lagged_table(Interpolation::cubic, {0, 1, 2}, {0, 2, 1})};
  for (const SignalSpec& spec : specs) {
    const Signal forwards(spec), backwards(spec);
    std::vector<double> values;
    for (int i = 0; i < 200; ++i) values.push_back(forwards.value(0.013 * i));
    for (int i = 199; i >= 0; --i)
      EXPECT_EQ(backwards.value(0.013 * i), values[size_t(i)]) << "at " << 0.013 * i;
  }
}

// a push that is short against the lag, wherever it is written: what is left of it in the end
TEST(SignalLag, ShortPushesOfExpressions) {
  for (const double lag : {1e-5, 1e-3, 0.05, 1.0})
    for (const auto& [text, from, to] :
         {std::tuple{"(t>3.3333 && t<3.3343) ? 1000 : 0", 3.3333, 3.3343},
          std::tuple{"t > 3.3333 ? (t < 3.3334 ? 1000 : 0) : 0", 3.3333, 3.3334}}) {
      Signal z(lagged_expression(text, lag));
      z.set_lag_span(10);
      const double left = 1000 * -std::expm1(-(to - from) / lag);
      for (const double t : {3.4, 4.0, 9.9})
        EXPECT_NEAR(z.value(t), left * std::exp(-(t - to) / lag), 1e-9 * left)
            << text << " " << lag;
    }
  // a peak of area 1 that no comparison tells
  Signal z(lagged_expression("exp(-((t-3.3337)/1e-4)^2)/(1e-4*sqrt(pi))", 0.5));
  z.set_lag_span(10);
  EXPECT_NEAR(z.value(4), 2 * std::exp(-(4 - 3.3337) / 0.5), 1e-7);
}

// values that begin as next to nothing, noise, and lags that are next to nothing
TEST(SignalLag, TakesNoTime) {
  const auto start = std::chrono::steady_clock::now();
  const Signal power(lagged_expression("t^100", 0.05));
  EXPECT_NEAR(power.value(1), 1 / 6.05, 0.01);
  Signal bell(lagged_expression("exp(-((t-3.3337)/0.1)^2)", 0.05));
  bell.set_lag_span(10);
  EXPECT_GT(bell.value(3.4), 0.5);
  EXPECT_NEAR(bell.value(10), 0, 1e-30);
  for (const double lag : {1e-4, 1e-6, 1e-9}) {
    Signal step(lagged_expression("t>5", lag));
    step.set_lag_span(10);
    EXPECT_NEAR(step.value(10), 1, 1e-12);
    EXPECT_EQ(step.value(5), 0);
    EXPECT_NEAR(step.value(5 + lag), -std::expm1(-1), 1e-5);
    Signal sine(lagged_expression("sin(t)", lag));
    sine.set_lag_span(10);
    EXPECT_NEAR(sine.value(10), std::sin(10) - lag * std::cos(10), 2 * lag * lag + 1e-14);
  }
  // fast for a long time
  const double w = 1000 * std::numbers::pi, n = 1 + w * w, t = 100.25;
  const Signal fast(lagged_expression("sin(2*pi*500*t)", 1));
  const double truth = (std::sin(w * t) - w * std::cos(w * t) + w * std::exp(-t)) / n;
  EXPECT_NEAR(fast.value(t), truth, 1e-11);
  const Signal small(lagged_expression("1-cos(0.001*t)", 0.1));
  EXPECT_NEAR(small.value(10), 1 - std::cos(0.01) - 0.1 * 0.001 * std::sin(0.01) + 1e-8, 1e-10);
  Signal late(lagged_expression("sin(t)", 1e-3));
  late.set_lag_span(2e4);
  EXPECT_NEAR(late.value(1e4), std::sin(1e4) - 1e-3 * std::cos(1e4) - 1e-6 * std::sin(1e4), 1e-8);
  EXPECT_TRUE(std::isnan(late.value(std::numeric_limits<double>::infinity())));
  const Signal noise(lagged_expression("1e9+sin(t)-1e9", 0.05));
  EXPECT_NEAR(noise.value(20), std::sin(20.0) - 0.05 * std::cos(20.0), 1e-2);
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
  EXPECT_LT(spent.count(), 20 * testing::kSlowdown);  // measured 1 s
}

}  // namespace
}  // namespace cuttle
