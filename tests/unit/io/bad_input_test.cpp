#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "cuttle/compile/compile.h"
#include "cuttle/io/read_scenario.h"
#include "support/input_files.h"
#include "support/program.h"

namespace cuttle {
namespace {

namespace fs = std::filesystem;

// messages name the file as it was given: work in its folder
class InFolder {
 public:
  explicit InFolder(const fs::path& folder) : back_(fs::current_path()) {
    fs::create_directories(folder);
    fs::current_path(folder);
  }
  ~InFolder() { fs::current_path(back_); }

 private:
  fs::path back_;
};

std::string message_of(const fs::path& file) {
  try {
    build(read_scenario(file));
  } catch (const InputError& error) {
    return std::string(error.what()) + "\n";
  }
  return "accepted\n";
}

class BadInput : public ::testing::TestWithParam<std::string> {};

TEST_P(BadInput, GivesTheExpectedMessageByteForByte) {
  const InFolder folder(CUTTLE_TEST_INPUT);
  EXPECT_EQ(message_of(GetParam() + ".yaml"), read_bytes(GetParam() + ".expected"));
}

INSTANTIATE_TEST_SUITE_P(Files, BadInput, ::testing::ValuesIn(testing::input_files("bad_")),
                         [](const auto& test) { return test.param; });

fs::path scratch() { return fs::temp_directory_path() / "cuttle_bad_input"; }

TEST(BadInputFile, LargerThanTheLimitIsRefusedUnread) {
  const InFolder folder(scratch());
  std::ofstream("large.yaml") << "bodies: []\n";
  fs::resize_file("large.yaml", 100u << 20);
  EXPECT_EQ(message_of("large.yaml"),
            "large.yaml: error: the file has 100 MB, the limit is 8 MB\n"
            "  hint: put large tables into CSV files\n1 error; nothing was run.\n");
  fs::remove("large.yaml");
}

TEST(BadInputFile, MissingOrAFolderIsRefused) {
  const InFolder folder(scratch());
  EXPECT_EQ(message_of("nothing.yaml"),
            "nothing.yaml: error: there is no such file\n1 error; nothing was run.\n");
  EXPECT_EQ(message_of("."), ".: error: is not a regular file\n1 error; nothing was run.\n");
}

TEST(BadInputFile, SymbolicLinkMayNotLeadOut) {
  const InFolder folder(scratch() / "model");
  std::ofstream("../outside.csv") << "t,force\n0,1\n";
  fs::remove("link.csv");
  fs::create_symlink("../outside.csv", "link.csv");
  std::ofstream("m.yaml") << "bodies: [{name: a, joint: {type: revolute, effort: {csv: link.csv, "
                             "column: force}}, rigid: {mass: 1, inertia: [1, 1, 1]}}]\n";
  EXPECT_EQ(message_of("m.yaml").find("accepted"), std::string::npos);
  EXPECT_NE(message_of("m.yaml").find("'link.csv' is a link that leads out of the folder"),
            std::string::npos);
  // the same data inside the folder is welcome
  fs::remove("link.csv");
  fs::copy_file("../outside.csv", "link.csv");
  EXPECT_EQ(message_of("m.yaml"), "accepted\n");
  fs::remove("link.csv");
}

// 8 MB of anything must be judged quickly and without much memory
TEST(BadInputFile, ManyValuesAreRefusedWhileParsing) {
  std::string text = "gravity: [";
  for (int i = 0; i < 2'000'000; ++i) text += "1,";
  EXPECT_THROW(parse_scenario(text + "]\n", "many.yaml"), InputError);
}

}  // namespace
}  // namespace cuttle
