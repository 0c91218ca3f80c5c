#include "cuttle/signal/expression.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "cuttle/signal/function.h"

namespace cuttle {
namespace {

TEST(ExpressionValue, KnowsVariablesConstantsAndCopyNumbers) {
  const Expression f("3*cos(X) + t^2 + k/n + pi - e", {"X", "t"}, {2, 4});
  const double expected = 3 * std::cos(0.7) + 1.5 * 1.5 + 0.5 + std::numbers::pi - std::numbers::e;
  EXPECT_DOUBLE_EQ(f.value(std::array{0.7, 1.5}), expected);
  EXPECT_TRUE(f.uses("X"));
  EXPECT_TRUE(f.uses("k"));
  EXPECT_FALSE(Expression("t", {"X", "t"}).uses("X"));
}

TEST(ExpressionValue, HasConditions) {
  const Expression f("t < 1 ? 2 : (t == 3 ? 7 : 5)", {"t"});
  EXPECT_EQ(f.value(0.5), 2);
  EXPECT_EQ(f.value(2), 5);
  EXPECT_EQ(f.value(3), 7);
}

TEST(ExpressionValue, LetsTheCallerSeeWhatIsNotFinite) {
  EXPECT_TRUE(std::isnan(Expression("sqrt(t)", {"t"}).value(-1)));
  EXPECT_TRUE(std::isinf(Expression("1/t", {"t"}).value(0)));
}

TEST(ExpressionCopy, IsIndependent) {
  const Expression original("2*t", {"t"});
  Expression copy = original;
  EXPECT_EQ(original.value(1), 2);
  EXPECT_EQ(copy.value(5), 10);
  EXPECT_EQ(original.value(3), 6);
  copy = Expression("t + k", {"t"}, {3, 3});
  const Expression again = copy;
  EXPECT_EQ(again.value(1), 4);
}

TEST(ExpressionError, IsLocatedAndListsWhatIsKnown) {
  const Origin origin{"loads[0].force[2]", {"m.yaml", 7, 31}, {}};
  try {
    const Expression bad("sin(q)", {"t"}, {}, origin);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_EQ(error.diagnostics()[0].mark.line, 7);
    EXPECT_EQ(error.diagnostics()[0].message, "unknown symbol 'q' in 'sin(q)'");
    EXPECT_NE(error.diagnostics()[0].hint.find("t, pi, e"), std::string::npos);
  }
  for (const std::string text : {"", "t = 3", "\"text\"", "2*(t", "1, 2", "t t", "foo(t)"})
    EXPECT_THROW(Expression(text, {"t"}), InputError) << text;
  EXPECT_THROW(Expression(std::string(3000, '1'), {"t"}), InputError);
  EXPECT_NO_THROW(Expression("t >= 3 && t != 4", {"t"}));
}

TEST(ExpressionError, SaysWhatToWriteForSymbolsOfOtherLanguages) {
  const auto complaint = [](const std::string& text) {
    try {
      const Expression bad(text, {"t"});
    } catch (const InputError& error) {
      return error.diagnostics()[0];
    }
    return Diagnostic{};
  };
  struct Case {
    const char *text, *symbol, *hint;
  };
  for (const auto& [text, symbol, hint] :
       {Case{"floor(t)", "floor", "write rint(x - 0.5) for floor(x); "},
        Case{"pow(t, 2)", "pow", "write x^y for pow(x, y); "},
        Case{"hypot(t, 2)", "hypot", "write sqrt(x^2 + y^2) for hypot(x, y); "},
        Case{"t%1 + t", "%", "write x - y*rint(x/y - 0.5) for the remainder of x/y; "},
        Case{"sqrrt(t)", "sqrrt", "did you mean 'sqrt'? "}, Case{"sin(q)", "q", ""}}) {
    const Diagnostic told = complaint(text);
    EXPECT_EQ(told.message,
              "unknown symbol '" + std::string(symbol) + "' in '" + std::string(text) + "'");
    EXPECT_EQ(told.hint.rfind(std::string(hint) + "known symbols: t, pi, e, k", 0), 0) << told.hint;
    EXPECT_NE(told.hint.find(", atan2, "), std::string::npos) << told.hint;
  }
  // and that is right
  for (const double t : {-1.5, -1.0, -0.2, 0.0, 0.3, 1.0, 1.7}) {
    EXPECT_EQ(Expression("rint(t - 0.5)", {"t"}).value(t), std::floor(t));
    EXPECT_EQ(Expression("-rint(-t - 0.5)", {"t"}).value(t), std::ceil(t));
  }
}

// worst error over many points, relative to the amplitude of the derivative
TEST(RiddersDerivatives, AreSharpFromSlowToFast) {
  for (const double w : {1.0, 20.0, 300.0}) {
    const auto f = [w](double t) { return std::sin(w * t); };
    double first = 0, second = 0;
    for (int i = 0; i < 500; ++i) {
      const double t = 0.0137 * i;
      first = std::max(first, std::abs(ridders_derivative(f, t) - w * std::cos(w * t)) / w);
      second = std::max(
          second, std::abs(ridders_second_derivative(f, t) + w * w * std::sin(w * t)) / (w * w));
    }
    EXPECT_LT(first, 5e-11) << w;  // measured 6e-14, 1e-12, 8e-12
    EXPECT_LT(second, 5e-9) << w;  // measured 2e-12, 2e-11, 2e-10
  }
}

TEST(RiddersDerivatives, StayOnTheirSideOfAKink) {
  const auto f = [](double t) { return t < 1 ? t * t : 3.0; };
  EXPECT_NEAR(ridders_derivative(f, 0.97), 1.94, 1e-9);
  EXPECT_NEAR(ridders_derivative(f, 1.03), 0, 1e-9);
}

FunctionSpec function_of(FunctionSpec::Kind kind, std::vector<double> values) {
  FunctionSpec spec;
  spec.kind = kind;
  spec.values = std::move(values);
  return spec;
}

TEST(FunctionOfX, IsConstantTaperPolynomialOrExpression) {
  const Function constant(0.02, 0.4);
  EXPECT_EQ(constant.value(0.3), 0.02);
  EXPECT_EQ(constant.derivative(0.3), 0);

  const Function taper(function_of(FunctionSpec::Kind::taper, {0.02, 0.01}), 0.4);
  EXPECT_DOUBLE_EQ(taper.value(0), 0.02);
  EXPECT_DOUBLE_EQ(taper.value(0.4), 0.01);
  EXPECT_DOUBLE_EQ(taper.derivative(0.1), -0.025);

  const Function cubic(function_of(FunctionSpec::Kind::polynomial, {1, -2, 3, 4}), 0.4);
  EXPECT_DOUBLE_EQ(cubic.value(0.5), 1 - 1 + 0.75 + 0.5);
  EXPECT_DOUBLE_EQ(cubic.derivative(0.5), -2 + 3 + 3);

  FunctionSpec spec;
  spec.kind = FunctionSpec::Kind::expression;
  spec.expression = "k*cos(3*X)";
  spec.copy = {2, 3};
  const Function wave(spec, 0.4);
  EXPECT_DOUBLE_EQ(wave.value(0.2), 2 * std::cos(0.6));
  EXPECT_NEAR(wave.derivative(0.2), -6 * std::sin(0.6), 1e-10);  // measured 1e-12
}

}  // namespace
}  // namespace cuttle
