// Drag factors and coefficients of thrusters that are signals or formulas of the state.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "cuttle/dynamics/derivatives.h"
#include "cuttle/dynamics/energy.h"
#include "cuttle/dynamics/forward.h"
#include "cuttle/dynamics/inverse.h"
#include "cuttle/dynamics/kinematics.h"
#include "cuttle/dynamics/tree_tangent.h"
#include "support/random.h"
#include "support/runs.h"

namespace cuttle::testing {
namespace {

/// A hull and a rod at the surface, with drag of its shapes and of both kinds, a buoy with
/// coefficients of its own, a shell, and a thruster, in a current.
std::string swimmer(const std::string& hull, const std::string& buoy, const std::string& rod,
                    const std::string& bell, const std::string& screw) {
  return R"yaml(
water: {density: 1000, level: -0.02, current: [0.1, 0.2, "0.1*sin(t)"]}
bodies:
  - name: hull
    joint: {type: free, initial: {position: [0, 0, 0.03]}}
    rigid: {shapes: [{box: [0.3, 0.2, 0.1], mass: 5}], water: {)yaml" +
         hull + R"yaml(}}
  - name: buoy
    joint: {type: free, initial: {position: [1, 1, -1]}}
    rigid: {shapes: [{sphere: 0.1, mass: 3}], water: {linear: [1, 2, 3, 4, 5, 6], quadratic: [6, 5, 4, 3, 2, 1], at: [0.1, 0, 0])yaml" +
         buoy + R"yaml(}}
  - name: rod
    parent: hull
    joint: {type: revolute, axis: y}
    rod:
      length: 0.5
      section: {shape: circle, radius: 0.02}
      material: {young: 1 MPa, density: 1100, viscosity: 100 Pa s}
      strain: {bend_y: 2, bend_z: 1}
      water: {drag: [0.1, 1, 1.2], linear: [0.2, 0.3, 0.4])yaml" +
         rod + R"yaml(}
  - name: bell
    joint: {type: free, initial: {position: [2, 0, -2]}}
    shell:
      profile: {radius: 50 mm, angle: 20 deg, pieces: [{line: 60 mm}]}
      thickness: 5 mm
      material: {young: 1 MPa, density: 1080}
      modes: {curvature: 2, stretch: 2}
      water: {added_mass: 0.5)yaml" +
         bell + R"yaml(}
thrusters:
  - {name: screw, body: hull, axis: [1, 1, 0], command: 3, )yaml" +
         screw + R"yaml(}
probes:
  - {name: hull, frame: hull, record: [position, velocity]}
  - {name: buoy, frame: buoy, record: [position, velocity]}
  - {name: tip, frame: rod, at: tip, record: [position, velocity]}
  - {name: bell, frame: bell, record: [position, velocity]}
study: {type: dynamics, duration: 1}
)yaml";
}

std::string with_formulas() {
  return swimmer(
      "drag_factor: \"1 + (hull.vx/1 m/s)^2\"", ", drag_factor: \"2/(0.5 + (buoy.vy/1 m/s)^2)\"",
      ", drag_factor: \"1.5 + sin(tip.x/0.3 m)*cos(t)\"", ", drag_factor: \"exp(bell.vx/1 m/s)\"",
      "linear: \"2 N - 1 N s/m*hull.vx\", quadratic: \"0.3 N + 0.2 N/m*tip.z\", "
      "torque: \"0.1 m + 0.02 s*hull.vy\"");
}

struct Swimming {
  Scenario scenario;
  const Model& model = scenario.model;
  State x = scenario.initial;
  Input u;

  explicit Swimming(const std::string& text) : scenario(scenario_of(text)) {
    EXPECT_TRUE(scenario.inputs.evaluate(0.3, u).ok());
    Random random(7);
    x.t = 0.3;
    VectorX step = random.vector(model.nv, 0.05);
    // strains of some percent would drive the bell's modes with 1e6 / s^2: in differences of
    // accelerations their round-off, and in comparisons they alone, would be all there is
    for (int j = 0; j < model.nv; ++j)
      if (is_strain_of("bell", j)) step[j] *= 1e-3;
    retract(model, scenario.initial.q, step, x.q);
    x.v = random.vector(model.nv, 0.5);
  }
  /// Is a coordinate a mode of a body's strain?
  bool is_strain_of(const std::string& body, int j) const {
    const std::string& name = model.v_names[size_t(j)];
    return name.starts_with(body + ".") && name.ends_with("]");
  }
  VectorX accelerations(const State& at, const Input& input) const {
    Workspace ws(model);
    forward_dynamics(model, at, input, ws);
    return ws.a;
  }
};

template <class F>
VectorX slope_of(const F& f, double h) {
  return (8 * (f(h) - f(-h)) - f(2 * h) + f(-2 * h)) / (12 * h);
}

TEST(WaterFormulas, AreInputsWithNamesAndUnits) {
  const Swimming robot(with_formulas());
  const auto unit = [&](const std::string& name) {
    const auto found = std::ranges::find(robot.model.inputs, name, &InputInfo::name);
    return found == robot.model.inputs.end() ? "missing" : found->unit;
  };
  for (const char* body : {"hull", "buoy", "rod", "bell"})
    EXPECT_EQ(unit(std::string("water.") + body + ".drag_factor"), "-") << body;
  EXPECT_EQ(unit("thrusters.screw.linear"), "N");
  EXPECT_EQ(unit("thrusters.screw.quadratic"), "N");
  EXPECT_EQ(unit("thrusters.screw.torque"), "m");
  // numbers are none
  const Swimming plain(swimmer("drag_factor: 2", ", drag_factor: 1", "", "", "linear: 2 N"));
  EXPECT_EQ(plain.model.nu(), 4);  // the current, and the command
}

// Differences err by h^4, or by h where they cross the kink of w|w| (the hull hardly turns about
// z), and by round-off over h, most for the stiff and light wall of the bell: no step is good for
// all columns. Of a slope that is exact one of them is; a wrong one they all miss.
TEST(WaterFormulas, SlopesAreExact) {
  const Swimming robot(with_formulas());
  const Model& model = robot.model;
  Workspace ws(model);
  DerivativeSolver solver(model);
  AccelerationDerivatives d;
  ASSERT_TRUE(solver.solve(model, robot.x, robot.u, ws, d).ok());
  const auto expect_near = [](const VectorX& exact, const auto& f, const std::string& what) {
    double least = HUGE_VAL;
    for (const double h : {1e-2, 1e-3, 1e-4, 1e-5})
      least = std::min(least, (exact - slope_of(f, h)).norm());
    EXPECT_LT(least, 3e-7 * (1 + exact.norm())) << what;  // 5e-8 of it, round-off
  };
  for (int j = 0; j < model.nv; ++j) {
    const std::string& name = model.v_names[size_t(j)];
    const auto moved = [&](double h) {
      State at = robot.x;
      retract(model, robot.x.q, h * VectorX::Unit(model.nv, j), at.q);
      return robot.accelerations(at, robot.u);
    };
    const auto faster = [&](double h) {
      State at = robot.x;
      at.v[j] += h;
      return robot.accelerations(at, robot.u);
    };
    expect_near(d.da_dq.col(j), moved, name + " place");
    expect_near(d.da_dv.col(j), faster, name + " rate");
  }
}

// of signals the outside moves the entries
TEST(WaterFormulas, SlopesBySignalsAreExact) {
  const Swimming robot(swimmer("drag_factor: \"1 + t\"", ", drag_factor: \"2 - t\"",
                               ", drag_factor: \"1 + t\"", ", drag_factor: \"3*t\"",
                               "linear: \"2 N*t\", quadratic: \"1 + t\", torque: \"0.1*t\""));
  const Model& model = robot.model;
  Workspace ws(model);
  DerivativeSolver solver(model);
  AccelerationDerivatives d;
  ASSERT_TRUE(solver.solve(model, robot.x, robot.u, ws, d).ok());
  ASSERT_EQ(model.nu(), 11);
  for (int k = 0; k < model.nu(); ++k) {
    const VectorX by_u = slope_of(
        [&](double h) {
          Input u = robot.u;
          u.u[k] += h;
          return robot.accelerations(robot.x, u);
        },
        1e-3);
    EXPECT_LT((d.da_du.col(k) - by_u).norm(), 1e-7 * (1 + by_u.norm()))
        << model.inputs[size_t(k)].name;
    EXPECT_GT(by_u.norm(), 1e-4) << model.inputs[size_t(k)].name;
  }
}

// with dampers, too, which implicit stages have in their inertia
TEST(WaterFormulas, TreeTangentHoldsThem) {
  const Swimming robot(with_formulas());
  const Model& model = robot.model;
  const Seed seed{0.3, 0.7, 0};
  Workspace ws(model);
  TreeTangent tangent(model);
  tangent.linearise(model, robot.x, robot.u, nullptr, seed, ws);
  Random random(4);
  const VectorX way = random.vector(model.nv, 0.3);
  VectorX change;
  tangent.multiply(model, ws, way, change);
  const auto tau = [&](double h) {
    State at = robot.x;
    retract(model, robot.x.q, h * seed.beta * way, at.q);
    at.v += h * seed.gamma * way;
    Workspace own(model);
    inverse_dynamics(model, at, robot.u, nullptr, own);
    return VectorX(own.tau);
  };
  const VectorX slope = slope_of(tau, 1e-4);
  EXPECT_LT((change - slope).norm(), 1e-7 * slope.norm());  // 2e-10
}

/// Drag of the hull and its rod, of the buoy, and of the bell, as accelerations.
struct Drags {
  VectorX hull, buoy, rod, bell;
};

// How a body accelerates more with these fields than with none of its drag; the bell as a whole,
// since drag that is spread evenly over its wall does not strain it.
Drags drags_of(const std::string& hull, const std::string& buoy, const std::string& rod,
               const std::string& bell) {
  const auto motion = [](const std::string& a, const std::string& b, const std::string& c,
                         const std::string& d) {
    const Swimming robot(swimmer(a, b, c, d, "linear: 2"));
    return robot.accelerations(robot.x, robot.u);
  };
  const std::string none = ", drag_factor: 0";
  const VectorX still = motion("drag_factor: 0", none, none, none);
  const VectorX more = motion(hull, buoy, rod, bell) - still;
  const Swimming robot(swimmer("", "", "", "", "linear: 2"));
  Drags drags;
  const auto add = [&more](VectorX& part, int j) {
    part.conservativeResize(part.size() + 1);
    part[part.size() - 1] = more[j];
  };
  for (int j = 0; j < robot.model.nv; ++j) {
    const std::string& name = robot.model.v_names[size_t(j)];
    if (name.starts_with("hull.")) add(drags.hull, j);
    if (name.starts_with("buoy.")) add(drags.buoy, j);
    if (name.starts_with("rod.")) add(drags.rod, j);
    if (name.starts_with("bell.") && !robot.is_strain_of("bell", j)) add(drags.bell, j);
  }
  return drags;
}

// accelerations are linear in drag, and it is in the factor
void expect_multiple(const Drags& drags, double factor, const Drags& once) {
  const auto expect = [&](const VectorX& a, const VectorX& b, const char* body) {
    EXPECT_GT(b.norm(), 0.1) << body;  // [m/s^2], [rad/s^2]: 0.45, 125, 125, 10
    EXPECT_LT((a - factor * b).norm(), 1e-11 * b.norm()) << body;
  };
  expect(drags.hull, once.hull, "hull");
  expect(drags.buoy, once.buoy, "buoy");
  expect(drags.rod, once.rod, "rod");
  expect(drags.bell, once.bell, "bell");
}

// a number, a constant formula, and coefficients that are that much larger are the same
TEST(WaterFormulas, FactorsMultiplyTheDrag) {
  const auto with_factor = [](const std::string& value) {
    const std::string factor = "drag_factor: " + value;
    return drags_of(factor, ", " + factor, ", " + factor, ", " + factor);
  };
  const Drags once = drags_of("", "", "", "");
  const Drags number = with_factor("1");
  EXPECT_EQ(number.hull, once.hull) << "the same bits";
  EXPECT_EQ(number.buoy, once.buoy) << "the same bits";
  EXPECT_EQ(number.rod, once.rod) << "the same bits";
  EXPECT_EQ(number.bell, once.bell) << "the same bits";
  expect_multiple(with_factor("3"), 3, once);
  expect_multiple(with_factor("\"3 + 0*t\""), 3, once);
  expect_multiple(with_factor("\"3 + 0*hull.vx\""), 3, once);
}

// by hand, where the coefficients are given
TEST(WaterFormulas, FactorsAreThoseOfAllCoefficients) {
  const auto motion = [](std::string text, bool by_hand) {
    const auto replace = [&](const std::string& from, const std::string& to) {
      const size_t at = text.find(from);
      ASSERT_NE(at, std::string::npos) << from;
      text.replace(at, from.size(), to);
    };
    if (by_hand) {
      replace("linear: [1, 2, 3, 4, 5, 6], quadratic: [6, 5, 4, 3, 2, 1]",
              "linear: [3, 6, 9, 12, 15, 18], quadratic: [18, 15, 12, 9, 6, 3]");
      replace("drag: [0.1, 1, 1.2], linear: [0.2, 0.3, 0.4]",
              "drag: [0.3, 3, 3.6], linear: [0.6, 0.9, 1.2]");
    }
    const Swimming robot(text);
    return robot.accelerations(robot.x, robot.u);
  };
  const std::string factor = ", drag_factor: 3";
  const VectorX by_factor = motion(swimmer("", factor, factor, factor, "linear: 2"), false);
  const VectorX by_hand =
      motion(swimmer("", "", "", ", drag: 3, side_drag: 3.3", "linear: 2"), true);
  EXPECT_LT((by_factor - by_hand).norm(), 1e-12 * by_hand.norm());
  EXPECT_GT((by_hand - motion(swimmer("", "", "", "", "linear: 2"), false)).norm(), 100);
}

// what the water takes grows with the factor, and the books say so
TEST(WaterFormulas, BooksFollowTheFactor) {
  const auto power = [](const std::string& factor) {
    const Swimming robot(R"yaml(
water: {density: 1000}
gravity: [0, 0, 0]
bodies:
  - name: ball
    joint: {type: free}
    rigid: {shapes: [{sphere: 0.1, mass: 3}], water: {drag_factor: )yaml" +
                         factor + R"yaml(}}
probes: [{name: ball, frame: ball, record: [velocity]}]
study: {type: dynamics, duration: 1}
)yaml");
    Workspace ws(robot.model);
    inverse_dynamics(robot.model, robot.x, robot.u, nullptr, ws);
    return actor_power(EnergyRole::resists, robot.model, robot.x, robot.u, ws);
  };
  const double once = power("1");
  EXPECT_LT(once, -1e-3);
  EXPECT_NEAR(power("3"), 3 * once, 1e-12);
  EXPECT_NEAR(power("\"3 + 0*ball.vx\""), 3 * once, 1e-12);
}

TEST(WaterFormulas, StaticsDoesNotShareThemOut) {
  // a thruster against a spring: the force is whole, however many load steps there are
  for (const char* steps : {"1", "7"}) {
    const RunResult result = good_run(std::string(R"yaml(
bodies:
  - name: block
    joint: {type: prismatic, axis: x, stiffness: 10 N/m}
    rigid: {mass: 1, inertia: [1, 1, 1]}
thrusters: [{name: s, body: block, axis: x, linear: "3 N - 5 N/m*block.travel", command: 2}]
probes: [{name: block, joint: block}, {name: s, thruster: s}]
study: {type: statics, load_steps: )yaml") +
                                      steps + "}");
    EXPECT_NEAR(last_of(result, "block.travel"), 6.0 / 20, 1e-12) << steps;
    EXPECT_NEAR(last_of(result, "s.force"), 3, 1e-11) << steps;
  }
}

}  // namespace
}  // namespace cuttle::testing
