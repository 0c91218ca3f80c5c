// What a formula's text tells.

#include "cuttle/signal/expression_parts.h"

#include <gtest/gtest.h>

namespace cuttle {
namespace {

using List = std::vector<std::string>;

TEST(ExpressionParts, ComparisonsAreDifferences) {
  EXPECT_EQ(switching_formulas("t<1 ? t*t : 2"), (List{"(t)-(1 )"}));
  EXPECT_EQ(switching_formulas("(t>=1 && t<2*X)*3"), (List{"( t)-(2*X)", "(t)-(1 )"}));
  EXPECT_EQ(switching_formulas("t < 5 ? 0 : t > 8 ? 1 : 7").size(), 2u);
  EXPECT_EQ(switching_formulas("t == 1e-3 || t != -2"), (List{"( t )-( -2)", "(t )-( 1e-3 )"}));
}

TEST(ExpressionParts, FunctionsWithKinks) {
  EXPECT_EQ(switching_formulas("abs(sin(t))"), (List{"sin(t)"}));
  EXPECT_EQ(switching_formulas("sign(t-1) + rint(2*t)"), (List{"cos(pi*(2*t))", "t-1"}));
  EXPECT_EQ(switching_formulas("max(0,t,X)"), (List{"(0)-(X)", "(0)-(t)", "(t)-(X)"}));
  EXPECT_EQ(switching_formulas("smoothstep(t, 1, 2)"), (List{"(t)-( 1)", "(t)-( 2)"}));
  EXPECT_TRUE(switching_formulas("sind(360*t) + atan2d(t, 2)").empty());
  // a comma inside brackets belongs to them
  EXPECT_EQ(switching_formulas("min(max(0,t),1)"), (List{"(0)-(t)", "(max(0,t))-(1)"}));
  EXPECT_TRUE(switching_formulas("3*sin(2*pi*t) + exp(-t^2)").empty());
}

TEST(ExpressionParts, LowPolynomials) {
  for (const char* text :
       {"t", "5*t", "-1.5e-3*t^2 + 2", "t*t*(3-2*t)", "2*pi*k*t", ".5*(t - 1)", "t / 3", "(t-5)^8",
        "0.7853981633974483*t", "t * 2*pi * 1e6*pi*0.01^4/4", "3 mm/s*t + 2 cm"})
    EXPECT_TRUE(is_low_polynomial(text)) << text;
  for (const char* text :
       {"sin(t)",      "1/t",    "t^0.5",   "t^22",          "t^2^9",
        "t^2 ^9",      "t^ 2^9", "t^2.5",   "(1-t^2)^(400)", "((t-1)^9)^9",
        "t > 1",       "e^t",    "t^-2",    "abs(t)",        "t ? 1 : 2",
        "tt",          "2e",     "1e5t",    "1/2^t",         "0.7853981633974483*sin(t)",
        "t*t*t*(t^8)", "t, 2",   "\xc3\xa9"})
    EXPECT_FALSE(is_low_polynomial(text)) << text;
  EXPECT_FALSE(is_low_polynomial("t" + std::string(200, ' ')));
}

TEST(ExpressionParts, Brackets) {
  EXPECT_EQ(bracketed_formulas("exp(-((t-5)/2)^2)"), (List{"(t-5)/2", "-((t-5)/2)^2", "t-5"}));
  EXPECT_TRUE(bracketed_formulas("2*t").empty());
}

}  // namespace
}  // namespace cuttle
