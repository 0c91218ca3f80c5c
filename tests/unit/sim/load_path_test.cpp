// What a load path does where Newton's method cannot go on, and what it tells.

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "cuttle/io/read_scenario.h"
#include "cuttle/sim/build.h"
#include "cuttle/sim/run.h"

namespace cuttle {
namespace {

// The truss of von Mises carries up to its limit load, and snaps to its mirror image: closed form
// in the model's file.
TEST(LoadPath, TellsTheLimitPointWhereItSnaps) {
  ScenarioSpec spec = read_scenario(std::string(CUTTLE_MODELS) + "/snap_through.yaml");
  spec.study.control = PathControl::load;
  spec.study.from = 0;
  spec.study.steps = 30;
  spec.expect.clear();
  const RunResult result = run(spec);
  ASSERT_TRUE(result.status.ok()) << to_string(result.status);
  const std::vector<double> z = result.trajectory.column("apex.z");
  EXPECT_GT(z[25], 0.1);
  EXPECT_LT(z[26], -0.3);
  EXPECT_NEAR(z.back(), -0.3690507375541368, 1e-9);
  ASSERT_EQ(result.warnings.size(), 1u);
  EXPECT_NE(result.warnings[0].find("limit point at load 25.6954"), std::string::npos)
      << result.warnings[0];
  EXPECT_NE(result.warnings[0].find("snapped"), std::string::npos);
}

}  // namespace
}  // namespace cuttle
