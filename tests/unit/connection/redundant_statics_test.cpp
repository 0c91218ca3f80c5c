// Equilibria of linkages that move only because a row of theirs is redundant: off the loop it is
// not.

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>

#include "cuttle/compile/compile.h"
#include "cuttle/connection/dense_rows.h"
#include "cuttle/io/read_scenario.h"
#include "cuttle/study/run.h"

namespace cuttle {
namespace {

TEST(RedundantStatics, bricards_linkage_finds_its_rest_in_few_iterations) {
  ScenarioSpec spec = read_scenario(CUTTLE_MODELS "/bricard.yaml");
  // a spring instead of the drive
  spec.bodies[0].joint.prescribed.clear();
  spec.bodies[0].joint.stiffness = {3};
  spec.bodies[0].joint.rest = {0.3};
  spec.figures.clear();
  spec.expect.clear();
  spec.study = {};
  spec.study.type = StudyType::statics;
  const RunResult result = run(spec);
  ASSERT_TRUE(result.status.ok()) << to_string(result.status);
  EXPECT_LT(result.solver.iterations, 200);  // measured 71
  // [Chen05]: cos a + cos b + cos a cos b = 0, a and b from a right angle on
  const double a = result.trajectory.column("drive.angle").back();
  const double b = result.trajectory.column("j1.angle").back();
  const double ca = -std::sin(a), cb = -std::sin(b);
  EXPECT_NEAR(ca + cb + ca * cb, 0, 1e-9);
}

/// A crank, a coupler on two balls, a rocker: the coupler may spin about its own axis.
std::string rssr(const std::string& crank, const std::string& study,
                 const std::string& gravity = "[0, 0, -9.81]") {
  return "gravity: " + gravity + R"(
bodies:
  - name: crank
    joint: {type: revolute, axis: z, prescribed: )" +
         crank + R"(}
    rigid: {shapes: [{capsule: [10 mm, 0.1], mass: 0.2, pose: {position: [0.05, 0, 0]}}], frames: {end: {position: [0.1, 0, 0]}}}
  - name: coupler
    parent: crank
    at: end
    joint: spherical
    rigid: {shapes: [{capsule: [8 mm, 0.5], mass: 0.3, pose: {position: [0.25, 0, 0]}}], frames: {end: {position: [0.5, 0, 0]}}}
  - name: rocker
    pose: {position: [0.3, 0.3, 0]}
    joint: {type: revolute, axis: x, initial: 1.2}
    rigid: {shapes: [{capsule: [10 mm, 0.3], mass: 0.2, pose: {position: [0, 0.15, 0], rotation: {axis: z, angle: 90 deg}}}], frames: {end: {position: [0, 0.3, 0]}}}
connections:
  - {name: ball, type: spherical, a: {body: coupler, at: end}, b: {body: rocker, at: end}}
probes: [{name: rocker, joint: rocker}, {name: ball, connection: ball}]
study: )" +
         study + "\n";
}

TEST(IdleSpin, is_neither_stable_nor_unstable) {
  const std::string down = "[0, 0, -9.81]", aslant = "[3, 0.1, -2]";
  for (const auto& [crank, gravity] :
       {std::pair("2.0", down), std::pair("0.3", down), std::pair("3.0", down),
        std::pair("3.0", aslant), std::pair("-2.2", aslant)}) {
    const RunResult result = run(parse_scenario(rssr(crank, "{type: statics}", gravity), "x.yaml"));
    ASSERT_TRUE(result.status.ok()) << to_string(result.status);
    for (const std::string& warning : result.warnings)
      EXPECT_EQ(warning.find("unstable"), std::string::npos) << crank << gravity;
  }
}

TEST(IdleSpin, does_not_hinder_a_load_path) {
  const RunResult result = run(parse_scenario(
      rssr("\"2*pi*t\"", "{type: load_path, from: 0, to: 10, steps: 50}"), "x.yaml"));
  ASSERT_TRUE(result.status.ok()) << to_string(result.status);
  EXPECT_TRUE(result.warnings.empty()) << result.warnings[0];
  EXPECT_LT(result.solver.steps, 400);  // measured 248
  // every turn is like the one before it
  const auto angle = result.trajectory.column("rocker.angle");
  for (std::size_t i = 5; i < angle.size(); ++i) EXPECT_NEAR(angle[i], angle[i - 5], 1e-8);
}

TEST(RedundantStatics, combinations_span_what_the_rows_do) {
  MatrixX A = MatrixX::Random(5, 7);
  A.row(3) = 2 * A.row(0) - A.row(2);
  A.row(4).setConstant(1e-17);
  const MatrixX Q = independent_combinations(A, 1e-9);
  ASSERT_EQ(Q.cols(), 3);
  EXPECT_LT((Q.transpose() * Q - MatrixX::Identity(3, 3)).norm(), 1e-14);
  EXPECT_LT((A - Q * (Q.transpose() * A)).norm(), 1e-14);
  EXPECT_TRUE(independent_combinations(A.topRows(3), 1e-9).isIdentity(0));
}

}  // namespace
}  // namespace cuttle
