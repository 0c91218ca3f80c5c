// Warnings of the model in the tables and messages of studies.

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "campaign/folder_of_test.h"
#include "support/program.h"

namespace cuttle {
namespace {

constexpr const char* kSwing = R"(
parameters: {mass: 1}
bodies:
  - name: bob
    joint: {type: revolute, axis: y, initial: 2}
    rigid: {mass: $(mass), center: [0, 0, -1], inertia: [0.1, 0.1, 0.1]}
probes: [{name: hinge, joint: bob}]
study: {type: dynamics, duration: 5, output_step: 0.5, rtol: 1e-6, atol: 1e-6}
figures: [{name: angle, column: hinge.angle}]
)";

// What the model itself warns of belongs to every run of it, whoever computes which of them first.
TEST(StudyWarnings, OfTheModelAreToldByAllStudies) {
  const testing::TestFolder folder_;
  folder_.write("swing.yaml", kSwing);
  const auto run = [&](const std::string& verb, const std::string& study,
                       const std::string& options) {
    folder_.write("study.yaml", study);
    return finish_cuttle(folder_.path(),
                         start_cuttle(folder_.path(), verb + " study.yaml " + options));
  };
  const std::string parameter =
      "model: swing.yaml\n"
      "set: [\"bodies.bob.joint.initial=90\"]\n"
      "parameters: [{name: mass, range: [1, 2], start: 1.5, count: 3}]\n";
  const std::string turns = "90 rad is more than a turn";
  const std::pair<const char*, const char*> studies[] = {
      {"sweep", "sweep: {method: grid}\n"},
      {"optimize", "optimize: {objective: angle^2, evaluations: 4}\n"},
      {"fit", "fit: {targets: [{figure: angle, value: 1, sigma: 0.1}]}\n"}};
  const auto count = [](const std::string& text, const std::string& part) {
    std::size_t found = 0;
    for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++found;
    return found;
  };
  for (const auto& [verb, section] : studies) {
    const std::string options = std::string("-j 1 -o ") + verb;
    const ProgramEnd first = run(verb, parameter + section, options);
    EXPECT_EQ(count(first.out, turns), 1u) << verb << first.out << first.err;
    const auto folder = folder_.path() / verb;
    EXPECT_EQ(count(read_bytes(folder / "summary.json"), turns), 1u) << verb;
    // every run of the table has it, not only the first of a worker
    const std::string table = read_bytes(folder / "table.csv");
    EXPECT_EQ(count(table, turns), count(table, "\n") - 1) << verb << table;
    const ProgramEnd again = run(verb, parameter + section, options + " -q");
    EXPECT_EQ(again.out, "") << verb;
    EXPECT_EQ(count(again.err, turns), 1u) << verb << again.err;
    EXPECT_TRUE(read_bytes(folder / "table.csv") == table) << verb;
  }
}

}  // namespace
}  // namespace cuttle
