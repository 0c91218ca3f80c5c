// A soft rod falls on a drum: the books of its smooth contact close with every method.

#include <gtest/gtest.h>

#include <string>

#include "support/runs.h"

namespace cuttle {
namespace {

/// step [s]: 0 leaves it to the method.
RunResult drum(const std::string& method, double step) {
  ScenarioSpec spec = read_scenario(CUTTLE_MODELS "/rod_on_drum.yaml",
                                    {"study.output_step=0.05", "study.method=" + method});
  spec.study.step = step;
  return run(build(spec));
}

class RodOnDrum : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Methods, RodOnDrum,
                         ::testing::Values("dopri5", "bdf", "adams", "implicit"),
                         [](const auto& method) { return std::string(method.param); });

TEST_P(RodOnDrum, keeps_its_books) {
  const RunResult result = drum(GetParam(), 0);
  ASSERT_TRUE(result.status.ok()) << to_string(result.status);
  // measured 9e-6, 2e-5, 4e-6, 2e-6
  EXPECT_LT(result.energy_residual, 1e-4);
}

TEST(RodOnDrumSteps, fixed_steps_close_the_books_as_they_get_shorter) {
  for (const char* method : {"implicit", "generalized_alpha"}) {
    const auto residual = [&](double step) {
      const RunResult result = drum(method, step);
      EXPECT_TRUE(result.status.ok()) << to_string(result.status);
      return result.energy_residual;
    };
    const double coarse = residual(1e-3), middle = residual(2.5e-4), fine = residual(6.25e-5);
    EXPECT_LT(middle, 0.5 * coarse) << method;
    EXPECT_LT(fine, 0.5 * middle) << method;
    // measured 0.21, 0.042, 0.0059 and 0.22, 0.057, 0.0036
    EXPECT_LT(fine, 0.01) << method;
  }
}

}  // namespace
}  // namespace cuttle
