// Parameters of a model file: $(...).

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>

#include "cuttle/io/read_scenario.h"
#include "support/sanitized.h"

namespace cuttle {
namespace {

std::string with(const std::string& parameters, const std::string& mass,
                 const std::string& effort) {
  return "parameters: " + parameters +
         "\nbodies:\n  - {name: a, joint: {type: revolute, effort: \"" + effort +
         "\"}, rigid: {mass: " + mass +
         ", center: [1, 0, 0]}}\nstudy: {type: dynamics, duration: 1}\n";
}

double mass_of(const std::string& text, const std::vector<std::string>& settings = {}) {
  return *parse_scenario(text, "m.yaml", settings).bodies[0].rigid->mass;
}

std::string error_of(const std::string& text, const std::vector<std::string>& settings = {}) {
  try {
    parse_scenario(text, "m.yaml", settings);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Parameters, AreNumbersInFormulasAndFollowEachOther) {
  const std::string text =
      with("{a: 20 g, b: $(10 * a), c: -3}", "$(a + (b - 0.1))", "$(c)*t - $(c)");
  EXPECT_DOUBLE_EQ(mass_of(text), 0.12);
  EXPECT_DOUBLE_EQ(mass_of(text, {"parameters.a=0.1"}), 1.0);
  const ScenarioSpec spec = parse_scenario(text, "m.yaml");
  EXPECT_DOUBLE_EQ(spec.parameters.at("b"), 0.2);
  EXPECT_EQ(spec.bodies[0].joint.effort[0]->expression, "(-3)*t - (-3)");
}

TEST(Parameters, AreNotNeededForConstants) {
  EXPECT_DOUBLE_EQ(mass_of(with("{a: 1}", "$(sqrt(4) * a)", "1")), 2);
}

// parentheses only where an operator would meet the sign
TEST(Parameters, NegativeOnesStandInTexts) {
  const auto effort = [](const std::string& text) {
    return parse_scenario(with("{c: -3}", "1", text), "m.yaml").bodies[0].joint.effort[0];
  };
  EXPECT_DOUBLE_EQ(effort("$(c) mN m")->constant, -3e-3);
  EXPECT_EQ(effort("t^$(c)")->expression, "t^(-3)");
  EXPECT_EQ(effort("2 - $( c )")->expression, "2 - (-3)");
  EXPECT_EQ(effort("sin($(c))*t")->expression, "sin(-3)*t");
  EXPECT_EQ(effort("t < $(c) ? $(c) : $(-c)")->expression, "t < (-3) ? -3 : 3");
}

// cost that grows with the square of the file would take minutes here
TEST(Parameters, ManyAreQuickAndTooManyAreRefused) {
  const auto list = [](int count) {
    std::string text = "{p0: 1";
    for (int i = 1; i < count; ++i) text += fmt::format(", p{}: $(p{} + 1)", i, i - 1);
    return text + "}";
  };
  EXPECT_DOUBLE_EQ(mass_of(with(list(1000), "$(p999)", "1")), 1000);
  EXPECT_NE(
      error_of(with(list(1001), "$(p999)", "1"))
          .find("error: parameters: a file may have at most 1000 parameters, this one has 1001"),
      std::string::npos);

  const auto sum = [](int count) {
    std::string text;
    for (int i = 0; i < count; ++i) text += "$(a)";
    return text;
  };
  const auto began = std::chrono::steady_clock::now();
  const std::string many = error_of(with("{a: 1}", sum(100000), "1"));
  EXPECT_NE(many.find("rigid.mass"), std::string::npos);
  EXPECT_EQ(many.find("a file may contain"), std::string::npos);
  EXPECT_NE(error_of(with("{a: 1}", sum(100001), "1"))
                .find("error: bodies[0].rigid.mass: a file may contain at most 100000 $(...)"),
            std::string::npos);
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - began;
  EXPECT_LT(spent.count(), 60 * testing::kSlowdown);
}

TEST(Parameters, ProblemsAreTold) {
  EXPECT_NE(error_of(with("{a: 1}", "$(b)", "$(a)"))
                .find("m.yaml:3:70: error: bodies[0].rigid.mass: unknown symbol 'b'"),
            std::string::npos)
      << error_of(with("{a: 1}", "$(b)", "$(a)"));
  EXPECT_NE(error_of(with("{a: 1}", "$(a", "1")).find("has no closing )"), std::string::npos);
  EXPECT_NE(error_of(with("{a: 1}", "$(1 / (a - a))", "1")).find("not a finite number"),
            std::string::npos);
  EXPECT_NE(error_of(with("{a: 1}", "1", "$(a * n)"))
                .find("k and n are defined only in copies made by repeat"),
            std::string::npos);
  EXPECT_NE(error_of(with("{k: 1}", "1", "1")).find("cannot be the name of a parameter"),
            std::string::npos);
  EXPECT_NE(error_of(with("{length: 1}", "$(length)", "1"), {"parameters.lenght=2"})
                .find("parameters.lenght: is not used anywhere in the file\n  hint: did you mean "
                      "'length'?"),
            std::string::npos);
}

// a setting elsewhere does not change the answer, one in place of the only use is welcome
TEST(Parameters, UnusedOnesAreToldWithAndWithoutSettings) {
  const std::string text = with("{a: 1, other: 2}", "$(a)", "1");
  const std::string told = error_of(text);
  EXPECT_EQ(told,
            "m.yaml:1:20: error: parameters.other: is not used anywhere in the file\n"
            "  hint: write $(other) where its value belongs, or remove it\n"
            "1 error; nothing was run.");
  EXPECT_EQ(error_of(text, {"study.duration=2"}), told);
  EXPECT_EQ(error_of(with("{a: 1}", "$(a)", "1"), {"bodies.a.rigid.mass=2"}), "");
}

}  // namespace
}  // namespace cuttle
