#include "cuttle/signal/signal.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <tuple>

namespace cuttle {
namespace {

SignalSpec table(Interpolation interpolation, std::vector<double> t, std::vector<double> x) {
  SignalSpec spec;
  spec.kind = SignalSpec::Kind::table;
  spec.interpolation = interpolation;
  spec.times = std::move(t);
  spec.values = std::move(x);
  return spec;
}

SignalSpec expression(const std::string& text) {
  SignalSpec spec;
  spec.kind = SignalSpec::Kind::expression;
  spec.expression = text;
  return spec;
}

SignalSpec pulse(double period, double width, double amplitude, double phase, double rise) {
  SignalSpec spec;
  spec.kind = SignalSpec::Kind::pulse;
  spec.pulse = {period, width, amplitude, phase, rise, {}};
  return spec;
}

TEST(SignalConstant, IsConstant) {
  const Signal s(5.0);
  EXPECT_EQ(s.value(3), 5);
  EXPECT_EQ(s.rate(3), 0);
  EXPECT_TRUE(s.is_constant());
  EXPECT_EQ(s.next_breakpoint(0), std::numeric_limits<double>::infinity());
}

TEST(SignalExpression, HasSharpDerivatives) {
  const Signal s(expression("5*sin(20*t)"));
  double rate = 0, acceleration = 0;
  for (double t = 0; t < 3; t += 0.0173) {
    EXPECT_DOUBLE_EQ(s.value(t), 5 * std::sin(20 * t));
    rate = std::max(rate, std::abs(s.rate(t) - 100 * std::cos(20 * t)));
    acceleration = std::max(acceleration, std::abs(s.acceleration(t) + 2000 * std::sin(20 * t)));
  }
  EXPECT_LT(rate / 100, 1e-10);          // measured 1.1e-12
  EXPECT_LT(acceleration / 2000, 1e-7);  // measured 1.8e-11
}

// time begins at 0
TEST(SignalExpression, DoesNotLookBeforeTheBeginning) {
  struct Case {
    const char* text;
    double rate, acceleration;
  };
  for (const auto& [text, rate, acceleration] :
       {Case{"exp(-1/t)", 0, 0}, Case{"max(0, t)", 1, 0}, Case{"t > 0 ? t : 0", 1, 0},
        Case{"abs(t)", 1, 0}, Case{"t < 0 ? 5 : 3*t + t^2", 3, 2}, Case{"sin(20*t)", 20, 0},
        Case{"sqrt(t)^4 + 2*t", 2, 2}, Case{"cos(20*t)", 0, -400}}) {
    const Signal s(expression(text));
    EXPECT_NEAR(s.rate(0), rate, 1e-9) << text;
    EXPECT_NEAR(s.acceleration(0), acceleration, 1e-6) << text;
    EXPECT_NEAR(s.motion(0).v, rate, 1e-9) << text;
    EXPECT_NEAR(s.rate(1e-13), rate, 1e-8) << text;
  }
  // exp(-1/t) / t^2
  EXPECT_NEAR(Signal(expression("exp(-1/t)")).rate(0.05), std::exp(-20) * 400, 1e-12);
}

TEST(SignalExpression, SeesTheAbscissa) {
  EXPECT_DOUBLE_EQ(Signal(expression("X*t^2")).value(3, 0.5), 4.5);
  EXPECT_NEAR(Signal(expression("X*t^2")).rate(3, 0.5), 3, 1e-9);
}

TEST(SignalTable, LinearHoldsOutside) {
  const Signal s(table(Interpolation::linear, {1, 2, 4}, {10, 20, 0}));
  EXPECT_EQ(s.value(0), 10);
  EXPECT_EQ(s.value(1.25), 12.5);
  EXPECT_EQ(s.rate(1.25), 10);
  EXPECT_EQ(s.rate(2), -10);  // just after the knot
  EXPECT_EQ(s.value(5), 0);
  EXPECT_EQ(s.rate(5), 0);
  EXPECT_EQ(s.breakpoints(0, 10), (std::vector<double>{1, 2, 4}));
  EXPECT_EQ(s.breakpoints(1, 4), (std::vector<double>{2}));
}

TEST(SignalTable, StepIsRightContinuous) {
  const Signal s(table(Interpolation::step, {0, 1, 2}, {5, 6, 7}));
  EXPECT_EQ(s.value(0.999), 5);
  EXPECT_EQ(s.value(1), 6);
  EXPECT_EQ(s.value(9), 7);
  EXPECT_EQ(s.rate(0.5), 0);
}

// a natural spline through knots of sin at multiples of pi/8 has the right end conditions:
// value error falls with h^4, rate with h^3, acceleration with h^2
TEST(SignalTable, CubicConvergesWithOrderFour) {
  std::vector<double> error[3];
  for (const int n : {16, 32, 64}) {
    std::vector<double> t, x;
    for (int i = 0; i <= n; ++i) {
      t.push_back(2 * M_PI * i / n);
      x.push_back(std::sin(t.back()));
    }
    const Signal s(table(Interpolation::cubic, t, x));
    double worst[3] = {0, 0, 0};
    for (double u = 0.01; u < 6.2; u += 0.013) {
      worst[0] = std::max(worst[0], std::abs(s.value(u) - std::sin(u)));
      worst[1] = std::max(worst[1], std::abs(s.rate(u) - std::cos(u)));
      worst[2] = std::max(worst[2], std::abs(s.acceleration(u) + std::sin(u)));
    }
    for (int d = 0; d < 3; ++d) error[d].push_back(worst[d]);
    EXPECT_EQ(s.breakpoints(-1, 10).size(), 2u);
  }
  for (int d = 0; d < 3; ++d)
    EXPECT_NEAR(std::log2(error[d][1] / error[d][2]), 4 - d, 0.15) << d;  // measured 4.0 3.0 2.0
}

TEST(SignalTable, OneKnotIsAConstant) {
  EXPECT_EQ(Signal(table(Interpolation::cubic, {1}, {3})).value(0), 3);
  EXPECT_EQ(Signal(table(Interpolation::cubic, {0, 1}, {3, 5})).value(0.25), 3.5);
}

// knots of all distances, with steep and flat parts, turns and ties
SignalSpec smooth_table(unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> step(0.05, 1), value(-2, 2);
  std::vector<double> t = {-1}, x = {value(random)};
  for (int i = 0; i < 12; ++i) {
    t.push_back(t.back() + step(random));
    x.push_back(i % 4 == 3 ? x.back() : value(random));
  }
  return table(Interpolation::smooth, t, x);
}

TEST(SignalTable, SmoothNeverOvershoots) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    const SignalSpec spec = smooth_table(seed);
    const Signal s(spec);
    for (std::size_t i = 0; i + 1 < spec.times.size(); ++i) {
      EXPECT_EQ(s.value(spec.times[i]), spec.values[i]);
      const auto [low, high] = std::minmax(spec.values[i], spec.values[i + 1]);
      double last = spec.values[i];
      for (int j = 1; j < 50; ++j) {
        const double now = s.value(spec.times[i] + j * (spec.times[i + 1] - spec.times[i]) / 50);
        EXPECT_GE(now, low - 1e-15);
        EXPECT_LE(now, high + 1e-15);
        // from knot to knot it goes one way
        EXPECT_GE((now - last) * (spec.values[i + 1] - spec.values[i]), 0);
        last = now;
      }
    }
    EXPECT_EQ(s.breakpoints(-10, 10), spec.times);
  }
}

TEST(SignalTable, SmoothHasExactDerivativesAndNoJumpOfTheFirst) {
  const SignalSpec spec = smooth_table(3);
  const Signal s(spec);
  for (const double t : spec.times) {
    EXPECT_NEAR(s.rate(t), s.rate(t - 1e-9), 1e-9 * (1 + std::abs(s.acceleration(t - 1e-9))));
    EXPECT_NEAR(s.value(t), s.value(t - 1e-12), 1e-10);
  }
  for (double t = -0.997; t < 5; t += 0.0173) {
    const double h = 1e-5;
    if (s.next_breakpoint(t - h) < t + h) continue;
    // a cubic: its central difference is off by its third derivative
    const double jerk = (s.acceleration(t + h) - s.acceleration(t - h)) / (2 * h);
    EXPECT_NEAR((s.value(t + h) - s.value(t - h)) / (2 * h), s.rate(t) + jerk * h * h / 6, 1e-9);
    EXPECT_NEAR((s.rate(t + h) - s.rate(t - h)) / (2 * h), s.acceleration(t), 1e-8);
  }
  // at rest outside, where the end values hold
  EXPECT_EQ(s.rate(spec.times.front()), 0);
  EXPECT_EQ(s.rate(spec.times.front() - 1), 0);
  EXPECT_EQ(s.rate(spec.times.back()), 0);
}

TEST(SignalTable, SmoothDoesNotCareForSignsAndTheDirectionOfTime) {
  const SignalSpec spec = smooth_table(5);
  SignalSpec lower = spec, back = spec;
  for (double& x : lower.values) x = 3 - 2 * x;
  std::ranges::reverse(back.values);
  std::ranges::reverse(back.times);
  for (double& t : back.times) t = -t;
  const Signal s(spec), low(lower), mirrored(back);
  for (double t = -1.2; t < 6; t += 0.037) {
    EXPECT_NEAR(low.value(t), 3 - 2 * s.value(t), 1e-13);
    EXPECT_NEAR(low.rate(t), -2 * s.rate(t), 1e-11);
    EXPECT_NEAR(mirrored.value(-t), s.value(t), 1e-13);
    EXPECT_NEAR(mirrored.rate(-t), -s.rate(t), 1e-11);
  }
}

// between turning points the slopes are of second order, so values are of third, rates of second
TEST(SignalTable, SmoothConverges) {
  std::vector<double> value, rate;
  for (const int n : {16, 32, 64}) {
    std::vector<double> t, x;
    for (int i = 0; i <= n; ++i) {
      t.push_back(i * 1.0 / n);
      x.push_back(std::exp(2 * t.back()));
    }
    const Signal s(table(Interpolation::smooth, t, x));
    double off = 0, slope = 0;
    for (double u = 0.3; u < 0.7; u += 0.0013) {
      off = std::max(off, std::abs(s.value(u) - std::exp(2 * u)));
      slope = std::max(slope, std::abs(s.rate(u) - 2 * std::exp(2 * u)));
    }
    value.push_back(off);
    rate.push_back(slope);
  }
  EXPECT_NEAR(std::log2(value[1] / value[2]), 3, 0.2);
  EXPECT_NEAR(std::log2(rate[1] / rate[2]), 2, 0.2);
}

// from one knot to the next it is 3 s^2 - 2 s^3
TEST(SignalTable, SmoothRamp) {
  const Signal s(table(Interpolation::smooth, {1, 3}, {5, 9}));
  EXPECT_DOUBLE_EQ(s.value(1.5), 5 + 4 * (3.0 / 16 - 2.0 / 64));
  EXPECT_DOUBLE_EQ(s.rate(2), 3);
  EXPECT_DOUBLE_EQ(s.acceleration(1), 6);
  EXPECT_EQ(s.acceleration(3), 0);
}

TEST(SignalExpression, SmoothStepAndItsDerivatives) {
  for (const auto& [text, a, b] : {std::tuple{"smoothstep(t, 0.5, 2)", 0.5, 2.0},
                                   {"smoothstep(t, 2, 0.5)", 2.0, 0.5},
                                   {"smoothstep(t, 0.5 s, 2000 ms)", 0.5, 2.0}}) {
    const Signal s(expression(text));
    double value = 0, rate = 0, acceleration = 0;
    for (double t = 0; t < 3; t += 0.0017) {
      const double p = std::clamp((t - a) / (b - a), 0.0, 1.0), w = b - a;
      value = std::max(value, std::abs(s.value(t) - p * p * p * (10 - 15 * p + 6 * p * p)));
      rate = std::max(rate, std::abs(s.rate(t) - 30 * p * p * (1 - p) * (1 - p) / w));
      const double bend = 60 * p * (1 - p) * (1 - 2 * p) / (w * w);
      acceleration = std::max(acceleration, std::abs(s.acceleration(t) - bend));
    }
    EXPECT_LT(value, 4e-15) << text;
    EXPECT_LT(rate, 1e-10) << text;         // measured 2e-12
    EXPECT_LT(acceleration, 1e-6) << text;  // measured 2e-8, where the third derivative jumps
  }
  const Signal jump(expression("smoothstep(t, 1, 1)"));
  EXPECT_EQ(jump.value(0.999), 0);
  EXPECT_EQ(jump.value(1), 1);
}

TEST(SignalPulse, IsATrainOfTrapezoids) {
  const Signal s(pulse(2, 0.8, 5, 0.5, 0.2));
  EXPECT_NEAR(s.value(0.5), 0, 1e-12);
  EXPECT_NEAR(s.value(0.6), 2.5, 1e-12);
  EXPECT_EQ(s.value(1.0), 5);
  EXPECT_NEAR(s.value(1.4), 2.5, 1e-12);
  EXPECT_EQ(s.value(2.0), 0);
  EXPECT_NEAR(s.value(2.6), 2.5, 1e-12);   // next period
  EXPECT_NEAR(s.value(-1.4), 2.5, 1e-12);  // period before
  EXPECT_EQ(s.rate(0.6), 25);
  EXPECT_EQ(s.rate(1.4), -25);
  EXPECT_EQ(s.rate(1.0), 0);
  // mean over a period = amplitude * width / period
  double sum = 0;
  for (int i = 0; i < 20000; ++i) sum += s.value(7.3 + 2e-4 * (i + 0.5) / 2) / 20000;
  EXPECT_NEAR(sum, 5 * 0.8 / 2, 1e-3);
}

TEST(SignalPulse, BreakpointsAreItsCornersAndLieAfterThem) {
  const Signal s(pulse(0.7, 0.3, 1, 0.1, 0));
  const std::vector<double> corners = s.breakpoints(0, 2);
  ASSERT_EQ(corners.size(), 6u);
  const double expected[6] = {0.1, 0.4, 0.8, 1.1, 1.5, 1.8};
  for (int i = 0; i < 6; ++i) EXPECT_NEAR(corners[static_cast<std::size_t>(i)], expected[i], 1e-14);
  // at a corner the value is the one after it: up, down, up, ... also far out
  double t = 0;
  for (int i = 0; i < 10000; ++i) {
    const double next = s.next_breakpoint(t);
    ASSERT_GT(next, t);
    ASSERT_EQ(s.value(next), i % 2 == 0 ? 1 : 0) << next;
    t = next;
  }
  EXPECT_NEAR(t, 0.7 * 4999 + 0.4, 1e-9);
}

TEST(SignalCopy, IsIndependent) {
  const Signal a(expression("3*t"));
  const Signal b = a;
  EXPECT_EQ(a.value(1), 3);
  EXPECT_EQ(b.value(2), 6);
}

TEST(SignalMotion, IsValueRateAndAccelerationAtOnce) {
  SignalSpec formula;
  formula.kind = SignalSpec::Kind::expression;
  formula.expression = "0.3*sin(20*t) + t^2";
  SignalSpec lagged = formula;
  lagged.lag = 0.1;
  SignalSpec table;
  table.kind = SignalSpec::Kind::table;
  table.times = {0, 1, 2};
  table.values = {0, 3, 1};
  table.interpolation = Interpolation::cubic;
  for (const SignalSpec& spec : {formula, lagged, table, SignalSpec(4.0)}) {
    const Signal signal(spec);
    for (const double t : {0.1, 0.7, 1.3}) {
      const Signal::Jet jet = signal.motion(t);
      EXPECT_EQ(jet.x, signal.value(t));
      EXPECT_EQ(jet.v, signal.rate(t));
      EXPECT_EQ(jet.a, signal.acceleration(t));
    }
  }
  const double t = 0.7;
  EXPECT_NEAR(Signal(formula).motion(t).a, -120 * std::sin(20 * t) + 2, 1e-8);
}

}  // namespace
}  // namespace cuttle
