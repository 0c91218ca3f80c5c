#include "cuttle/signal/rough_places.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "cuttle/math/constants.h"
#include "cuttle/signal/expression.h"

namespace cuttle {
namespace {

using Kind = RoughPlace::Kind;

std::optional<RoughPlace> first_in(const std::string& text, double end, int n = 4000) {
  const Expression f(text, {"t"});
  return first_rough_place([&](double t) { return f.value(t); }, 0, end, 1e-3, n);
}

TEST(RoughPlaces, AreFoundWithTheirKind) {
  struct Case {
    const char* text;
    Kind kind;
    double t;
  };
  for (const auto& [text, kind, t] :
       {Case{"0.1*asin(sin(4*t))", Kind::slope_jump, kPi / 8},
        Case{"acos(cos(4*t + 1))", Kind::slope_jump, (kPi - 1) / 4},
        Case{"acos(cos(4*t))", Kind::slope_jump, kPi / 4},
        Case{"asin(cos(3*t))", Kind::slope_jump, kPi / 3},
        Case{"sqrt((t-1)^2)", Kind::slope_jump, 1}, Case{"((t-1)^2)^0.5", Kind::slope_jump, 1},
        Case{"exp(log((t-1)^2)/2)", Kind::slope_jump, 1},
        Case{"sin(3*t) + 0.2*sqrt((t-1)^2)", Kind::slope_jump, 1},
        Case{"asin(sin(0.7*t))", Kind::slope_jump, kPi / 1.4},
        Case{"9*asin(sin(300*t))", Kind::slope_jump, kPi / 600}, Case{"sqrt(t)", Kind::steep, 0},
        Case{"((t-1)^2)^0.2", Kind::steep, 1}, Case{"atan(1/(t-1))", Kind::value_jump, 1},
        Case{"1/(t-1)", Kind::pole, 1}, Case{"tan(t)", Kind::pole, kPi / 2}})
    for (const int n : {4000, 400}) {
      const auto place = first_in(text, 2.5, n);
      ASSERT_TRUE(place) << text << " by " << n;
      EXPECT_EQ(place->kind, kind) << text << " by " << n;
      EXPECT_NEAR(place->t, t, 2e-7) << text << " by " << n;
    }
}

TEST(RoughPlaces, AreNotWhereAFunctionIsOnlyFast) {
  for (const char* text :
       {"sin(1000*t)", "1e6 + sin(1000*t)", "t*t*(3-2*t)", "tanh(50*(t-1))", "tanh(1e4*(t-1))",
        "exp(9*t)", "exp(-1/t)", "sin(t^2)", "0.01*(1 - cos(1e4*t))", "sqrt((t-1)^2 + 1e-8)",
        "((t-1)^2)^0.75", "t<1 ? t*t*(3-2*t) : 1", "sin(1e7*t)", "sin(1e5*t) + sin(t)", "sqrt(3-t)",
        "1e9*t", "1e3*sin(777*t + sin(7777*t))"})
    for (const double end : {2.5, 1000.0})
      for (const int n : {4000, 400})
        if (const auto place = first_in(text, end, n))
          ADD_FAILURE() << text << " at " << place->t << " of " << end << " by " << n;
}

}  // namespace
}  // namespace cuttle
