// Models that can be run and are probably not meant: files with the warnings that they give.

#include <gtest/gtest.h>

#include <filesystem>

#include "cuttle/compile/build_warnings.h"
#include "cuttle/compile/compile.h"
#include "cuttle/io/read_scenario.h"
#include "support/input_files.h"
#include "support/program.h"

namespace cuttle {
namespace {

namespace fs = std::filesystem;

class OddInput : public ::testing::TestWithParam<std::string> {};

TEST_P(OddInput, GivesTheExpectedWarningsByteForByte) {
  const fs::path file = fs::path(CUTTLE_TEST_INPUT) / (GetParam() + ".yaml");
  // marks name the file as it was given
  std::string all;
  for (const std::string& warning :
       model_warnings(build(parse_scenario(read_bytes(file), GetParam() + ".yaml"))))
    all += warning + "\n";
  EXPECT_EQ(all, read_bytes(fs::path(file).replace_extension(".expected")));
}

INSTANTIATE_TEST_SUITE_P(Files, OddInput, ::testing::ValuesIn(testing::input_files("odd_")),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace cuttle
