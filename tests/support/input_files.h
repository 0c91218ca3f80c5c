#pragma once
// The files of tests/input, each with what it is answered.

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

namespace cuttle::testing {

/// Names without ending of the model files that begin so, in order.
inline std::vector<std::string> input_files(const std::string& beginning) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(CUTTLE_TEST_INPUT)) {
    const std::filesystem::path& path = entry.path();
    if (path.extension() == ".yaml" && path.stem().string().starts_with(beginning))
      names.push_back(path.stem().string());
  }
  std::ranges::sort(names);
  return names;
}

}  // namespace cuttle::testing
