#include "cuttle/campaign/formula.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "cuttle/campaign/read_campaign.h"

namespace cuttle {
namespace {

CampaignSpec study_with(const std::string& derived) {
  return parse_campaign(
      "model: m.yaml\nparameters: [{name: a, values: [1]}, {name: b, values: [1]}]\n"
      "sweep: {method: grid}\nderived:\n" +
          derived,
      "study.yaml");
}

// f = tip.x, g = g-force; product = a f, total = product + b^2
const char* const kDerived =
    "  - {name: product, formula: a * tip.x}\n"
    "  - {name: total, formula: product + b^2 + g_force}\n";

Columns columns() { return Columns(study_with(kDerived), {"tip.x", "g-force"}, {"m", "N"}); }

Outcome sample_outcome() {
  Outcome result;
  result.values = {3, 5};
  result.slopes = MatrixX(2, 2);
  result.slopes << 0.5, -2, 7, 11;
  return result;
}

TEST(Columns, MakesRowsWithDerivedNumbers) {
  const std::vector<double> expected = {2, 4, 3, 5, 6, 6 + 16 + 5};
  EXPECT_EQ(columns().row({2, 4}, sample_outcome()), expected);
  const std::vector<double> failed = columns().row({2, 4}, Outcome::fail("why"));
  EXPECT_EQ(failed[1], 4);
  EXPECT_TRUE(std::isnan(failed[2]) && std::isnan(failed[5]));
}

TEST(Columns, ChainRule) {
  const Columns all = columns();
  const Expression f = all.compile("total * X + sin(a)", {}, "objective", {"X"});
  const VectorX slope = all.slope(f, {2, 4}, sample_outcome(), {10});
  // d total / da = f + a f_a + g_a, d total / db = a f_b + 2 b + g_b
  EXPECT_NEAR(slope[0], 10 * (3 + 2 * 0.5 + 7) + std::cos(2.0), 1e-7);
  EXPECT_NEAR(slope[1], 10 * (2 * -2.0 + 8 + 11), 1e-7);
}

TEST(Columns, FiguresMayNotHideOtherColumns) {
  const CampaignSpec plain = study_with("  - {name: c, formula: a}\n");
  EXPECT_THROW(Columns(plain, {"g-force", "g_force"}, {"-", "-"}), InputError);
  EXPECT_THROW(Columns(plain, {"sample"}, {"-"}), InputError);
  EXPECT_NO_THROW(Columns(plain, {"objective"}, {"-"}));
  const CampaignSpec search = parse_campaign(
      "model: m.yaml\nparameters: [{name: a, range: [0, 1]}]\n"
      "optimize: {objective: a, constraints: [{name: c, formula: a, at_most: 1}]}\n",
      "study.yaml");
  EXPECT_THROW(Columns(search, {"objective"}, {"-"}), InputError);
  EXPECT_THROW(Columns(search, {"c"}, {"-"}), InputError);
}

TEST(Columns, SaysWhatIsUnknownOrUsedTwice) {
  EXPECT_THROW(Columns(study_with("  - {name: c, formula: a * nothing}\n"), {"f"}, {"-"}),
               InputError);
  EXPECT_THROW(Columns(study_with("  - {name: c, formula: a}\n"), {"a"}, {"-"}), InputError);
  EXPECT_THROW(Columns(study_with("  - {name: f, formula: a}\n"), {"f"}, {"-"}), InputError);
  // a number may use those before it only
  EXPECT_THROW(
      Columns(study_with("  - {name: c, formula: d}\n  - {name: d, formula: a}\n"), {"f"}, {"-"}),
      InputError);
}

}  // namespace
}  // namespace cuttle
