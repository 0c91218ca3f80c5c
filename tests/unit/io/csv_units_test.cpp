#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "cuttle/io/read_scenario.h"

namespace cuttle {
namespace {

// the unit in the head of a CSV column counts: kN are not N, ms are not s
TEST(CsvUnits, AreConvertedToSi) {
  const auto folder = std::filesystem::temp_directory_path() / "cuttle_csv_units";
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "force.csv") << "time [ms],f [kN]\n0,1\n500,2.5\n";
  std::ofstream(folder / "model.yaml") << "bodies:\n"
                                          "  - name: block\n"
                                          "    joint: {type: prismatic, "
                                          "effort: {csv: force.csv, column: f}}\n"
                                          "    rigid: {mass: 1, inertia: [1, 1, 1]}\n";
  const ScenarioSpec spec = read_scenario(folder / "model.yaml", {});
  const SignalSpec& signal = *spec.bodies.at(0).joint.effort.at(0);
  EXPECT_EQ(signal.times, (std::vector<double>{0, 0.5}));
  EXPECT_EQ(signal.values, (std::vector<double>{1000, 2500}));
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace cuttle
