// What formulas of the state may read: momenta and gaps of connections are kinematic.

#include <gtest/gtest.h>

#include <cmath>

#include "cuttle/dynamics/derivatives.h"
#include "cuttle/dynamics/energy.h"
#include "cuttle/dynamics/forward.h"
#include "cuttle/dynamics/kinematics.h"
#include "support/random.h"
#include "support/runs.h"

namespace cuttle::testing {
namespace {

constexpr const char* kReader = R"yaml(
bodies:
  - name: cart
    joint: {type: prismatic, axis: x, velocity: 1}
    rigid: {mass: 2, inertia: [1, 1, 1]}
  - name: arm
    parent: cart
    joint: {type: revolute, axis: y, initial: 0.3, effort: "-0.3 m/s*all.Px - all.Ly/10 s"}
    rigid: {mass: 0.5, center: [0.1, 0, 0], inertia: [0.1, 0.1, 0.1]}
  - name: rod
    parent: arm
    rod:
      length: 0.5
      section: {shape: circle, radius: 0.02}
      material: {young: 1 MPa, density: 1000, viscosity: 100 Pa s}
      strain: {bend_y: 2}
  - name: buoy
    joint: {type: free, initial: {position: [1, 0.2, 0.3]}}
    rigid: {mass: 1, inertia: [0.1, 0.2, 0.3]}
connections:
  - {name: dock, type: spherical, a: {body: rod, at: tip}, b: {body: buoy}, closes: {time: 5}}
loads:
  - {name: hook, body: buoy, force: ["-2 N/m*dock.gap", 0, "1 N*dock.closed"]}
probes:
  - {name: all, momentum: all}
  - {name: dock, connection: dock}
study: {type: dynamics, duration: 1}
)yaml";

TEST(FormulaColumns, MomentaAndGapsHaveTheirSlopes) {
  const Scenario scenario = scenario_of(kReader);
  const Model& model = scenario.model;
  Random random(3);
  State x = scenario.initial;
  retract(model, scenario.initial.q, random.vector(model.nv, 0.1), x.q);
  x.v = random.vector(model.nv, 0.5);
  Input u;
  u.u = u.u_dot = u.u_ddot = VectorX::Zero(model.nu());
  Workspace ws(model);
  InputLawSlopes slopes;
  model.law->slopes(model, x, u, ws, slopes);
  const std::vector<int>& entries = model.law->entries();
  const auto values = [&](const State& at) {
    const Input acting = input_at(model, at, u);
    VectorX f(Eigen::Index(entries.size()));
    for (size_t k = 0; k < entries.size(); ++k) f[Eigen::Index(k)] = acting.u[entries[k]];
    return f;
  };
  const double h = 1e-5;
  for (int j = 0; j < model.nv; ++j) {
    const auto by = [&](bool place) {
      State ahead = x, behind = x;
      const VectorX step = h * VectorX::Unit(model.nv, j);
      if (place) {
        retract(model, x.q, step, ahead.q);
        retract(model, x.q, -step, behind.q);
      } else {
        ahead.v += step;
        behind.v -= step;
      }
      return VectorX((values(ahead) - values(behind)) / (2 * h));
    };
    EXPECT_LT((slopes.by_q.col(j) - by(true)).norm(), 1e-7) << model.v_names[size_t(j)];
    EXPECT_LT((slopes.by_v.col(j) - by(false)).norm(), 1e-7) << model.v_names[size_t(j)];
  }
  EXPECT_GT(slopes.by_q.norm(), 0.1);
  EXPECT_GT(slopes.by_v.norm(), 0.1);

  // and the values are those of the robot
  update_kinematics(model, x, u, nullptr, ws);
  const Vector6 h_all = momentum(model, x, ws);
  const Input acting = input_at(model, x, u);
  EXPECT_NEAR(acting.u[entries[0]], -0.3 * h_all[3] - 0.1 * h_all[1], 1e-12);
}

// what a brake that reads the momentum takes: P' = -P / T
TEST(FormulaColumns, ABrakeOfTheMomentum) {
  const RunResult result = good_run(R"yaml(
gravity: [0, 0, 0]
bodies:
  - name: cart
    joint: {type: prismatic, axis: x, velocity: 2, effort: "-all.Px/0.5 s"}
    rigid: {mass: 3, inertia: [1, 1, 1]}
  - name: tail
    parent: cart
    joint: {type: prismatic, axis: x, stiffness: 40 N/m, initial: 0.1}
    rigid: {mass: 1, inertia: [1, 1, 1]}
probes:
  - {name: all, momentum: all}
study: {type: dynamics, duration: 1, output_step: 0.1, method: implicit, rtol: 1e-9, atol: 1e-11}
)yaml");
  EXPECT_NEAR(last_of(result, "all.Px"), 8 * std::exp(-2.0), 1e-7);
}

// a latch that pulls itself in: the gap of an open connection, x'' = -(k/m) x without an end
TEST(FormulaColumns, AGapThatPulls) {
  const RunResult result = good_run(R"yaml(
gravity: [0, 0, 0]
bodies:
  - name: cart
    joint: {type: prismatic, axis: x, initial: 0.5, effort: "-8 N/m*latch.gap"}
    rigid: {mass: 2, inertia: [1, 1, 1]}
connections:
  - {name: latch, type: spherical, a: {body: world}, b: {body: cart}, closes: {time: 9}}
probes:
  - {name: latch, connection: latch}
  - {name: cart, joint: cart}
study: {type: dynamics, duration: 0.6, output_step: 0.1, method: dopri5, rtol: 1e-10, atol: 1e-12}
)yaml");
  EXPECT_NEAR(last_of(result, "cart.travel"), 0.5 * std::cos(2 * 0.6), 1e-8);
}

// forces of connections are not, also of one that is open at the start
TEST(FormulaColumns, ForcesOfConnectionsAreKnownTooLate) {
  std::string text = kReader;
  text.replace(text.find("2 N/m*dock.gap"), 14, "0.1*dock.fx");
  EXPECT_NE(message_of(text).find("dock.fx <- the forces of this instant"), std::string::npos)
      << message_of(text);
}

}  // namespace
}  // namespace cuttle::testing
