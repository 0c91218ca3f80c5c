// Fixed steps are what their name says: two runs that differ by round-off take the same ones.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "cuttle/io/read_scenario.h"
#include "cuttle/study/run.h"

namespace cuttle {
namespace {

// Stages of this stiff rod are known to some 1e-12 of their accelerations, which may be more than
// they are asked for: that is no reason to halve a step.
TEST(FixedStep, IsNotCutByRoundOff) {
  ScenarioSpec spec =
      read_scenario(std::filesystem::path(CUTTLE_MODELS) / "energy_cantilever.yaml");
  spec.figures.clear();
  spec.expect.clear();
  spec.study.method = Method::generalized_alpha;
  spec.study.step = 1e-3;
  const RunResult first = run(spec);
  ASSERT_TRUE(first.status.ok()) << to_string(first.status);
  EXPECT_EQ(first.solver.rejected, 0);
  EXPECT_EQ(first.solver.steps, 5000);

  // the first strain mode, 1 rad/m, by the last digit
  for (auto& mode : spec.bodies[0].rod->divisions[0].initial.modes)
    for (double& value : mode) value *= 1 + 3e-16;
  const RunResult second = run(spec);
  EXPECT_EQ(second.solver.rejected, 0);
  const auto x = first.trajectory.column("tip.x"), other = second.trajectory.column("tip.x");
  ASSERT_EQ(x.size(), other.size());
  double most = 0;
  for (std::size_t i = 0; i < x.size(); ++i) most = std::max(most, std::abs(x[i] - other[i]));
  EXPECT_GT(most, 0);
  EXPECT_LT(most, 1e-11);  // measured 1e-13 m
}

// ... nor where shapes that touch are far from the origin, and their places known to 1e-14 m
TEST(FixedStep, IsNotCutByRoundOffOfPlaces) {
  ScenarioSpec spec = read_scenario(std::filesystem::path(CUTTLE_MODELS) / "capstan.yaml");
  spec.figures.clear();
  spec.expect.clear();
  spec.study.duration = 0.1;
  const RunResult near = run(spec);
  for (BodySpec& body : spec.bodies) body.pose.position += Vector3(60, 70, 40);
  const RunResult far = run(spec);
  EXPECT_EQ(near.solver.steps, 100);
  EXPECT_EQ(far.solver.steps, 100);
  const auto pull = near.trajectory.column("hold.travel_effort"),
             other = far.trajectory.column("hold.travel_effort");
  ASSERT_EQ(pull.size(), other.size());
  for (std::size_t i = 0; i < pull.size(); ++i)
    EXPECT_NEAR(pull[i], other[i], 1e-8) << i;  // measured 1e-10 N
}

}  // namespace
}  // namespace cuttle
