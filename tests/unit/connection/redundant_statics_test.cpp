// Equilibria of linkages that move only because a row of theirs is redundant: off the loop it is
// not.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>
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
struct Rssr {
  std::string crank = "0";
  std::string study = "{type: statics}";
  Vector3 gravity = Vector3(0, 0, -9.81);
  double size = 1;
  double turn = 0;  // [rad] of everything in space
  bool permuted = false;
  double spring = 0;     // [N m/rad] at the rocker, for size 1
  double effort = 0;     // [N m] along the axis of the coupler
  double initial = 1.2;  // [rad] of the rocker

  std::string text() const;
  /// How far the ends of the coupler are from its length, for size 1.
  double gap(double crank_angle, double rocker_angle) const;
};

std::string Rssr::text() const {
  const Vector3 axis = Vector3(1, 2, -0.7).normalized();
  const Eigen::AngleAxisd R(turn, axis);
  const auto list = [](const Vector3& v) {
    return fmt::format("[{:.17g}, {:.17g}, {:.17g}]", v[0], v[1], v[2]);
  };
  const auto rod = [&](double radius, double length, double mass, const Vector3& along,
                       const std::string& turned) {
    return fmt::format(
        "    rigid: {{shapes: [{{capsule: [{:.17g}, {:.17g}], mass: {:.17g}, pose: {{position: "
        "{}{}}}}}], frames: {{end: {{position: {}}}}}}}\n",
        size * radius, size * length, size * size * size * mass, list(0.5 * size * length * along),
        turned, list(size * length * along));
  };
  const std::string rotation =
      fmt::format("rotation: {{axis: {}, angle: {:.17g}}}", list(axis), turn);
  const std::string first = fmt::format(
                                "  - name: crank\n    pose: {{{}}}\n"
                                "    joint: {{type: revolute, axis: z, prescribed: {}}}\n",
                                rotation, crank) +
                            rod(0.01, 0.1, 0.2, Vector3::UnitX(), "");
  const std::string middle = fmt::format(
                                 "  - name: coupler\n    parent: crank\n    at: end\n"
                                 "    joint: {{type: spherical, effort: [{:.17g}, 0, 0]}}\n",
                                 effort) +
                             rod(0.008, 0.5, 0.3, Vector3::UnitX(), "");
  const std::string last =
      fmt::format(
          "  - name: rocker\n    pose: {{position: {}, {}}}\n"
          "    joint: {{type: revolute, axis: x, initial: {}, stiffness: {:.17g}}}\n",
          list(R * Vector3(0.3 * size, 0.3 * size, 0)), rotation, initial,
          std::pow(size, 4) * spring) +
      rod(0.01, 0.3, 0.2, Vector3::UnitY(), ", rotation: {axis: z, angle: 90 deg}");
  return fmt::format("gravity: {}\nbodies:\n{}", list(R * gravity),
                     permuted ? last + first + middle : first + middle + last) +
         "connections:\n"
         "  - {name: ball, type: spherical, a: {body: coupler, at: end}, b: {body: rocker, at: "
         "end}}\n"
         "probes: [{name: rocker, joint: rocker}, {name: ball, connection: ball}]\n"
         "study: " +
         study + "\n";
}

double Rssr::gap(double a, double b) const {
  const Vector3 from(0.1 * std::cos(a), 0.1 * std::sin(a), 0);
  const Vector3 to(0.3, 0.3 + 0.3 * std::cos(b), 0.3 * std::sin(b));
  return (to - from).norm() - 0.5;
}

const Vector3 kDown(0, 0, -9.81), kAslant(3, 0.1, -2), kNoGravity(0, 0, 0);

TEST(IdleSpin, is_neither_stable_nor_unstable) {
  for (const auto& [crank, gravity] :
       {std::pair("2.0", kDown), std::pair("0.3", kDown), std::pair("3.0", kDown),
        std::pair("3.0", kAslant), std::pair("-2.2", kAslant)}) {
    const RunResult result =
        run(parse_scenario(Rssr{.crank = crank, .gravity = gravity}.text(), "x.yaml"));
    ASSERT_TRUE(result.status.ok()) << to_string(result.status);
    for (const std::string& warning : result.warnings)
      EXPECT_EQ(warning.find("unstable"), std::string::npos) << crank << gravity.transpose();
  }
}

/// The equilibrium at an angle of the crank: on the loop, at once, and without another way.
void expect_rest(Rssr rssr, double angle) {
  rssr.crank = fmt::format("{:.17g}", angle);
  const RunResult result = run(parse_scenario(rssr.text(), "x.yaml"));
  ASSERT_TRUE(result.status.ok()) << to_string(result.status) << "\n" << rssr.text();
  EXPECT_NEAR(rssr.gap(angle, result.trajectory.column("rocker.angle").back()), 0, 1e-8 / rssr.size)
      << rssr.text();
  EXPECT_LT(result.solver.iterations, 60) << rssr.text();  // measured 33
  for (const std::string& warning : result.warnings)
    for (const char* word : {"Newton", "unstable"})
      EXPECT_EQ(warning.find(word), std::string::npos) << warning << rssr.text();
}

// gravity alone, springs alone, both and neither; what the idle spin has of stiffness and force is
// the round-off of sums, another one in every position
TEST(IdleSpin, rests_wherever_its_crank_stands) {
  constexpr int kPositions = 64;
  for (const Vector3& gravity : {kDown, kAslant, kNoGravity})
    for (const double spring : {0.0, 2.0})
      for (int k = 0; k < kPositions; ++k)
        expect_rest({.gravity = gravity, .spring = spring},
                    std::numbers::pi * (2.0 * k / kPositions - 1));
}

TEST(IdleSpin, rests_however_it_lies_and_whatever_its_size) {
  for (const double size : {1e-3, 1.0, 1e3})
    for (const double turn : {0.0, 1.1})
      for (const bool permuted : {false, true})
        for (int k = 0; k < 8; ++k)
          expect_rest({.gravity = k % 2 == 0 ? kDown : kAslant,
                       .size = size,
                       .turn = turn,
                       .permuted = permuted},
                      0.8 * k - 3);
}

// another compiler rounds otherwise
TEST(IdleSpin, rests_whatever_its_last_digits) {
  for (const double angle : {-2.65, 0.59, 1.1, 1.28})
    for (int k = -12; k <= 12; ++k)
      expect_rest({.gravity = k % 2 == 0 ? kDown : kAslant, .size = 1 + 1e-15 * k}, angle);
}

// nothing can balance a torque about the axis between two balls, however small
TEST(IdleSpin, does_not_rest_where_it_is_pushed) {
  for (const Vector3& gravity : {kDown, kNoGravity})
    for (const double effort : {0.1, -1e-6}) {
      const RunResult result = run(parse_scenario(
          Rssr{.crank = "1.1", .gravity = gravity, .effort = effort}.text(), "x.yaml"));
      EXPECT_EQ(result.status.code, Status::Code::diverged) << effort;
      EXPECT_NE(result.status.message.find("'coupler' is pushed"), std::string::npos)
          << result.status.message;
    }
}

TEST(IdleSpin, does_not_hinder_a_load_path) {
  for (const Vector3& gravity : {kDown, kNoGravity}) {
    const Rssr rssr{.crank = "\"2*pi*t\"",
                    .study = "{type: load_path, from: 0, to: 10, steps: 50}",
                    .gravity = gravity};
    const RunResult result = run(parse_scenario(rssr.text(), "x.yaml"));
    ASSERT_TRUE(result.status.ok()) << to_string(result.status);
    EXPECT_TRUE(result.warnings.empty()) << result.warnings[0];
    EXPECT_LT(result.solver.steps, 400);  // measured 248
    // every turn is like the one before it
    const auto angle = result.trajectory.column("rocker.angle");
    for (std::size_t i = 5; i < angle.size(); ++i) EXPECT_NEAR(angle[i], angle[i - 5], 1e-8);
  }
}

TEST(IdleSpin, begins_a_load_path_anywhere) {
  for (const double start : {0.0, 0.3, 1.1, 1.28, 2.0, -0.5}) {
    const Rssr rssr{.crank = fmt::format("\"{} + 2*pi*t\"", start),
                    .study = "{type: load_path, from: 0, to: 1, steps: 8}",
                    .gravity = kNoGravity};
    const RunResult result = run(parse_scenario(rssr.text(), "x.yaml"));
    ASSERT_TRUE(result.status.ok()) << to_string(result.status);
    EXPECT_TRUE(result.warnings.empty()) << result.warnings[0];
  }
}

// A coupler whose mass lies on the line of its two balls: an arc-length path that ran along its
// spin would be 1e12 long, and its rows would turn the coupler at will.
TEST(IdleSpin, is_no_part_of_an_arc_length) {
  const RunResult result = run(parse_scenario(R"(
bodies:
  - name: crank
    joint: {type: revolute, axis: y, initial: -0.2, stiffness: 5}
    rigid: {shapes: [{capsule: [0.01, 0.2], density: 1000, pose: {position: [0.1, 0, 0]}}], frames: {end: {position: [0.2, 0, 0]}}}
  - name: coupler
    parent: crank
    at: end
    joint: {type: spherical, initial: {rotation: {axis: z, angle: 20 deg}}}
    rigid: {shapes: [{capsule: [0.01, 0.5], density: 1000, pose: {position: [0.25, 0, 0]}}], frames: {end: {position: [0.5, 0, 0]}}}
  - name: rocker
    pose: {position: [0.5, 0.2, 0]}
    joint: {type: revolute, axis: x, initial: 0.5}
    rigid: {shapes: [{capsule: [0.01, 0.4], density: 1000, pose: {position: [0, 0, 0.2], rotation: {axis: y, angle: 90 deg}}}], frames: {end: {position: [0, 0, 0.4]}}}
connections: [{name: ball, type: spherical, a: {body: coupler, at: end}, b: {body: rocker, at: end}}]
loads: [{body: crank, at: end, force: [0, 0, "3*t"]}]
probes: [{name: c, frame: coupler, record: [rotation]}, {name: crank, joint: crank}]
study: {type: load_path, steps: 20, control: arc_length}
)",
                                              "x.yaml"));
  ASSERT_TRUE(result.status.ok()) << to_string(result.status);
  const auto arc = result.trajectory.axis();
  EXPECT_GT(arc.back(), 1);  // the load alone
  EXPECT_LT(arc.back(), 1.1);
  EXPECT_NEAR(result.trajectory.column("crank.angle").back(), -0.0537, 1e-4);
  const auto turn = result.trajectory.column("c.qx");
  for (std::size_t i = 1; i < turn.size(); ++i) EXPECT_NEAR(turn[i], turn[i - 1], 0.02);
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
