// Inputs that are formulas of columns: they act at once, with their slopes, in every algorithm.

#include "cuttle/record/column_formulas.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "cuttle/analysis/linearize.h"
#include "cuttle/analysis/statics.h"
#include "cuttle/dynamics/dense.h"
#include "cuttle/dynamics/derivatives.h"
#include "cuttle/dynamics/forward.h"
#include "cuttle/dynamics/inverse.h"
#include "cuttle/dynamics/kinematics.h"
#include "cuttle/dynamics/tree_tangent.h"
#include "cuttle/live/knob.h"
#include "support/allocation_counter.h"
#include "support/random.h"
#include "support/runs.h"

namespace cuttle::testing {
namespace {

// formulas of places, turns, rates, a prescribed joint, X, t, and of another formula
constexpr const char* kFormulaRobot = R"yaml(
bodies:
  - name: wheel
    joint: {type: revolute, axis: z, prescribed: "0.3*sin(2*t)"}
    rigid: {mass: 1, inertia: [1, 1, 1]}
  - name: cart
    parent: wheel
    joint: {type: prismatic, axis: x, effort: "2 N*sin(arm.angle) - 0.5 N s/m*tip.vx*cos(t) + 1*wheel.angle_rate*tip.y"}
    rigid: {mass: 2, inertia: [1, 1, 1]}
  - name: arm
    parent: cart
    joint: {type: revolute, axis: y, effort: "-0.3 N m*arm.angle^3 - 0.02 m*cart.travel_effort - 0.1*pull.tension"}
    rigid: {mass: 0.5, center: [0.1, 0, 0], inertia: [0.1, 0.1, 0.1], frames: {end: {position: [0.2, 0, 0]}}}
  - name: rod
    parent: arm
    at: end
    rod:
      length: 0.5
      section: {shape: circle, radius: 0.02}
      material: {young: 1 MPa, density: 1000, viscosity: 100 Pa s}
      strain: {bend_y: 2, bend_z: 1, torsion: 0}
  - name: buoy
    joint: {type: free, initial: {position: [1, 1, 0]}}
    rigid: {mass: 1, inertia: [0.1, 0.2, 0.3]}
loads:
  - {name: wind, body: rod, from: base, to: tip, frame: body, force: [0, "1*X*middle.vy", "0.3*middle.z*X - 0.1*tip.wx"]}
  - {name: home, body: buoy, force: ["-2*buoy.x", "-2*buoy.y + 1*rod_root.bend_z", "1*buoy.vx*tip.x"], moment: ["1*buoy.qx", 0, 0]}
  - {name: free, body: arm, force: [0, 0, "cos(t)"]}
cables:
  - {name: pull, tension: "2 + 1*tip.vz^2 + 0.1*cart.travel_effort^2 + 1*free.x", path: [{body: rod, from: base, to: tip, y: 0, z: 15 mm}]}
  - {name: plain, tension: 3, path: [{body: rod, from: base, to: tip, y: 0, z: -15 mm}]}
probes:
  - {name: tip, frame: rod, at: tip, record: [position, velocity]}
  - {name: middle, frame: rod, at: 0.21, record: [position, velocity]}
  - {name: rod_root, strain: rod, at: base}
  - {name: arm, joint: arm}
  - {name: cart, joint: cart}
  - {name: wheel, joint: wheel}
  - {name: buoy, frame: buoy, record: [position, rotation, velocity]}
  - {name: pull, cable: pull}
  - {name: plain, cable: plain}
  - {name: free, frame: arm}
study: {type: dynamics, duration: 1}
)yaml";

struct MovingFormulas {
  Scenario scenario = scenario_of(kFormulaRobot);
  const Model& model = scenario.model;
  State x = scenario.initial;
  Input u;

  MovingFormulas() {
    EXPECT_TRUE(scenario.inputs.evaluate(0.3, u).ok());
    Random random(5);
    x.t = 0.3;
    retract(model, scenario.initial.q, random.vector(model.nv, 0.3), x.q);
    x.v = random.vector(model.nv, 0.5);
    normalize(model, u, x.q, x.v);
  }
  VectorX accelerations(const State& at, const Input& input) const {
    Workspace ws(model);
    forward_dynamics(model, at, input, ws);
    return ws.a;
  }
};

/// By differences of fourth order.
template <class F>
VectorX slope_of(const F& f, double h) {
  return (8 * (f(h) - f(-h)) - f(2 * h) + f(-2 * h)) / (12 * h);
}

TEST(ColumnFormulas, SlopesOfTheMotionAreExact) {
  MovingFormulas robot;
  const Model& model = robot.model;
  Workspace ws(model);
  DerivativeSolver solver(model);
  AccelerationDerivatives d;
  ASSERT_TRUE(solver.solve(model, robot.x, robot.u, ws, d).ok());
  std::vector<bool> held(size_t(model.nv), false);
  for (const int i : solver.held()) held[size_t(i)] = true;
  for (int j = 0; j < model.nv; ++j) {
    if (held[size_t(j)]) continue;
    const VectorX by_q = slope_of(
        [&](double h) {
          State at = robot.x;
          retract(model, robot.x.q, h * VectorX::Unit(model.nv, j), at.q);
          return robot.accelerations(at, robot.u);
        },
        1e-3);
    const VectorX by_v = slope_of(
        [&](double h) {
          State at = robot.x;
          at.v[j] += h;
          return robot.accelerations(at, robot.u);
        },
        1e-3);
    EXPECT_LT((d.da_dq.col(j) - by_q).norm(), 1e-6 * (1 + by_q.norm())) << model.v_names[size_t(j)];
    EXPECT_LT((d.da_dv.col(j) - by_v).norm(), 1e-6 * (1 + by_v.norm())) << model.v_names[size_t(j)];
  }
  for (int k = 0; k < model.nu(); ++k) {
    const bool own = robot.scenario.inputs.follows_state(k);
    const VectorX by_u = slope_of(
        [&](double h) {
          Input u = robot.u;
          u.u[k] += h;
          return robot.accelerations(robot.x, u);
        },
        1e-3);
    EXPECT_LT((d.da_du.col(k) - by_u).norm(), 1e-6 * (1 + by_u.norm()))
        << model.inputs[size_t(k)].name;
    if (own) {
      EXPECT_EQ(by_u.norm(), 0) << "what the outside gives counts nothing";
    }
  }
}

// the tangent as a tree with a few rows, and its solution
TEST(ColumnFormulas, TreeTangentHoldsThem) {
  MovingFormulas robot;
  const Model& model = robot.model;
  Workspace ws(model);
  TreeTangent tangent(model);
  const VectorX a = robot.accelerations(robot.x, robot.u);
  tangent.linearise(model, robot.x, robot.u, a.data(), {1e-2, 0.1, 1}, ws);
  const MatrixX T = tangent.dense(model, ws);
  ASSERT_TRUE(tangent.factor(model, ws));
  Random random(8);
  VectorX r = random.vector(model.nv), x, back;
  clear_prescribed(model, r);
  tangent.solve(model, ws, r, x);
  tangent.multiply(model, ws, x, back);
  EXPECT_LT((back - r).norm(), 1e-9 * r.norm());
  EXPECT_LT((T * x - back).norm(), 1e-9 * r.norm());

  Model silent = model;
  silent.law = nullptr;
  Workspace silent_ws(silent);
  TreeTangent without(silent);
  without.linearise(silent, robot.x, input_at(model, robot.x, robot.u), a.data(), {1e-2, 0.1, 1},
                    silent_ws);
  EXPECT_GT((T - without.dense(silent, silent_ws)).norm(), 1e-3) << "the formulas are in it";
}

TEST(ColumnFormulas, NeverAllocate) {
  if (!AllocationCounter::available()) GTEST_SKIP();
  MovingFormulas robot;
  Workspace ws(robot.model);
  forward_dynamics(robot.model, robot.x, robot.u, ws);
  DerivativeSolver solver(robot.model);
  AccelerationDerivatives d;
  ASSERT_TRUE(solver.solve(robot.model, robot.x, robot.u, ws, d).ok());
  const AllocationCounter counter;
  for (int i = 0; i < 10; ++i) forward_dynamics(robot.model, robot.x, robot.u, ws);
  ASSERT_TRUE(solver.solve(robot.model, robot.x, robot.u, ws, d).ok());
  EXPECT_EQ(counter.count(), 0);
}

// whichever comes first in the file
TEST(ColumnFormulas, ReadEachOtherInAnyOrder) {
  for (const bool turned : {false, true}) {
    const std::string a = R"yaml(  - name: a
    joint: {type: prismatic, axis: x, effort: "1 + 0.5*b.travel_effort", initial: 0.1}
    rigid: {mass: 1, inertia: [1, 1, 1]}
)yaml";
    const std::string b = R"yaml(  - name: b
    joint: {type: prismatic, axis: y, effort: "3 - 2*b.travel + c.travel_effort"}
    rigid: {mass: 1, inertia: [1, 1, 1]}
  - name: c
    joint: {type: prismatic, axis: y, effort: "cos(t)"}
    rigid: {mass: 1, inertia: [1, 1, 1]}
)yaml";
    const RunResult result =
        good_run("gravity: [0, 0, 0]\nbodies:\n" + (turned ? b + a : a + b) + R"yaml(
probes:
  - {name: a, joint: a}
  - {name: b, joint: b}
  - {name: c, joint: c}
study: {type: dynamics, duration: 1, output_step: 0.1, method: dopri5, rtol: 1e-9, atol: 1e-11}
)yaml");
    const auto column = [&](const char* name) { return result.trajectory.column(name); };
    const auto f_a = column("a.travel_effort"), f_b = column("b.travel_effort"),
               y = column("b.travel"), f_c = column("c.travel_effort"), v = column("a.travel_rate");
    for (std::size_t i = 0; i < f_a.size(); ++i) {
      EXPECT_NEAR(f_c[i], std::cos(0.1 * double(i)), 1e-12);
      EXPECT_NEAR(f_b[i], 3 - 2 * y[i] + f_c[i], 1e-12);
      EXPECT_NEAR(f_a[i], 1 + 0.5 * f_b[i], 1e-12);
    }
    EXPECT_GT(v.back(), 1);
    EXPECT_LT(result.energy_residual, 1e-8);
  }
}

TEST(ColumnFormulas, WorkIsThatOfADrive) {
  const RunResult result = good_run(R"yaml(
bodies:
  - name: rod
    rod:
      length: 0.5
      section: {shape: circle, radius: 0.02}
      material: {young: 0.3 MPa, density: 1000}
      strain: {bend_y: 2}
loads:
  - {name: push, body: rod, at: tip, force: [0, 0, "-3 N/m*middle.z - 0.1 N s/m*middle.vz"]}
probes:
  - {name: middle, frame: rod, at: 0.21, record: [position, velocity]}
  - {name: tip, frame: rod, at: tip, record: [position, velocity]}
  - {name: power, power: all}
study: {type: dynamics, duration: 0.5, output_step: 10 ms, method: implicit, rtol: 1e-7, atol: 1e-9}
)yaml");
  const auto column = [&](const char* name) { return result.trajectory.column(name); };
  const auto z = column("middle.z"), vz = column("middle.vz"), tip = column("tip.vz"),
             drives = column("power.drives");
  double most = 0;
  for (std::size_t i = 0; i < z.size(); ++i) {
    EXPECT_NEAR(drives[i], (-3 * z[i] - 0.1 * vz[i]) * tip[i], 1e-12);
    most = std::max(most, std::abs(drives[i]));
  }
  EXPECT_GT(most, 1e-3);
  EXPECT_LT(result.energy_residual, 1e-5);
}

// what the outside commands passes through formulas that read it
TEST(ColumnFormulas, ActuationMatrixHasWhatTheyPassOn) {
  MovingFormulas robot;
  const Model& model = robot.model;
  Workspace ws(model);
  const MatrixX B = actuation_matrix(model, robot.x, robot.u, ws);
  const VectorX rest = VectorX::Zero(model.nv);
  const auto force = [&](int k, double h) {
    Input u = robot.u;
    u.u[k] += h;
    inverse_dynamics(model, robot.x, u, rest.data(), ws);
    return VectorX(-ws.tau);
  };
  for (int k = 0; k < model.nu(); ++k) {
    const bool held = robot.scenario.inputs.role(k) == InputRole::prescribed;
    if (held) continue;
    const VectorX by_u = slope_of([&](double h) { return force(k, h); }, 1e-3);
    EXPECT_LT((B.col(k) - by_u).norm(), 1e-7 * (1 + by_u.norm())) << model.inputs[size_t(k)].name;
  }
  const auto plain = std::ranges::find(model.inputs, "cables.plain.tension", &InputInfo::name);
  EXPECT_GT(B.col(plain - model.inputs.begin()).norm(), 0);
}

// edges are shorter than their net by far: so must be the steps of differences
TEST(ColumnFormulas, SlopesByNodesOfNetsAreExact) {
  const Scenario scenario = scenario_of(R"yaml(
nets:
  - name: strip
    plane: {position: [0.1, 0.2, 0.3], x: [1, 1, 0], y: z}
    segments: [{name: s, length: 0.2, edges: 6, end_edge: 0.5 mm, young: 6 MPa, width: 20 mm, thickness: 3 mm, density: 1000, angle: 20 deg, viscosity: 800}]
    clamps: [{segment: s}]
loads:
  - {name: pull, body: strip, at: s.3, force: [0, 0, "1e-3*p.s_curvature + 1*p.com_x + 0.1*p.elastic - 0.1*f.vz"]}
probes:
  - {name: p, net: strip, segments: [s]}
  - {name: f, frame: strip, at: s.3, record: [position, velocity]}
study: {type: dynamics, duration: 0.1}
)yaml");
  const Model& model = scenario.model;
  Random random(6);
  State x = scenario.initial;
  retract(model, scenario.initial.q, random.vector(model.nv, 1e-4), x.q);
  x.v = random.vector(model.nv, 0.1);
  Input u;
  u.u = u.u_dot = u.u_ddot = VectorX::Zero(model.nu());
  Workspace ws(model);
  InputLawSlopes slopes;
  model.law->slopes(model, x, u, ws, slopes);
  const auto pull = [&](const State& at) {
    return input_at(model, at, u).u[model.law->entries()[0]];
  };
  for (int j = 0; j < model.nv; ++j) {
    const double h = 1e-7;
    State ahead = x, behind = x;
    retract(model, x.q, h * VectorX::Unit(model.nv, j), ahead.q);
    retract(model, x.q, -h * VectorX::Unit(model.nv, j), behind.q);
    const double by_q = (pull(ahead) - pull(behind)) / (2 * h);
    EXPECT_NEAR(slopes.by_q(0, j), by_q, 1e-5 * (1 + std::abs(by_q))) << model.v_names[size_t(j)];
  }
  EXPECT_GT(slopes.by_q.norm(), 0.1);
  EXPECT_GT(slopes.by_v.norm(), 0.01);
}

// a jump in t is a stop, whatever else the formula reads
TEST(ColumnFormulas, CornersInTimeAreSeen) {
  const Scenario scenario = scenario_of(R"yaml(
bodies:
  - name: block
    joint: {type: prismatic, axis: x, effort: "(t < 0.37 ? 5 N/m : 1 N/m)*block.travel"}
    rigid: {mass: 1, inertia: [1, 1, 1]}
probes:
  - {name: block, joint: block}
study: {type: dynamics, duration: 1}
)yaml");
  const std::vector<double> stops = scenario.inputs.breakpoints(0, 1);
  ASSERT_EQ(stops.size(), 1);
  EXPECT_NEAR(stops[0], 0.37, 1e-9);
}

TEST(ColumnFormulas, NoHandMovesThem) {
  const std::vector<Knob> knobs = make_knobs(MovingFormulas().scenario);
  const auto has = [&](const char* name) {
    return std::ranges::find(knobs, name, &Knob::name) != knobs.end();
  };
  EXPECT_TRUE(has("cables.plain.tension"));
  EXPECT_FALSE(has("cables.pull.tension"));
  EXPECT_FALSE(has("joints.cart.effort"));
}

// what nobody else looks at is looked at only while it is read: rods leave out such points
TEST(ColumnFormulas, PlacesThatTheyReadAreThere) {
  MovingFormulas robot;
  Workspace all(robot.model), solver(robot.model);
  solver.skip_passive_points();
  forward_dynamics(robot.model, robot.x, robot.u, all);
  forward_dynamics(robot.model, robot.x, robot.u, solver);
  EXPECT_EQ(all.acting.u, solver.acting.u);
  EXPECT_EQ(all.a, solver.a);
}

}  // namespace
}  // namespace cuttle::testing
