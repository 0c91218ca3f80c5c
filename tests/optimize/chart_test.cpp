#include "cuttle/optimize/chart.h"

#include <gtest/gtest.h>

#include <cmath>

namespace cuttle {
namespace {

OptimizeResult log_of(std::vector<double> objective, std::vector<double> feasible) {
  OptimizeResult result;
  result.log.status.assign(objective.size(), "ok");
  result.log.columns = {{"objective", "m", "objective", std::move(objective)},
                        {"feasible", "-", "constraint", std::move(feasible)}};
  return result;
}

TEST(ConvergenceChart, TheBestSoFarCountsOnlyWhatIsFeasible) {
  const OptimizeResult result = log_of({9, 5, 1, NAN, 6, 4}, {0, 1, 0, 0, 1, 1});
  const PageChart chart = convergence_chart(result, Goal::minimize);
  ASSERT_EQ(chart.curves.size(), 3u);
  EXPECT_EQ(chart.curves[0].x, (std::vector<double>{2, 3, 5, 6}));
  EXPECT_EQ(chart.curves[0].y, (std::vector<double>{5, 5, 5, 4}));
  EXPECT_EQ(chart.curves[1].x, (std::vector<double>{2, 5, 6}));
  EXPECT_EQ(chart.curves[1].y, (std::vector<double>{5, 6, 4}));
  EXPECT_EQ(chart.curves[2].x, (std::vector<double>{1, 3}));
  EXPECT_EQ(chart.curves[2].y, (std::vector<double>{9, 1}));
  EXPECT_FALSE(chart.log_y);
  const PageChart up = convergence_chart(result, Goal::maximize);
  EXPECT_EQ(up.curves[0].y, (std::vector<double>{5, 5, 6, 6}));
}

TEST(ConvergenceChart, LogarithmicWhereItFits) {
  EXPECT_TRUE(convergence_chart(log_of({1, 1e-3}, {1, 1}), Goal::minimize).log_y);
  EXPECT_FALSE(convergence_chart(log_of({1, -1e-3}, {1, 1}), Goal::minimize).log_y);
  EXPECT_FALSE(convergence_chart(log_of({1, 0.5}, {1, 1}), Goal::minimize).log_y);
  EXPECT_FALSE(convergence_chart(log_of({}, {}), Goal::minimize).log_y);
}

}  // namespace
}  // namespace cuttle
