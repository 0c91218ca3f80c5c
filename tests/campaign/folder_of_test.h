#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace cuttle::testing {

/// A folder of its own for each test, gone when the test ends.
class TestFolder {
 public:
  TestFolder() {
    const auto* info = ::testing::UnitTest::GetInstance()->current_test_info();
    path_ = std::filesystem::temp_directory_path() /
            ("cuttle_" + std::string(info->test_suite_name()) + "_" + info->name());
    std::filesystem::remove_all(path_);
    std::filesystem::create_directories(path_);
  }
  TestFolder(const TestFolder&) = delete;
  TestFolder& operator=(const TestFolder&) = delete;
  ~TestFolder() { std::filesystem::remove_all(path_); }

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path write(const std::string& name, const std::string& text) const {
    std::ofstream(path_ / name) << text;
    return path_ / name;
  }

 private:
  std::filesystem::path path_;
};

/// A rod that one cable bends, in equilibrium: x, z of its tip are closed forms, see
/// cable_arc.yaml.
inline constexpr const char* kArcModel = R"(
gravity: [0, 0, 0]
parameters: {radius: 10 mm, pull: 5, young: 1e6}
bodies:
  - name: rod
    rod:
      length: 0.5
      section: {shape: circle, radius: $(radius)}
      material: {young: $(young), poisson: 0.5, density: 1000}
      strain: {bend_y: 0, bend_z: 0}
      quadrature: 8
cables:
  - {name: pull, tension: $(pull), path: [{body: rod, from: base, to: tip, y: 0, z: 8 mm}]}
probes:
  - {name: tip, frame: rod, at: tip}
  - {name: strain, strain: rod, at: 0.25}
study: {type: statics}
figures:
  - {name: x, column: tip.x}
  - {name: bend, column: strain.bend_y}
)";

}  // namespace cuttle::testing
