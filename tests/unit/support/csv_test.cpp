#include "support/csv.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

namespace cuttle::testing {
namespace {

using ::testing::HasSubstr;

std::string failure(const std::string& text) {
  try {
    parse_table(text, "some.csv");
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}

TEST(CsvTable, ReadsColumnsByName) {
  const Table table = parse_table("# source\nt_s, x_m\r\n0,1e-3\r\n\n0.5, -2\n", "some.csv");
  EXPECT_EQ(table.rows(), 2u);
  EXPECT_EQ(table.column("t_s"), (std::vector<double>{0, 0.5}));
  EXPECT_EQ(table.column("x_m"), (std::vector<double>{1e-3, -2}));
  EXPECT_THROW(table.column("y_m"), std::runtime_error);
}

TEST(CsvTable, ErrorsNameFileAndLine) {
  EXPECT_THAT(failure("a,b\n1,2\n3,4x\n"), HasSubstr("some.csv:3: '4x' is not a number"));
  EXPECT_THAT(failure("a,b\n1\n"), HasSubstr("some.csv:2: 1 cells, expected 2"));
  EXPECT_THAT(failure("a,b\n1,\n"), HasSubstr("some.csv:2"));
  EXPECT_THAT(failure("# nothing\n"), HasSubstr("no header"));
  EXPECT_THROW(read_table("no/such/file.csv"), std::runtime_error);
}

// facts that the published cases state about themselves
TEST(CsvTable, ReferenceFilesOfMathew22) {
  const Table follower = read_table("mathew22/follower_tip.csv");
  EXPECT_EQ(follower.rows(), 131u);
  EXPECT_EQ(follower.column("F_N").back(), 130e3);

  const Table rod = read_table("mathew22/flying_rod.csv");
  EXPECT_EQ(rod.column("t_s").back(), 7);
  EXPECT_NEAR(rod.column("Px").back(), 50, 1e-6);  // impulse of the tip force: 20 N x 5 s / 2

  for (const char* name : {"mathew22/cantilever_undamped.csv", "mathew22/cantilever_damped.csv"}) {
    const Table table = read_table(name);
    EXPECT_NEAR(table.column("total_J").front(), 0.01217367, 1e-8) << name;
  }
}

}  // namespace
}  // namespace cuttle::testing
