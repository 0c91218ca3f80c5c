#include "cuttle/campaign/run_warnings.h"

#include <gtest/gtest.h>

namespace cuttle {
namespace {

using Lines = std::vector<std::string>;

TEST(RunWarnings, TextsThatDifferInNumbersAreOne) {
  EXPECT_EQ(summed_warnings({{}, {}}), Lines());
  EXPECT_EQ(summed_warnings({{}, {"off by 1.5e-3 m"}, {"off by 20 m"}, {"hot", "off by 3e+2 m"}}),
            (Lines{"3 of 4 runs warned, the first: off by 1.5e-3 m", "1 of 4 runs warned: hot"}));
  // a run that says the same twice is one run
  EXPECT_EQ(summed_warnings({{"rod 1 is off", "rod 2 is off"}, {"hot"}, {"hot"}}),
            (Lines{"2 of 3 runs warned: hot", "1 of 3 runs warned, the first: rod 1 is off"}));
}

TEST(RunWarnings, ManyTextsAreCounted) {
  const Lines lines = summed_warnings({{"a", "b", "c", "d", "e", "f", "g"}});
  ASSERT_EQ(lines.size(), 6u);
  EXPECT_EQ(lines.back(), "2 more texts stand in the column warnings of table.csv");
}

}  // namespace
}  // namespace cuttle
