// The implicit method under error control does not follow what is fast and moves nothing.

#include <gtest/gtest.h>

#include <cmath>

#include "cuttle/io/read_scenario.h"
#include "cuttle/study/run.h"

namespace cuttle {
namespace {

/// models/stiff_rod.yaml, an undamped rod of 1 GPa that rings at 22 Hz; its stretch waves have 500
/// Hz and more, its shear waves tens of kHz, and nothing takes their energy.
RunResult ring(const std::vector<std::string>& study) {
  std::vector<std::string> settings = {"study.duration=0.2", "study.output_step=0.01"};
  settings.insert(settings.end(), study.begin(), study.end());
  ScenarioSpec spec = read_scenario(CUTTLE_MODELS "/stiff_rod.yaml", settings);
  spec.figures.clear();
  spec.expect.clear();
  return run(spec);
}

TEST(ImplicitErrorControl, UndampedStiffRod) {
  const RunResult truth = ring({"study.step=1e-4", "study.rtol=1e-6"});
  ASSERT_TRUE(truth.status.ok());
  const auto z = truth.trajectory.column("tip.z");
  struct Case {
    std::string rtol;
    long steps;    // before: 15741, 29423, 85121
    double error;  // of a swing of 1.5 mm [m]
  };
  for (const Case& c :
       {Case{"1e-3", 1500, 1e-5}, Case{"1e-4", 2500, 3e-6}, Case{"1e-6", 10000, 1e-6}}) {
    const RunResult result = ring({"study.step=0", "study.rtol=" + c.rtol});
    ASSERT_TRUE(result.status.ok()) << result.status.message;
    EXPECT_LT(result.solver.steps, c.steps) << c.rtol;
    const auto tip = result.trajectory.column("tip.z");
    ASSERT_EQ(tip.size(), z.size());
    double worst = 0;
    for (std::size_t i = 0; i < z.size(); ++i) worst = std::max(worst, std::abs(tip[i] - z[i]));
    EXPECT_LT(worst, c.error) << c.rtol;
  }
}

}  // namespace
}  // namespace cuttle
