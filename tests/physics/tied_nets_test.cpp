// Nets and bodies held together: against rods, and against nets that are not cut.

#include <gtest/gtest.h>

#include <cmath>

#include "support/runs.h"

namespace cuttle {
namespace {

using testing::good_model_run;
using testing::good_run;
using testing::largest_of;
using testing::last_of;

/// Largest distance between two places over a run.
double apart(const RunResult& result, const std::string& a, const std::string& b, double offset) {
  double most = 0;
  for (std::size_t row = 0; row < result.trajectory.rows(); ++row) {
    const auto difference = [&](const char* axis) {
      return result.trajectory.column(a + axis)[row] - result.trajectory.column(b + axis)[row];
    };
    most =
        std::max(most, std::hypot(difference(".x"), difference(".y") + offset, difference(".z")));
  }
  return most;
}

TEST(TiedNets, TwoHalvesMoveLikeOneNet) {
  const RunResult result = good_model_run("net_halves");
  EXPECT_LT(apart(result, "whole", "halves", 0.1), 1e-9);
  EXPECT_LT(largest_of(result, "seam.gap"), 1e-10);
  EXPECT_LT(result.energy_residual, 1e-4);
}

TEST(TiedNets, TwoHalvesHangLikeOneNet) {
  const RunResult result = good_model_run("net_halves", {"study={type: statics}"});
  EXPECT_LT(apart(result, "whole", "halves", 0.1), 1e-9);
}

// a net of edges is a rod but for its edges: the error falls with their square
TEST(TiedNets, APendulumHangsAsOnARod) {
  std::vector<double> errors;
  for (const char* edges : {"8", "16", "32"}) {
    const RunResult result = good_model_run(
        "net_pendulum", {std::string("parameters.edges=") + edges, "study.duration=0.2",
                         "study.rtol=1e-7", "study.atol=1e-9"});
    errors.push_back(apart(result, "net_bob", "rod_bob", 0.1));
  }
  EXPECT_LT(errors[0], 0.01 * 0.3);
  EXPECT_NEAR(std::log2(errors[0] / errors[1]), 2, 0.3);
  EXPECT_NEAR(std::log2(errors[1] / errors[2]), 2, 0.3);
}

}  // namespace
}  // namespace cuttle
