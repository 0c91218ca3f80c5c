#include "cuttle/campaign/journal.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <iterator>

#include "campaign/folder_of_test.h"
#include "cuttle/base/error.h"
#include "cuttle/math/constants.h"

namespace cuttle {
namespace {

using testing::TestFolder;

Outcome outcome(std::vector<double> values) {
  Outcome result;
  result.values = std::move(values);
  return result;
}

std::string bytes_of(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

TEST(Journal, RemembersToTheLastBit) {
  const TestFolder folder;
  const double third = 1.0 / 3, tiny = 5e-324, large = 1.7976931348623157e308;
  {
    Journal journal(folder.path(), "runs", 2, 4);
    journal.add({third, -0.0}, Want::values, outcome({tiny, large, kNaN, -kInfinity}));
    journal.add({1, 2}, Want::values, Outcome::fail("two\nlines, and a comma"));
  }
  const Journal again(folder.path(), "", 2, 4);
  ASSERT_EQ(again.size(), 2u);
  const auto found = again.find({third, 0.0}, Want::values);
  ASSERT_TRUE(found && found->good());
  EXPECT_EQ(found->values[0], tiny);
  EXPECT_EQ(found->values[1], large);
  EXPECT_TRUE(std::isnan(found->values[2]));
  EXPECT_EQ(found->values[3], -kInfinity);
  const auto failed = again.find({1, 2}, Want::values);
  ASSERT_TRUE(failed);
  EXPECT_FALSE(failed->good());
  EXPECT_EQ(failed->reason, "two lines, and a comma");
  EXPECT_FALSE(again.find({std::nextafter(third, 1), 0}, Want::values));
}

TEST(Journal, RemembersWhatRunsWarnedOf) {
  const TestFolder folder;
  Outcome warned = outcome({1});
  warned.warnings = {"far off", "two\nlines and a\ttab"};
  {
    Journal journal(folder.path(), "runs", 1, 1);
    journal.add({2}, Want::values, warned);
    journal.add({1}, Want::values, outcome({1}));
    journal.add({3}, Want::values, Outcome::fail("a reason"));
  }
  const Journal again(folder.path(), "", 1, 1);
  const std::vector<std::vector<std::string>> expected = {{}, {"far off", "two lines and a tab"}};
  EXPECT_EQ(again.warnings(), expected);
  EXPECT_EQ(again.find({3}, Want::values)->reason, "a reason");
}

TEST(Journal, KeepsSlopesAndAsksForThem) {
  const TestFolder folder;
  Outcome with = outcome({3, 4});
  with.slopes = MatrixX(2, 1);
  with.slopes << 0.1, -7;
  {
    Journal journal(folder.path(), "runs", 1, 2);
    journal.add({5}, Want::values, outcome({3, 4}));
    EXPECT_FALSE(journal.find({5}, Want::slopes));
    journal.add({5}, Want::slopes, with);
  }
  const Journal again(folder.path(), "", 1, 2);
  const auto found = again.find({5}, Want::slopes);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->slopes, with.slopes);
}

// a process may be killed between any two bytes of a line
TEST(Journal, SurvivesACutAtEveryByte) {
  const TestFolder folder;
  const std::filesystem::path file = folder.path() / "runs.journal";
  {
    Journal journal(folder.path(), "runs", 1, 1);
    journal.add({1}, Want::values, outcome({10}));
    journal.add({2}, Want::values, outcome({20.5}));
  }
  const std::string whole = bytes_of(file);
  const std::size_t first_line = whole.find('\n') + 1;
  for (std::size_t cut = first_line; cut < whole.size(); ++cut) {
    std::ofstream(file, std::ios::binary | std::ios::trunc) << whole.substr(0, cut);
    {
      Journal journal(folder.path(), "runs", 1, 1);
      EXPECT_TRUE(journal.find({1}, Want::values)) << cut;
      // only the line end is missing: it was written
      EXPECT_EQ(journal.find({2}, Want::values).has_value(), cut == whole.size() - 1) << cut;
      journal.add({3}, Want::values, outcome({30}));
    }
    const Journal again(folder.path(), "", 1, 1);
    ASSERT_TRUE(again.find({3}, Want::values)) << cut;
    EXPECT_EQ(again.find({3}, Want::values)->values[0], 30);
  }
}

TEST(Journal, ASpoiltLineCountsAsNotWritten) {
  const TestFolder folder;
  const std::filesystem::path file = folder.path() / "runs.journal";
  {
    Journal journal(folder.path(), "runs", 1, 1);
    journal.add({1}, Want::values, outcome({10}));
  }
  std::string text = bytes_of(file);
  text[text.find("10")] = '7';
  std::ofstream(file, std::ios::binary | std::ios::trunc) << text;
  EXPECT_EQ(Journal(folder.path(), "", 1, 1).size(), 0u);
}

TEST(Journal, ReadsWhatAllPartsWrote) {
  const TestFolder folder;
  Journal one(folder.path(), "runs-1-of-2", 1, 1);
  one.add({1}, Want::values, outcome({10}));
  Journal two(folder.path(), "runs-2-of-2", 1, 1);
  two.add({2}, Want::values, outcome({20}));
  EXPECT_TRUE(two.find({1}, Want::values));
  EXPECT_EQ(Journal(folder.path(), "", 1, 1).size(), 2u);
}

TEST(Journal, RefusesASecondWriter) {
  const TestFolder folder;
  const Journal first(folder.path(), "runs", 1, 1);
  EXPECT_THROW(Journal(folder.path(), "runs", 1, 1), InputError);
}

}  // namespace
}  // namespace cuttle
