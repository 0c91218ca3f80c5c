// A plane is as good as any other: loops whose pins hold turns that nothing could make move alike
// however they lie in space. The turns that a planar loop's pin holds across its axis are
// redundant, all of them; what the joints leave of their rows is round-off, except in the planes of
// the axes.

#include <gtest/gtest.h>

#include <cmath>

#include "cuttle/analysis/linearize.h"
#include "cuttle/analysis/modes.h"
#include "cuttle/compile/build_warnings.h"
#include "cuttle/compile/compile.h"
#include "cuttle/connection/constraint_solver.h"
#include "cuttle/io/read_scenario.h"
#include "cuttle/study/run.h"
#include "support/runs.h"

namespace cuttle {
namespace {

constexpr const char* kLevel = "{axis: x, angle: 0}";
constexpr const char* kTilts[] = {"{axis: x, angle: 0.4}", "{axis: [1, 2, 3], angle: 1.1}",
                                  "{axis: z, angle: 2}"};

/// A crank on a spring swings a rocker by a coupler.
std::string four_bar(const std::string& tilt, const std::string& pin, const std::string& study) {
  return R"(
name: fb
gravity: [0, 0, 0]
bodies:
  - {name: ground, pose: {rotation: )" +
         tilt + R"(}, rigid: {mass: 0}}
  - {name: crank, parent: ground, joint: {type: revolute, axis: y, initial: 0.3, stiffness: 20, damping: 0.2}, rigid: {mass: 0.1, center: [0.1, 0, 0], inertia: [1e-3, 1e-3, 1e-3], frames: {end: {position: [0.2, 0, 0]}}}}
  - {name: coupler, parent: crank, at: end, joint: {type: revolute, axis: y, initial: -1}, rigid: {mass: 0.1, inertia: [1e-3, 1e-3, 1e-3], frames: {end: {position: [0.5, 0, 0]}}}}
  - {name: rocker, parent: ground, pose: {position: [0.5, 0, 0]}, joint: {type: revolute, axis: y, initial: -2}, rigid: {mass: 0.1, inertia: [1e-3, 1e-3, 1e-3], frames: {end: {position: [0.4, 0, 0]}}}}
connections: [{name: pin, )" +
         pin + R"(, a: {body: coupler, at: end}, b: {body: rocker, at: end}}]
probes: [{name: crank, joint: crank}, {name: pin, connection: pin}]
study: {)" +
         study + "}\n";
}

struct Way {
  const char* name;
  const char* study;
  double tolerance;  // [rad] of the method, against the truth
};

class TiltedFourBar : public ::testing::TestWithParam<Way> {};
INSTANTIATE_TEST_SUITE_P(
    Methods, TiltedFourBar,
    ::testing::Values(Way{"dopri5", "method: dopri5", 1e-6},
                      Way{"dopri5_fine", "method: dopri5, rtol: 1e-9, atol: 1e-11", 1e-8},
                      Way{"bdf", "method: bdf", 1e-4}, Way{"implicit", "method: implicit", 1e-5},
                      Way{"alpha", "method: generalized_alpha, step: 2e-4", 1e-4},
                      Way{"matrices", "method: dopri5, constraints: udwadia_kalaba", 1e-6},
                      Way{"baumgarte", "method: dopri5, constraints: baumgarte", 1e-5}),
    [](const auto& way) { return std::string(way.param.name); });

TEST_P(TiltedFourBar, moves_as_the_one_that_lies_level) {
  const std::string study = "type: dynamics, duration: 0.5, output_step: 0.05, ";
  // a spherical pin in a planar loop holds no turn, so that nothing of the kind can go wrong
  const double truth = testing::last_of(
      run(testing::scenario_of(
          four_bar(kLevel, "type: spherical", study + "method: dopri5, rtol: 1e-9, atol: 1e-12"))),
      "crank.angle");
  for (const char* pin : {"type: revolute, axis: y", "type: cylindrical, axis: y"})
    for (const char* tilt : kTilts) {
      const RunResult result =
          run(testing::scenario_of(four_bar(tilt, pin, study + GetParam().study)));
      ASSERT_TRUE(result.status.ok()) << to_string(result.status);
      EXPECT_NEAR(testing::last_of(result, "crank.angle"), truth, GetParam().tolerance)
          << pin << tilt;
      EXPECT_LT(testing::largest_of(result, "pin.gap"), 1e-6) << pin << tilt;
    }
}

// far from the pivots a place is known to its round-off only
TEST(TiltedLoop, closes_with_bars_of_kilometres) {
  for (const char* method : {"dopri5", "bdf"}) {
    const std::string text = std::string(R"(
name: huge
gravity: [6e5, -6e5, 0]
bodies:
  - {name: ground, pose: {rotation: {axis: [1, 2, 3], angle: 1.1}}, rigid: {mass: 0}}
  - {name: crank, parent: ground, joint: {type: revolute, axis: z, initial: 0.3}, rigid: {shapes: [{capsule: [1000, 20000], density: 1000, pose: {position: [10000, 0, 0]}}], frames: {end: {position: [20000, 0, 0]}}}}
  - {name: coupler, parent: crank, at: end, joint: {type: revolute, axis: z, initial: 0.4374226397633561}, rigid: {shapes: [{capsule: [1000, 50000], density: 1000, pose: {position: [25000, 0, 0]}}], frames: {end: {position: [50000, 0, 0]}}}}
  - {name: rocker, parent: ground, pose: {position: [50000, 0, 0]}, joint: {type: revolute, axis: z, initial: 1.4172707061647518}, rigid: {shapes: [{capsule: [1000, 40000], density: 1000, pose: {position: [20000, 0, 0]}}], frames: {end: {position: [40000, 0, 0]}}}}
connections: [{name: pin, type: revolute, axis: z, a: {body: coupler, at: end}, b: {body: rocker, at: end}}]
study: {type: dynamics, duration: 3, output_step: 0.05, rtol: 1e-9, atol: 1e-11, method: )") +
                             method + "}\n";
    const RunResult result = run(testing::scenario_of(text));
    EXPECT_TRUE(result.status.ok()) << method << ": " << to_string(result.status);
  }
}

TEST(TiltedLoop, rests_and_vibrates_as_the_one_that_lies_level) {
  const auto at_rest = [](const char* tilt) {
    return run(testing::scenario_of(four_bar(tilt, "type: revolute, axis: y", "type: statics")));
  };
  const auto modes = [](const char* tilt) {
    return run(testing::scenario_of(
        four_bar(tilt, "type: revolute, axis: y", "type: modes, about: statics, count: 3")));
  };
  const RunResult level = at_rest(kLevel), swings = modes(kLevel);
  ASSERT_TRUE(level.status.ok() && swings.status.ok());
  ASSERT_EQ(swings.trajectory.rows(), 1U);  // one degree of freedom
  for (const char* tilt : kTilts) {
    const RunResult rest = at_rest(tilt), mode = modes(tilt);
    ASSERT_TRUE(rest.status.ok()) << to_string(rest.status);
    EXPECT_NEAR(testing::last_of(rest, "crank.angle"), testing::last_of(level, "crank.angle"),
                1e-9);
    ASSERT_EQ(mode.trajectory.rows(), 1U) << tilt;
    EXPECT_NEAR(testing::last_of(mode, "frequency"), testing::last_of(swings, "frequency"), 1e-8);
  }
}

TEST(TiltedLoop, has_the_same_linearisation) {
  const auto linear_of = [](const char* tilt) {
    Scenario scenario = testing::scenario_of(
        four_bar(tilt, "type: revolute, axis: y", "type: dynamics, duration: 1"));
    // in motion, so that the slopes of the velocities count
    scenario.initial.v[0] = 3;
    Input u;
    EXPECT_TRUE(scenario.inputs.evaluate(0, u).ok());
    ConstraintSolver solver(scenario.model);
    EXPECT_TRUE(solver.impact(scenario.model, u, scenario.initial).ok());
    Linearization linear;
    EXPECT_TRUE(linearize(scenario.model, scenario.initial, u, linear).ok());
    return linear;
  };
  const Linearization level = linear_of(kLevel);
  ASSERT_EQ(level.n(), 1);
  for (const char* tilt : kTilts) {
    const Linearization tilted = linear_of(tilt);
    ASSERT_EQ(tilted.n(), 1) << tilt;
    EXPECT_LT((tilted.A - level.A).norm(), 1e-6 * level.A.norm()) << tilt;
  }
}

// ---------------------------------------------------------- connections that hold nothing at all

/// Two bodies on joints that allow just what the connection between them allows.
std::string pair_of(const std::string& tilt, const std::string& type, bool tied,
                    const std::string& study) {
  const bool slides = type.find("prismatic") != std::string::npos;
  const std::string spring = ", stiffness: 30, damping: 0.1";
  const std::string place = slides ? "[0.5, 0, 0]" : "[0, 0, 1]";
  std::string text =
      "name: pair\nbodies:\n  - {name: ground, pose: {position: [1, -3, 2], "
      "rotation: " +
      tilt + "}, rigid: {mass: 0}}\n";
  for (const char* name : {"A", "B"})
    text += std::string("  - {name: ") + name +
            ", parent: ground, pose: {position: " + (name[0] == 'A' ? "[0, 0, 0]" : place) +
            "}, joint: {" + type + spring +
            "}, rigid: {mass: 2, center: [0.4, 0.1, 0.5], inertia: [0.2, 0.3, 0.4]}}\n";
  if (tied)
    text += "connections: [{name: c, " + type + ", a: {body: A, pose: {position: " + place +
            "}}, b: {body: B}}]\n";
  return text +
         "loads:\n  - {name: a, body: A, force: [3, -2, 1]}\n"
         "probes: [{name: A, joint: A}, {name: B, joint: B}]\nstudy: {" +
         study + "}\n";
}

class IdleConnection : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Types, IdleConnection,
                         ::testing::Values("type: revolute, axis: z", "type: prismatic, axis: y",
                                           "type: cylindrical, axis: z"));

TEST_P(IdleConnection, changes_nothing_however_it_lies) {
  const char* studies[] = {"type: dynamics, duration: 0.5, method: dopri5, rtol: 1e-9",
                           "type: dynamics, duration: 0.5, method: implicit, rtol: 1e-9",
                           "type: dynamics, duration: 0.5, method: bdf, rtol: 1e-9",
                           "type: statics",
                           "type: load_path, control: arc_length",
                           "type: modes, count: 4"};
  for (const char* study : studies)
    for (const char* tilt : kTilts) {
      SCOPED_TRACE(std::string(study) + ", " + tilt);
      const RunResult alone = run(testing::scenario_of(pair_of(tilt, GetParam(), false, study)));
      const RunResult tied = run(testing::scenario_of(pair_of(tilt, GetParam(), true, study)));
      ASSERT_TRUE(alone.status.ok()) << to_string(alone.status);
      ASSERT_TRUE(tied.status.ok()) << to_string(tied.status);
      ASSERT_EQ(alone.trajectory.rows(), tied.trajectory.rows());
      for (const Column& column : alone.trajectory.columns()) {
        if (column.name.starts_with("energy")) continue;
        EXPECT_NEAR(testing::last_of(tied, column.name), testing::last_of(alone, column.name),
                    1e-6 * std::max(1.0, std::abs(testing::last_of(alone, column.name))))
            << column.name;
      }
    }
}

/// Parallelograms in a row on one tilted ground; `count` of them have 5 rows each.
std::string parallelograms(int count, const std::string& tilt) {
  std::string text =
      "name: row\ngravity: [0, 0, 0]\nbodies:\n  - {name: ground, pose: {rotation: " + tilt +
      "}, rigid: {mass: 0}}\n";
  std::string pins = "connections:\n";
  for (int i = 0; i <= count; ++i) {
    const std::string number = std::to_string(i), before = std::to_string(i - 1);
    text += "  - {name: crank_" + number + ", parent: ground, pose: {position: [" + number +
            ", 0, 0]}, joint: {type: revolute, axis: y, initial: 0.4, velocity: 2, stiffness: 5}, "
            "rigid: {mass: 1, center: [0, 0, 0.5], inertia: [0.1, 0.1, 0.1], frames: {top: "
            "{position: [0, 0, 1]}}}}\n";
    if (i < count)
      text += "  - {name: bar_" + number + ", parent: crank_" + number +
              ", at: top, joint: {type: revolute, axis: y, initial: -0.4, velocity: -2}, rigid: "
              "{mass: 1, center: [0.5, 0, 0], inertia: [0.1, 0.1, 0.1], frames: {end: {position: "
              "[1, 0, 0]}}}}\n";
    if (i > 0)
      pins += "  - {name: pin_" + before + ", type: revolute, axis: y, a: {body: bar_" + before +
              ", at: end}, b: {body: crank_" + number + ", at: top}}\n";
  }
  return text + pins + "study: {type: dynamics, duration: 1}\n";
}

TEST(TiltedLoop, accelerates_alike_with_few_rows_and_with_many) {
  for (const int count : {3, 14}) {  // 15 rows: dense; 70 rows: sparse
    const auto accelerations = [&](const char* tilt) {
      const Scenario scenario = testing::scenario_of(parallelograms(count, tilt));
      Workspace ws(scenario.model);
      Input u;
      u.u = u.u_dot = u.u_ddot = VectorX::Zero(0);
      ConstraintSolver solver(scenario.model);
      EXPECT_TRUE(solver.solve(scenario.model, scenario.initial, u, ws).ok());
      // turns are held by nobody, displacements across the plane neither
      EXPECT_LT(solver.kept().minCoeff(), 1e-25);
      return ws.a;
    };
    const VectorX level = accelerations(kLevel);
    EXPECT_GT(level.norm(), 1);
    for (const char* tilt : kTilts)
      EXPECT_LT((accelerations(tilt) - level).norm(), 1e-7 * level.norm()) << count << tilt;
  }
}

/// models/governor.yaml has the equations and the long run.
std::string governor(const std::string& pin, const std::string& study) {
  return R"(
name: governor
gravity: [0, 0, -9.81]
bodies:
  - {name: shaft, joint: {type: revolute, axis: z, initial: 0.7, velocity: 6}, rigid: {mass: 1, inertia: [0.01, 0.01, 0.01]}}
  - {name: arm_1, parent: shaft, pose: {position: [0.05, 0, 0]}, joint: {type: revolute, axis: [0, -1, 0], initial: 0.5}, rigid: {mass: 1, center: [0, 0, -0.3], inertia: [1e-3, 1e-3, 1e-3], frames: {ball: {position: [0, 0, -0.3]}}}}
  - {name: arm_2, parent: shaft, pose: {position: [-0.05, 0, 0]}, joint: {type: revolute, axis: y, initial: 0.5}, rigid: {mass: 1, center: [0, 0, -0.3], inertia: [1e-3, 1e-3, 1e-3], frames: {ball: {position: [0, 0, -0.3]}}}}
  - {name: sleeve, parent: shaft, joint: {type: prismatic, axis: z, initial: -0.52655}, rigid: {mass: 2, inertia: [2e-3, 2e-3, 2e-3], frames: {one: {position: [0.05, 0, 0]}, two: {position: [-0.05, 0, 0]}}}}
  - {name: link_1, parent: sleeve, at: one, joint: {type: revolute, axis: y, initial: 0.5}, rigid: {mass: 0.2, center: [0, 0, 0.15], inertia: [1.5e-3, 1.5e-3, 0], frames: {ball: {position: [0, 0, 0.3]}}}}
  - {name: link_2, parent: sleeve, at: two, joint: {type: revolute, axis: [0, -1, 0], initial: 0.5}, rigid: {mass: 0.2, center: [0, 0, 0.15], inertia: [1.5e-3, 1.5e-3, 0], frames: {ball: {position: [0, 0, 0.3]}}}}
connections:
  - {name: pin_1, )" +
         pin + R"(, a: {body: arm_1, at: ball}, b: {body: link_1, at: ball}}
  - {name: pin_2, )" +
         pin + R"(, a: {body: arm_2, at: ball}, b: {body: link_2, at: ball}}
probes: [{name: shaft, joint: shaft}, {name: arm, joint: arm_1}]
study: {type: dynamics, duration: 0.5, output_step: 0.1, )" +
         study + "}\n";
}

TEST(TiltedLoop, a_governor_spins_with_revolute_pins_as_with_spherical_ones) {
  for (const char* study : {"method: dopri5, rtol: 1e-8, atol: 1e-9", "method: implicit",
                            "method: bdf, rtol: 1e-7, atol: 1e-8"}) {
    const Scenario revolute = testing::scenario_of(governor("type: revolute, axis: y", study));
    EXPECT_NEAR(revolute.initial.v[0], 6, 1e-12);
    EXPECT_TRUE(model_warnings(revolute).empty());
    const RunResult a = run(revolute),
                    b = run(testing::scenario_of(governor("type: spherical", study)));
    ASSERT_TRUE(a.status.ok() && b.status.ok()) << to_string(a.status);
    EXPECT_NEAR(testing::last_of(a, "shaft.angle"), testing::last_of(b, "shaft.angle"), 1e-5)
        << study;
    EXPECT_NEAR(testing::last_of(a, "arm.angle"), testing::last_of(b, "arm.angle"), 1e-5) << study;
  }
}

}  // namespace
}  // namespace cuttle
