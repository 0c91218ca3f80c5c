#include "cuttle/live/knob.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>

#include "unit/compile/build_fixture.h"

namespace cuttle {
namespace {

const Knob* find(const std::vector<Knob>& knobs, const std::string& name) {
  const auto knob =
      std::find_if(knobs.begin(), knobs.end(), [&](const Knob& k) { return k.name == name; });
  return knob == knobs.end() ? nullptr : &*knob;
}

TEST(SliderRange, TensionsGoFromZeroToTwiceTheLargest) {
  const SliderRange range = slider_range(KnobKind::tension, "N", 1, 4);
  EXPECT_EQ(range.min, 0);
  EXPECT_EQ(range.max, 8);
  EXPECT_EQ(slider_range(KnobKind::tension, "N", 0, 0).max, 10);
}

TEST(SliderRange, AnglesGoHalfATurnOrFurtherIfTheFileDoes) {
  const SliderRange half = slider_range(KnobKind::coordinate, "rad", -0.6, 0.6);
  EXPECT_EQ(half.min, -std::numbers::pi);
  EXPECT_EQ(half.max, std::numbers::pi);
  const SliderRange turns = slider_range(KnobKind::coordinate, "rad", 0, 20);
  EXPECT_GE(turns.max, 20);
  EXPECT_EQ(turns.min, -turns.max);
}

TEST(SliderRange, ForcesAndSlidesGoToBothSides) {
  const SliderRange force = slider_range(KnobKind::load, "N", -3, 1);
  EXPECT_EQ(force.min, -6);
  EXPECT_EQ(force.max, 6);
  EXPECT_EQ(slider_range(KnobKind::effort, "N m", 0, 0).max, 1);
  EXPECT_EQ(slider_range(KnobKind::coordinate, "m", 0, 0).max, 0.1);
  EXPECT_EQ(slider_range(KnobKind::coordinate, "m", 0, 0.4).max, 0.8);
}

// whatever the size of the value, the end of the slider is readable and not far off
TEST(SliderRange, EndsHaveTwoDigits) {
  for (const double reach : {1.2345e-6, 0.0449, 0.07, 617.0, 130000.0}) {
    const double end = slider_range(KnobKind::load, "N", 0, reach).max;
    EXPECT_GE(end, 2 * reach * (1 - 1e-9));
    EXPECT_LE(end, 2 * reach * 1.1);
    const double digits = end / std::pow(10.0, std::floor(std::log10(end)) - 1);
    EXPECT_NEAR(digits, std::round(digits), 1e-6) << end;
  }
}

const std::string kRod = testing::kMaterials + R"(
gravity: [0, 0, 0]
bodies:
  - name: rod
    rod: {length: 1, section: {shape: circle, radius: 10 mm}, material: m, strain: {bend_y: 1, bend_z: 1}, quadrature: 4}
)";

TEST(Knobs, SignalsAreSampledOverTheStudy) {
  const Scenario scenario = testing::build_text(kRod + R"(
cables:
  - {name: c, tension: "4*sin(t)^2", path: [{body: rod, from: base, to: tip, y: 5 mm, z: 0}]}
loads:
  - {name: tip, body: rod, at: tip, force: [0, 0, "-3*t"]}
study: {type: dynamics, duration: 2}
)");
  const std::vector<Knob> knobs = make_knobs(scenario);
  ASSERT_EQ(knobs.size(), 4U);
  EXPECT_NEAR(find(knobs, "cables.c.tension")->max, 8, 0.01);
  EXPECT_EQ(find(knobs, "cables.c.tension")->min, 0);
  EXPECT_EQ(find(knobs, "loads.tip.force.z")->max, 12);
  // components that the file leaves at zero take their scale from the others
  EXPECT_EQ(find(knobs, "loads.tip.force.x")->max, 12);
}

TEST(Knobs, ALoadAlongARodIsOneKnobThatKeepsItsShape) {
  const Scenario scenario = testing::build_text(kRod + R"(
loads:
  - {name: wind, body: rod, from: base, to: tip, force: [0, 0, "-2*X*t"]}
study: {type: dynamics, duration: 1}
)");
  const std::vector<Knob> knobs = make_knobs(scenario);
  // no moment in the file: no knobs for it
  ASSERT_EQ(knobs.size(), 3U);
  const Knob& z = *find(knobs, "loads.wind.force.z");
  ASSERT_GT(z.entries.size(), 2U);
  EXPECT_EQ(z.shape[z.reference], 1);
  EXPECT_EQ(z.reference, z.entries.size() - 1);
  // the load is proportional to X, so all stations have the same value per X
  InputSource inputs = scenario.inputs;
  Input u;
  ASSERT_TRUE(inputs.evaluate(1, u).ok());
  for (std::size_t i = 0; i < z.entries.size(); ++i)
    EXPECT_NEAR(z.shape[i] * u.u[z.reference_entry()], u.u[z.entries[i]], 1e-12);
}

}  // namespace
}  // namespace cuttle
