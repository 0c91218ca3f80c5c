// What a user is told about a shell beside its figures: warnings and hints.

#include <gtest/gtest.h>

#include "build_fixture.h"
#include "cuttle/compile/build_warnings.h"
#include "cuttle/study/run.h"
#include "shell_text.h"

namespace cuttle::testing {
namespace {

TEST(BuildShellStudy, WarnsWhenTheHeldEdgeIsCoarse) {
  const auto warned = [](const std::string& text) {
    for (const std::string& warning : model_warnings(build_text(text)))
      if (warning.find("held edge") != std::string::npos) return true;
    return false;
  };
  const auto cylinder = [](const std::string& fields) {
    return cylinder_text("thickness: 1 mm, material: m, " + fields);
  };
  // sqrt(r t) = 5.48 mm; three of them are 16.4 mm
  EXPECT_FALSE(warned(mantle_text()));
  EXPECT_TRUE(warned(cylinder("held: start")));  // 20 mm for each of five modes
  EXPECT_FALSE(warned(cylinder("modes: {curvature: 7}")));
  EXPECT_TRUE(warned(cylinder("modes: {curvature: 6}")));
  EXPECT_TRUE(warned(cylinder("modes: {curvature: 0}")));
  EXPECT_FALSE(warned(cylinder("divisions: [{to: 15 mm}, {to: 100 mm}]")));
  EXPECT_TRUE(warned(cylinder("held: end, divisions: [{to: 15 mm}, {to: 100 mm}]")));
  EXPECT_FALSE(warned(cylinder("held: end, divisions: [{to: 85 mm}, {to: 100 mm}]")));
}

// the paper's coupling counts momentum along an axis that turns: a current is not just carried
// along
TEST(BuildShellStudy, WarnsOfAxialCouplingInACurrent) {
  const auto warned = [](const std::string& coupling, const std::string& current) {
    std::string text = mantle_text("water: {density: 1022" + current + "}");
    text.replace(text.find("shell: {"), 8, "shell: {coupling: " + coupling + ", ");
    for (const std::string& warning : model_warnings(build_text(text)))
      if (warning.find("not Galilean") != std::string::npos) return true;
    return false;
  };
  EXPECT_TRUE(warned("axial", ", current: [0.1, 0, 0]"));
  EXPECT_FALSE(warned("axial", ""));
  EXPECT_FALSE(warned("full", ", current: [0.1, 0, 0]"));
}

// round-off of a shell that nothing moves is not worth a word
TEST(BuildShellStudy, RestsWithoutAWarning) {
  std::string text = mantle_text();
  text.replace(text.find("{type: statics}"), 15, "{type: dynamics, duration: 0.1}");
  const RunResult result = run(build_text(text));
  ASSERT_TRUE(result.status.ok()) << result.status.message;
  EXPECT_LT(result.trajectory.column("energy.kinetic").back(), 1e-25);
  EXPECT_EQ(result.energy_residual, 0);
  for (const std::string& warning : result.warnings)
    EXPECT_EQ(warning.find("energy"), std::string::npos) << warning;
}

// beyond 15.34 N/m there is no equilibrium near; by arc length the path goes on
TEST(BuildShellStudy, LimitPointsAreHinted) {
  const std::string hint = "if this is a limit point, a load path with control: arc_length";
  const auto squeezed = [](const std::string& hoop, const std::string& study) {
    std::string text = mantle_text("shell_loads: [{name: l, body: mantle, hoop: " + hoop + "}]");
    text.replace(text.find("{type: statics}"), 15, study);
    return run(build_text(text));
  };
  const RunResult path = squeezed("16*t", "{type: load_path, from: 0.9, to: 1, steps: 4}");
  EXPECT_EQ(path.status.code, Status::Code::diverged);
  EXPECT_NE(path.status.message.find(hint), std::string::npos) << path.status.message;
  const RunResult statics = squeezed("16", "{type: statics}");
  EXPECT_NE(statics.status.message.find(hint), std::string::npos) << statics.status.message;
  const RunResult arc =
      squeezed("16*t", "{type: load_path, control: arc_length, from: 0.9, to: 1}");
  EXPECT_TRUE(arc.status.ok()) << arc.status.message;

  // nothing is carried at all: no limit point
  const RunResult wheel = run(build_text(
      "bodies: [{name: wheel, joint: {type: revolute, axis: y, effort: 1}, rigid: {mass: 1, "
      "inertia: [1, 1, 1]}}]\nstudy: {type: statics}\n"));
  EXPECT_FALSE(wheel.status.ok());
  EXPECT_EQ(wheel.status.message.find(hint), std::string::npos) << wheel.status.message;
}

}  // namespace
}  // namespace cuttle::testing
