#include "cuttle/signal/expression_tape.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <muParser.h>

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "cuttle/signal/expression_tape_functions.h"
#include "support/random.h"

namespace cuttle {
namespace {

constexpr std::array<const char*, 26> kSmoothFormulas = {
    "-2*a.x^3 + 4 N/m*b.v - 3",
    "-a.x^2",
    "2^-a.x^2",
    "a.x^b.v^0.5",
    "a.x - b.v - 1 - 2",
    "a.x/b.v/3",
    "a.x*-b.v",
    "sin(3*a.x)*cos(b.v) + tan(a.x)",
    "exp(-a.x)*sqrt(1 + b.v^2) + ln(b.v) + log(a.x) + log2(b.v) + log10(a.x)",
    "asin(a.x/9) + acos(b.v/9) + atan(a.x*b.v) + atan2(a.x, b.v)",
    "sinh(a.x) + cosh(b.v) + tanh(a.x) + asinh(b.v) + acosh(2 + a.x) + atanh(a.x/9)",
    "abs(a.x - 3*b.v)*sign(b.v - 5)",
    "min(a.x, b.v, 3)*max(b.v, 2*a.x, 1, t)",
    "sum(a.x, b.v, t)/avg(a.x, 1)",
    "a.x < b.v ? a.x^2 : b.v^2",
    "a.x > b.v && t < 3 || b.v > 1 ? sin(a.x) : t > 1 ? 2*a.x : 3*b.v",
    "1 < 2 + a.x*3 ? b.v : 0",
    "(a.x >= 1) + (a.x <= 1)*b.v + (a.x == 1) + (a.x != 1)*a.x",
    "sind(40*a.x) + cosd(30*b.v) + tand(20*a.x) + 1e-3*b.v",
    "asind(a.x/9) + acosd(a.x/8) + atand(b.v) + atan2d(b.v, a.x)",
    "smoothstep(a.x, 0, 5) + smoothstep(t, a.x, 9*b.v) + rint(a.x*0.1)",
    "30 deg*a.x + 50 %*b.v + 2 N m*t",
    "pi*a.x + e*b.v",
    "((a.x))+(((b.v)*(t)))",
    "a.x*b.v*t*X + 1/X",
    "3",
};

std::vector<FormulaVariable> symbols() { return {{"t", {}}, {"X", {}}, {"a.x", {}}, {"b.v", {}}}; }

TEST(ExpressionTape, GivesTheValuesOfExpressions) {
  testing::Random random(3);
  for (const char* text : kSmoothFormulas) {
    const Expression expression(text, {"t", "X", "a.x", "b.v"});
    const ExpressionTape tape(text, symbols());
    std::vector<double> stack(size_t(tape.depth()));
    for (int i = 0; i < 20; ++i) {
      const VectorX at = VectorX::Ones(4) + 0.9 * random.vector(4);
      const std::span<const double> values(at.data(), 4);
      const double value = expression.value(values);
      EXPECT_NEAR(tape.value(values, stack), value, 1e-13 * (1 + std::abs(value))) << text;
    }
  }
}

TEST(ExpressionTape, DerivativesAreSlopes) {
  testing::Random random(4);
  for (const char* text : kSmoothFormulas) {
    const ExpressionTape tape(text, symbols());
    std::vector<double> stack(size_t(tape.depth())), gradient(4);
    std::vector<Dual> duals(size_t(tape.depth()) + 4);
    for (int i = 0; i < 20; ++i) {
      std::vector<double> at(4);
      const VectorX place = VectorX::Ones(4) + 0.9 * random.vector(4);
      std::copy(place.begin(), place.end(), at.begin());
      const double value = tape.value(at, duals, gradient);
      EXPECT_NEAR(value, tape.value(at, stack), 1e-13 * (1 + std::abs(value))) << text;
      for (int k = 0; k < 4; ++k) {
        const double slope = ridders_derivative(
            [&](double x) {
              std::vector<double> moved = at;
              moved[size_t(k)] = x;
              return tape.value(moved, stack);
            },
            at[size_t(k)], 1e-3);
        EXPECT_NEAR(gradient[size_t(k)], slope, 1e-7 * (1 + std::abs(slope)))
            << text << " by " << k;
      }
    }
  }
}

// what muParser may call and the tape does not know would be refused
TEST(ExpressionTape, KnowsAllFunctions) {
  const mu::Parser parser;
  for (const auto& [name, callback] : parser.GetFunDef())
    EXPECT_NE(find_tape_function(name), nullptr) << name;
}

// more than eight variables: the derivatives come in groups
TEST(ExpressionTape, ManyVariables) {
  std::string text = "0";
  std::vector<FormulaVariable> variables;
  std::vector<double> at, gradient(19);
  for (int i = 0; i < 19; ++i) {
    text += fmt::format(" + {}*v.a{}^2", i + 1, i);
    variables.push_back({fmt::format("v.a{}", i), {}});
    at.push_back(0.1 * i);
  }
  const ExpressionTape tape(text, variables);
  std::vector<Dual> duals(size_t(tape.depth()) + 19);
  tape.value(at, duals, gradient);
  for (int i = 0; i < 19; ++i) EXPECT_NEAR(gradient[size_t(i)], 2 * (i + 1) * 0.1 * i, 1e-13);
}

TEST(ExpressionTape, InfiniteSlopesOfWhatDoesNotChangeDoNotSpread) {
  const ExpressionTape tape("sqrt(a.x)*b.v + a.x^0.5 + b.v", symbols());
  std::vector<double> gradient(4);
  std::vector<Dual> duals(size_t(tape.depth()) + 4);
  tape.value(std::array{0.0, 0.0, 0.0, 2.0}, duals, gradient);
  EXPECT_EQ(gradient[3], 1);
}

double slope_at(const std::string& text, double a) {
  const ExpressionTape tape(text, symbols());
  std::vector<double> gradient(4);
  std::vector<Dual> duals(size_t(tape.depth()) + 4);
  tape.value(std::array{0.0, 0.0, a, 2.0}, duals, gradient);
  return gradient[2];
}

// 0 * infinity, and what is infinite
TEST(ExpressionTape, SecantsStandForSlopesThatAreNotFinite) {
  EXPECT_NEAR(slope_at("-3*a.x*abs(a.x)^0.8", 0), 0, 3e-3);
  EXPECT_NEAR(slope_at("-3*sign(a.x)*sqrt(abs(a.x))", 0), -300, 1e-9);
  EXPECT_NEAR(slope_at("b.v*sqrt(a.x)", 0), 200, 1e-9) << "defined on one side only";
  EXPECT_NEAR(slope_at("sqrt(-a.x)", 0), -100, 1e-9);
  EXPECT_NEAR(slope_at("-3*a.x*abs(a.x)^0.8", -0.3), -3 * 1.8 * std::pow(0.3, 0.8), 1e-12);
  EXPECT_FALSE(std::isfinite(slope_at("sqrt(a.x)", -1)));
}

// ---------------------------------------------------------------------------------- dimensions

std::string dimension_of(const std::string& text) {
  const ExpressionTape tape(text, {{"t", Dimension{.second = 1}},
                                   {"tip.x", Dimension{.metre = 1}},
                                   {"tip.vx", Dimension{.metre = 1, .second = -1}},
                                   {"j.angle", Dimension()}});
  return tape.dimension() ? to_string(*tape.dimension()) : "any";
}

TEST(ExpressionTape, KnowsItsDimension) {
  const std::string newton = to_string(parse_unit("N")->dimension);
  EXPECT_EQ(dimension_of("2 N/m*tip.x"), newton);
  EXPECT_EQ(dimension_of("2 N/m*tip.x - 3 N s/m*tip.vx"), newton);
  EXPECT_EQ(dimension_of("-2 N/m^3*tip.x^3"), newton);
  EXPECT_EQ(dimension_of("5 N*sin(3*t)*(tip.x/1 m)"), newton);
  EXPECT_EQ(dimension_of("abs(tip.vx)*tip.vx*2 kg/m"), newton);
  EXPECT_EQ(dimension_of("tip.x > 0.2 ? 3 N : 1"), newton);
  EXPECT_EQ(dimension_of("max(0, 2 N/m*(tip.x - 0.2))"), newton);
  EXPECT_EQ(dimension_of("sqrt(tip.vx^2)"), "m s^-1");
  EXPECT_EQ(dimension_of("tip.x/tip.vx - t"), "s");
  EXPECT_EQ(dimension_of("sin(j.angle)"), "1");
  EXPECT_EQ(dimension_of("2*tip.x"), "any");      // a plain number takes what is missing
  EXPECT_EQ(dimension_of("sin(t)*3 N"), newton);  // t as a number
  EXPECT_EQ(dimension_of("sign(tip.x)*3 N"), newton);
  EXPECT_EQ(dimension_of("tip.x^-2"), "m^-2");
  EXPECT_EQ(dimension_of("(tip.x^4)^0.5"), "m^2");
  EXPECT_EQ(dimension_of("sqrt(tip.x)"), "any");  // no unit of the language
  EXPECT_EQ(dimension_of("sqrt(tip.x)^2"), "any");
  EXPECT_EQ(dimension_of("(tip.x/1 m)^j.angle"), "1");
}

std::string refusal(const std::string& text) {
  try {
    dimension_of(text);
  } catch (const InputError& error) {
    return error.diagnostics()[0].message;
  }
  return "";
}

TEST(ExpressionTape, FunctionsAndExponentsTakeNumbers) {
  EXPECT_EQ(refusal("3 N*sin( tip.x )"), "'3 N*sin( tip.x )' takes sin of 'tip.x', which is in m");
  EXPECT_EQ(refusal("exp(-tip.x/0.1 s)"),
            "'exp(-tip.x/0.1 s)' takes exp of '-tip.x/0.1 s', which is in m s^-1");
  EXPECT_EQ(refusal("2^tip.x"), "'2^tip.x' has the exponent 'tip.x', which is in m");
  EXPECT_EQ(refusal("tip.vx^j.angle"),
            "'tip.vx^j.angle' raises 'tip.vx', which is in m s^-1, to a power that changes, "
            "'j.angle'");
  for (const char* text : {"sin(j.angle)", "exp(-t)", "sin(3*tip.x)", "exp(-tip.x/0.1 m)",
                           "2^j.angle", "tip.x^(1 + 1)", "sind(30 deg)", "atan2(tip.x, 3 m)"})
    EXPECT_EQ(refusal(text), "") << text;
}

TEST(ExpressionTape, RefusesWhatDoesNotFit) {
  for (const char* text : {"tip.x + tip.vx", "tip.x < t", "tip.x - 2 s", "max(tip.x, t)",
                           "j.angle > 0 ? tip.x : t", "2 N/m*tip.x + 1 N s*tip.vx"})
    EXPECT_THROW(dimension_of(text), InputError) << text;
}

}  // namespace
}  // namespace cuttle
