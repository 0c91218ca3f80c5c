// Models that can be run and are probably not meant: files with the warnings that they give.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "cuttle/io/read_scenario.h"
#include "cuttle/sim/build.h"
#include "cuttle/sim/build_warnings.h"

namespace cuttle {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> odd_files() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(CUTTLE_TEST_INPUT)) {
    const fs::path& path = entry.path();
    if (path.extension() == ".yaml" && path.stem().string().starts_with("odd_"))
      names.push_back(path.stem().string());
  }
  std::ranges::sort(names);
  return names;
}

std::string text_of(const fs::path& path) {
  std::ifstream stream(path);
  return std::string(std::istreambuf_iterator<char>(stream), {});
}

class OddInput : public ::testing::TestWithParam<std::string> {};

TEST_P(OddInput, GivesTheExpectedWarningsByteForByte) {
  const fs::path file = fs::path(CUTTLE_TEST_INPUT) / (GetParam() + ".yaml");
  // marks name the file as it was given
  std::string all;
  for (const std::string& warning :
       model_warnings(build(parse_scenario(text_of(file), GetParam() + ".yaml"))))
    all += warning + "\n";
  EXPECT_EQ(all, text_of(fs::path(file).replace_extension(".expected")));
}

INSTANTIATE_TEST_SUITE_P(Files, OddInput, ::testing::ValuesIn(odd_files()),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace cuttle
