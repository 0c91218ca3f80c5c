// Signals are heard inside every solver, not only between its steps.

#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>

#include "support/program.h"
#include "support/sanitized.h"

namespace cuttle {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

// equilibria in a hundred thousand parts of the load take ten seconds or more
constexpr const char* kArm = R"(bodies:
  - name: a
    rod:
      length: 0.5
      section: {shape: circle, radius: 10 mm}
      material: {young: 1 MPa, density: 1000}
      strain: {bend_y: 6, bend_z: 6, torsion: 4}
  - name: b
    parent: a
    rod:
      length: 0.5
      section: {shape: circle, radius: 10 mm}
      material: {young: 1 MPa, density: 1000}
      strain: {bend_y: 6, bend_z: 6, torsion: 4}
  - name: c
    parent: b
    rod:
      length: 0.5
      section: {shape: circle, radius: 10 mm}
      material: {young: 1 MPa, density: 1000}
      strain: {bend_y: 6, bend_z: 6, torsion: 4}
probes: [{name: tip, frame: c, at: tip}]
)";
constexpr const char* kStrip = R"(gravity: [0, 0, -20]
nets:
  - name: strip
    segments:
      - {name: beam, length: 1, edges: 200, young: 1, area: 1e7, inertia: 1, linear_density: 1, start: [0, 0]}
    clamps: [{segment: beam}]
)";

struct Case {
  const char* name;
  const char* model;
  const char* study;
  int signal;
};
std::ostream& operator<<(std::ostream& out, const Case& c) { return out << c.name; }

fs::path new_folder() {
  std::string name = (fs::temp_directory_path() / "cuttle_interrupt_XXXXXX").string();
  EXPECT_NE(mkdtemp(name.data()), nullptr);
  return name;
}

class InterruptedStudy : public ::testing::TestWithParam<Case> {};

// from a scheduler it may come several times
bool comes_again(int signal) { return signal == SIGUSR1 || signal == SIGXCPU; }

TEST_P(InterruptedStudy, EndsAtOnceWithItsResults) {
  const fs::path folder = new_folder();
  std::ofstream(folder / "m.yaml") << "name: m\n"
                                   << GetParam().model << "study: " << GetParam().study << "\n";
  const pid_t child = start_cuttle(folder, "run m.yaml -o out -q");
  wait_for_results(folder / "out");
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  const auto start = Clock::now();
  kill(child, GetParam().signal);
  if (comes_again(GetParam().signal)) kill(child, GetParam().signal);
  const ProgramEnd end = finish_cuttle(folder, child);
  const double waited = std::chrono::duration<double>(Clock::now() - start).count();
  EXPECT_EQ(end.code, 130) << end.err;
  EXPECT_TRUE(contains(end.err, "stopped by the user")) << end.err;
  // measured 0.05 to 0.1 s, most of it writing; a busy machine needs longer
  EXPECT_LT(waited, 2 * testing::kSlowdown);
  const auto summary = nlohmann::json::parse(read_bytes(folder / "out/summary.json"));
  EXPECT_EQ(summary["solver"]["status"], "interrupted");
  fs::remove_all(folder);
}

TEST(InterruptedView, EndsInGoodOrder) {
  for (const int signal : {SIGTERM, SIGUSR1, SIGXCPU}) {
    const fs::path folder = new_folder();
    std::ofstream(folder / "m.yaml") << "name: m\n" << kArm;
    const pid_t child = start_cuttle(folder, "view m.yaml");
    const auto start = Clock::now();
    const auto told = [&] {
      return contains(read_bytes(folder / "stdout.txt"), "press Ctrl-C to stop");
    };
    while (!told() && Clock::now() - start < std::chrono::seconds(10))
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    kill(child, signal);
    const ProgramEnd end = finish_cuttle(folder, child);
    if (contains(end.err, "built without its page")) GTEST_SKIP() << end.err;
    EXPECT_EQ(end.code, 0) << signal << end.err;
    fs::remove_all(folder);
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, InterruptedStudy,
    ::testing::Values(
        Case{"statics", kArm, "{type: statics, load_steps: 100000}", SIGINT},
        Case{"net_statics", kStrip, "{type: statics, load_steps: 100000}", SIGINT},
        Case{"net_motion", kStrip, "{type: dynamics, duration: 1e4, output_step: 1}", SIGTERM},
        Case{"statics_term", kArm, "{type: statics, load_steps: 100000}", SIGTERM},
        Case{"path", kArm, "{type: load_path, steps: 1, load_steps: 100000}", SIGINT},
        Case{"arc", kArm, "{type: load_path, control: arc_length, steps: 1, load_steps: 100000}",
             SIGTERM},
        Case{"modes", kArm, "{type: modes, about: statics, load_steps: 100000}", SIGINT},
        Case{"start", kArm, "{type: dynamics, duration: 1, start: statics, load_steps: 100000}",
             SIGTERM},
        Case{"explicit_motion", kArm, "{type: dynamics, duration: 1e4, method: dopri5}", SIGINT},
        Case{"implicit_motion", kArm, "{type: dynamics, duration: 1e4, method: implicit}", SIGTERM},
        Case{"multistep_motion", kArm, "{type: dynamics, duration: 1e4, method: bdf}", SIGINT},
        Case{"hung_up", kArm, "{type: dynamics, duration: 1e4, method: dopri5}", SIGHUP},
        Case{"warned", kArm, "{type: dynamics, duration: 1e4, method: dopri5}", SIGUSR1},
        Case{"statics_warned", kArm, "{type: statics, load_steps: 100000}", SIGUSR1},
        Case{"out_of_time", kArm, "{type: dynamics, duration: 1e4, method: dopri5}", SIGXCPU}),
    [](const auto& row) { return std::string(row.param.name); });

}  // namespace
}  // namespace cuttle
