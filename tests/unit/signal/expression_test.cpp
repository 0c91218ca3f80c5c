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

double value_of(const std::string& text) { return Expression(text, {"t"}, {3, 4}).value(2); }

TEST(ExpressionDegrees, RoundAnglesHaveRoundValues) {
  for (const double turn : {0.0, 360.0, -720.0, 3.6e9}) {
    const auto at = [turn](const char* function, double x) {
      return Expression(function + std::string("(t)"), {"t"}).value(x + turn);
    };
    EXPECT_EQ(at("sind", 30), 0.5);
    EXPECT_EQ(at("sind", 150), 0.5);
    EXPECT_EQ(at("sind", 210), -0.5);
    EXPECT_EQ(at("sind", 180), 0);
    EXPECT_EQ(at("sind", -90), -1);
    EXPECT_EQ(at("cosd", 60), 0.5);
    EXPECT_EQ(at("cosd", 120), -0.5);
    EXPECT_EQ(at("cosd", 240), -0.5);
    EXPECT_EQ(at("cosd", 300), 0.5);
    EXPECT_EQ(at("cosd", 90), 0);
    EXPECT_EQ(at("cosd", 180), -1);
    EXPECT_EQ(at("tand", 45), 1);
    EXPECT_EQ(at("tand", 135), -1);
    EXPECT_EQ(at("tand", -45), -1);
    EXPECT_EQ(at("tand", 180), 0);
  }
  for (double x = -400; x < 400; x += 0.37) {
    const double r = x * std::numbers::pi / 180;
    EXPECT_NEAR(Expression("sind(t)", {"t"}).value(x), std::sin(r), 2e-15);
    EXPECT_NEAR(Expression("cosd(t)", {"t"}).value(x), std::cos(r), 2e-15);
    EXPECT_NEAR(Expression("tand(t)", {"t"}).value(x), std::tan(r),
                1e-12 * (1 + std::pow(std::tan(r), 2)));
  }
  EXPECT_NEAR(value_of("asind(0.5)"), 30, 1e-13);
  EXPECT_NEAR(value_of("acosd(-0.5)"), 120, 1e-13);
  EXPECT_NEAR(value_of("atand(-1)"), -45, 1e-13);
  EXPECT_NEAR(value_of("atan2d(1, -1)"), 135, 1e-13);
}

// a number and the unit behind it are one
TEST(ExpressionUnits, NumbersMayHaveThem) {
  EXPECT_EQ(value_of("30 deg"), 30 * (std::numbers::pi / 180));
  EXPECT_EQ(value_of("sin(30deg)"), std::sin(30 * (std::numbers::pi / 180)));
  EXPECT_EQ(value_of("12 mm*t"), 12e-3 * 2);
  EXPECT_EQ(value_of("9.81 m/s^2*t"), 9.81 * 2);
  EXPECT_EQ(value_of("5 N mm"), 5e-3);
  EXPECT_EQ(value_of("5 N.mm + 1 kPa"), 5e-3 + 1000);
  EXPECT_DOUBLE_EQ(value_of("2 mm^2"), 2e-6);
  EXPECT_DOUBLE_EQ(value_of("3 s^-1"), 3);
  EXPECT_EQ(value_of("1e3 um"), 1e3 * 1e-6);
  EXPECT_EQ(value_of("t < 1 min ? 3 : 4"), 3);
  EXPECT_EQ(value_of("min(t, 5 s)"), 2);
  EXPECT_EQ(value_of("50 %*t"), 1);
  EXPECT_EQ(value_of("2 \xc2\xb5m"), 2e-6);
  // it binds closer than any operator
  EXPECT_DOUBLE_EQ(value_of("1/2 ms"), 500);
  EXPECT_DOUBLE_EQ(value_of("-(3 mm - 1 cm)/2 mm"), 3.5);
  // what the formula knows by name is no unit
  EXPECT_EQ(value_of("6 N/k"), 2);
  EXPECT_EQ(value_of("6 N/t + 8 N/n"), 5);
  EXPECT_EQ(Expression("6 mm/s", {"s"}).value(3), 2e-3);
  EXPECT_EQ(Expression("6 mm/s", {"t"}).value(3), 6e-3);
  EXPECT_EQ(value_of("2 m/2"), 1);
}

// a function of degrees has its angle in degrees, whatever it is written in
TEST(ExpressionUnits, AnglesInsideFunctionsOfDegreesAreDegrees) {
  for (const char* text : {"cosd(60)", "cosd(60 deg)", "cosd(2*(t + 30 deg))",
                           "cosd(1.0471975511965976 rad)", "cos(60 deg)", "cosd(60)*cosd(0 deg)"})
    EXPECT_NEAR(Expression(text, {"t"}).value(0), 0.5, 1e-15) << text;
  EXPECT_NEAR(Expression("cosd(90 deg) + cos(60 deg)", {"t"}).value(0), 0.5, 1e-15);
}

// names that a formula knows are no units
TEST(ExpressionUnits, NamesComeFirst) {
  EXPECT_EQ(Expression("3 m*s", {"s"}).value(2), 6);
  EXPECT_THROW(Expression("3 m", {"m"}), InputError);
  EXPECT_EQ(Expression("3/m", {"m"}).value(2), 1.5);
  EXPECT_THROW(Expression("2 m^2.5", {"t"}), InputError);
}

TEST(ExpressionUnits, UnknownOnesAreTold) {
  const auto told = [](const std::string& text) {
    try {
      const Expression bad(text, {"t"});
    } catch (const InputError& error) {
      const Diagnostic& d = error.diagnostics()[0];
      return d.message + "; " + d.hint;
    }
    return std::string("nothing");
  };
  EXPECT_EQ(told("5 Nm*t"), "unknown unit 'Nm' in '5 Nm*t'; 1 Nm is 1 N m");
  EXPECT_EQ(told("t + 3 inch"), "unknown unit 'inch' in 't + 3 inch'; 1 inch is 0.0254 m");
  EXPECT_EQ(told("5 kpa*t"), "unknown unit 'kpa' in '5 kpa*t'; did you mean kPa?");
  // these are no units
  for (const char* text : {"3 t", "3 sin(t)", "7 % 2", "t % 2", "3 pi"})
    EXPECT_EQ(told(text).find("unit"), std::string::npos) << told(text);
  for (const char* text : {"3 t", "3 sin(t)", "7 % 2", "2 3", "5 N m t"})
    EXPECT_NE(told(text), "nothing") << text;
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
