// Probes and figures of thrusters, fins and swimmers against closed forms.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "unit/compile/build_fixture.h"
#include "cuttle/dynamics/forward.h"
#include "cuttle/study/run.h"
#include "support/allocation_counter.h"

namespace cuttle::testing {
namespace {

using std::numbers::pi;

class SwimRecord {
 public:
  explicit SwimRecord(const std::string& text, double t = 0) : p(text, t) {
    forward_dynamics(p.model(), p.scenario.initial, p.u, p.ws);
    columns = record_columns(p.scenario.probes);
    row.resize(columns.size());
    write();
  }
  void write() {
    const State& x = p.scenario.initial;
    const Energy sum = energy(p.model(), x, p.u, p.ws);
    evaluate_record(p.scenario.probes, p.model(), x, p.u, sum, 0, 0, p.ws, row);
  }
  double operator[](const std::string& name) const {
    for (size_t i = 0; i < columns.size(); ++i)
      if (columns[i].name == name) return row[i];
    ADD_FAILURE() << "no column " << name;
    return 0;
  }

  Posed p;
  std::vector<Column> columns;
  std::vector<double> row;
};

// surge 2 m/s and sway 0.5 m/s, yaw rate 0.4 rad/s, turned by 90 degrees about z; only the given
// coefficients matter
const std::string kBoat = R"yaml(
gravity: [0, 0, 0]
water: {density: 1000}
bodies:
  - name: hull
    joint: {type: free, initial: {position: [5, 6, 7], rotation: {axis: z, angle: 90 deg}},
            velocity: [0, 0, 0.4, 2, 0.5, 0]}
    rigid:
      mass: 10
      inertia: [1, 1, 1]
      frames: {stern: {position: [-1, 0, 0]}}
      water: {from: none, linear: [0, 0, 3, 7, 11, 0]}
thrusters: [{name: jet, body: hull, at: stern, axis: [0.6, 0.8, 0], command: 5, linear: 4, dead_band: 1}]
fins: [{name: fin, body: hull, at: stern, pose: {rotation: {axis: x, angle: 90 deg}}, area: 0.02, deflection: 0.1}]
probes:
  - {name: t, thruster: jet}
  - {name: f, fin: fin}
  - {name: s, swimmer: hull}
study: {type: dynamics, duration: 1}
)yaml";

TEST(SwimProbe, ThrusterTellsCommandForceAndPower) {
  const SwimRecord r(kBoat);
  EXPECT_EQ(r["t.command"], 5);
  EXPECT_EQ(r["t.n"], 5);
  EXPECT_NEAR(r["t.force"], 20, 1e-14);
  // velocity of the stern: (2, 0.5 - 0.4)
  EXPECT_NEAR(r["t.power"], 20 * (0.6 * 2 + 0.8 * 0.1), 1e-13);
}

TEST(SwimProbe, FinTellsAngleLiftAndDrag) {
  const SwimRecord r(kBoat);
  // x of the fin is that of the hull, its z is -y of the hull; it is turned by 0.1 about its y
  const double v_x = 2, v_z = -0.1, c = std::cos(0.1), s = std::sin(0.1);
  const double along = c * v_x - s * v_z, across = s * v_x + c * v_z;
  const double alpha = std::atan2(-across, along), v2 = v_x * v_x + v_z * v_z;
  const double AR = 2, C_L = 2 * pi * AR / (AR + 2) * alpha;
  const double C_D = 0.01 + C_L * C_L / (pi * AR * 0.9), pressure = 0.5 * 1000 * 0.02 * v2;
  EXPECT_NEAR(r["f.angle_of_attack"], alpha, 1e-14);
  EXPECT_NEAR(r["f.lift"], pressure * C_L, 1e-11);
  EXPECT_NEAR(r["f.drag"], pressure * C_D, 1e-11);
  EXPECT_NEAR(r["f.power"], -pressure * C_D * std::sqrt(v2), 1e-11);
}

TEST(SwimProbe, SwimmerTellsItsMotion) {
  const SwimRecord r(kBoat);
  EXPECT_EQ(r["s.x"], 5);
  EXPECT_EQ(r["s.z"], 7);
  EXPECT_EQ(r["s.distance"], 0);
  EXPECT_NEAR(r["s.speed"], std::hypot(2, 0.5), 1e-15);
  EXPECT_NEAR(r["s.surge"], 2, 1e-15);
  EXPECT_NEAR(r["s.yaw_rate"], 0.4, 1e-15);
  EXPECT_NEAR(r["s.turning_radius"], std::hypot(2, 0.5) / 0.4, 1e-14);
  EXPECT_NEAR(r["s.power_in"], r["t.power"], 1e-13);
  EXPECT_NEAR(r["s.power_out"], 3 * 0.16 + 7 * 4 + 11 * 0.25 - r["f.power"], 1e-12);
}

TEST(SwimProbe, NothingAllocates) {
  SwimRecord r(kBoat);
  const AllocationCounter counter;
  r.write();
  EXPECT_EQ(counter.count(), 0);
}

double figure(const RunResult& result, const std::string& name) {
  for (const Figure& f : result.figures)
    if (f.name == name) return f.value;
  ADD_FAILURE() << "no figure " << name;
  return 0;
}

// thrust 14 N against damping 7 N s/m: 2 m/s from the start
TEST(SwimFigure, SteadyThrustAgainstDrag) {
  const RunResult result = run(build_text(R"yaml(
gravity: [0, 0, 0]
water: {density: 1000}
bodies:
  - name: hull
    joint: {type: free, velocity: [0, 0, 0, 2, 0, 0]}
    rigid: {mass: 10, inertia: [1, 1, 1], water: {from: none, linear: [1, 1, 1, 7, 7, 7]}}
thrusters: [{name: jet, body: hull, command: 14, linear: 1}]
probes: [{name: s, swimmer: hull}]
study: {type: dynamics, duration: 4, output_step: 0.1}
figures:
  - {name: way, measure: distance, swimmer: s}
  - {name: part, measure: distance, swimmer: s, from: 1, to: 2.5}
  - {name: speed, measure: mean_speed, swimmer: s, from: 1}
  - {name: cot, measure: cost_of_transport, swimmer: s}
  - {name: efficiency, measure: efficiency, swimmer: s}
  - {name: column, measure: mean, column: s.distance, from: 1, to: 3}
)yaml"));
  ASSERT_TRUE(result.status.ok()) << result.status.message;
  EXPECT_NEAR(figure(result, "way"), 8, 1e-9);
  EXPECT_NEAR(figure(result, "part"), 3, 1e-9);
  EXPECT_NEAR(figure(result, "speed"), 2, 1e-9);
  EXPECT_NEAR(figure(result, "cot"), 14 / (10 * 9.81), 1e-9);
  EXPECT_NEAR(figure(result, "efficiency"), 1, 1e-9);
  EXPECT_NEAR(figure(result, "column"), 4, 1e-9);
}

// 1.5 m/s along x by its drive, a tail that beats with 2 Hz over 0.3 m
TEST(SwimFigure, StrouhalNumber) {
  const RunResult result = run(build_text(R"yaml(
water: {density: 1000}
bodies:
  - {name: hull, joint: {type: prismatic, axis: x, prescribed: "1.5*t"}, rigid: {mass: 1}}
  - {name: tail, parent: hull, joint: {type: prismatic, axis: y, prescribed: "0.15*sin(4*pi*t)"},
     rigid: {mass: 1, water: none}}
  - {name: other, joint: {type: prismatic, axis: z}, rigid: {mass: 1, water: none}}
probes: [{name: s, swimmer: hull}, {name: tail, frame: tail}]
study: {type: dynamics, duration: 3, output_step: 0.0025}
figures: [{name: st, measure: strouhal, swimmer: s, column: tail.y}]
)yaml"));
  ASSERT_TRUE(result.status.ok()) << result.status.message;
  EXPECT_NEAR(figure(result, "st"), 2 * 0.3 / 1.5, 1e-6);
}

}  // namespace
}  // namespace cuttle::testing
