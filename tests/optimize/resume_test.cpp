// A search that is killed is run again with its memory: the log is that of an undisturbed one.

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>

#include "cuttle/campaign/spec_choices.h"
#include "cuttle/optimize/method_table.h"
#include "toy_study.h"

namespace cuttle {
namespace {

using test::toy;
using test::ToyStudy;
using test::Values;

class Resume : public ::testing::TestWithParam<OptimizeMethod> {
 protected:
  Resume()
      : folder_(std::filesystem::temp_directory_path() /
                fmt::format("cuttle_resume_{}_{}", ::getpid(), name_of(GetParam()))) {
    std::filesystem::create_directories(folder_);
  }
  ~Resume() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path folder_;
};
INSTANTIATE_TEST_SUITE_P(Optimize, Resume,
                         ::testing::Values(OptimizeMethod::slsqp, OptimizeMethod::cobyla,
                                           OptimizeMethod::isres, OptimizeMethod::direct,
                                           OptimizeMethod::differential_evolution),
                         [](const auto& row) { return std::string(name_of(row.param)); });

TEST_P(Resume, TheLogIsThatOfAnUndisturbedSearch) {
  ToyStudy study(
      fmt::format("parameters: [{{name: x, range: [-3, 3]}}, {{name: y, range: [-2, 2]}}]\n"
                  "optimize: {{objective: f, method: {}, evaluations: 60, starts: 3,\n"
                  "  constraints: [{{name: c, formula: x + y, at_most: 1}}]}}\n",
                  name_of(GetParam())));
  const auto f = [](const Values& p) {
    return std::pow(1 - p[0], 2) + 5 * std::pow(p[1] - p[0] * p[0], 2);
  };
  const OptimizeResult whole = study.run(toy(f), 2);
  ASSERT_TRUE(whole.status.ok());

  // stopped again and again, each time after a few more runs
  std::atomic<long> computed = 0;
  const auto counted = toy([&](const Values& p) {
    ++computed;
    return f(p);
  });
  int attempts = 0;
  OptimizeResult result;
  do {
    const long stop = computed + 37;
    Journal journal(folder_, "main", 2, 1);
    result = study.run(counted, 2, &journal, {}, [&] { return computed >= stop; });
    if (!result.status.ok()) {
      EXPECT_EQ(result.status.code, Status::Code::interrupted);
      EXPECT_LT(result.evaluations, whole.evaluations);
    }
    ASSERT_LT(++attempts, 100);
  } while (!result.status.ok());

  EXPECT_GT(attempts, 1);
  EXPECT_EQ(table_csv(result.log), table_csv(whole.log));
  EXPECT_EQ(result.runs, whole.runs);
  EXPECT_EQ(result.best, whole.best);
  // nothing was computed twice (places that a search visits twice are remembered, too)
  EXPECT_LE(computed, whole.runs);
}

}  // namespace
}  // namespace cuttle
