#pragma once

#include <unistd.h>

#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <sstream>
#include <string>

#include "cuttle/study/run.h"

namespace cuttle {

/// A small result with numbers that are hard to print, a bad value and an awkward name.
inline RunResult sample_result() {
  RunResult result;
  result.trajectory =
      Trajectory({"t", "s", "time", ""},
                 {{"tip.x", "m", "tip, along x", "tip"}, {"a \"b\", c", "N m", "", "odd"}},
                 {"q1", "q2", "q3"}, {"v1"});
  for (int i = 0; i < 5; ++i) {
    const double t = 0.1 * i;
    result.trajectory.append(t, std::array{std::sin(t) / 3, std::ldexp(1 / 3.0, -40 * i)},
                             std::array{t, 2 * t, 3 * t}, std::array{-t});
  }
  const double nan = std::numeric_limits<double>::quiet_NaN();
  result.figures = {{"tip_final", 1 / 3.0, "m"}, {"f1", nan, "Hz"}};
  result.expect = {{"tip_final", 1 / 3.0, "m", 0.33, 0.01, true, "closed form"},
                   {"f1", nan, "Hz", 2, 0.1, false, ""}};
  result.solver = {"dopri5", 120, 3, 850, 0, 0};
  result.energy_residual = 1.5e-9;
  result.wall_seconds = 0.25;
  return result;
}

/// A folder that is there while the test runs.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "cuttle_XXXXXX").string();
    if (::mkdtemp(name.data()) != nullptr) path_ = name;
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
  }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

inline std::string text_of(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

inline void write_text(const std::filesystem::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

}  // namespace cuttle
