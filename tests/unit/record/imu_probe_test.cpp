// What an IMU and a depth gauge on a body tell, against closed forms.

#include <gtest/gtest.h>

#include <cmath>
#include <optional>

#include "cuttle/compile/state_reader.h"
#include "cuttle/dynamics/forward.h"
#include "cuttle/record/probe_imu.h"
#include "support/allocation_counter.h"
#include "unit/compile/build_fixture.h"

namespace cuttle::testing {
namespace {

constexpr double g = 9.81;

// A text at its initial state, with accelerations.
struct Measured {
  explicit Measured(const std::string& text, double t = 0) : p(text, t) {
    forward_dynamics(p.model(), p.scenario.initial, p.u, p.ws);
  }
  // with the forces of connections, and drives as in a motion or at rest
  void read(bool moving) {
    reader.emplace(p.scenario);
    reader->read(p.scenario.initial, p.u, moving);
  }
  std::vector<double> row(size_t probe = 0) {
    std::vector<double> numbers(p.scenario.probes[probe].columns().size());
    Workspace& ws = reader ? reader->workspace() : p.ws;
    p.scenario.probes[probe].evaluate(p.model(), p.scenario.initial, p.u, ws, numbers);
    return numbers;
  }
  // the reading of the first probe, whose columns are those of an IMU alone
  ImuReading imu(size_t probe = 0) {
    const std::vector<double> r = row(probe);
    return {{r[0], r[1], r[2]}, {r[3], r[4], r[5]}};
  }
  Posed p;
  std::optional<StateReader> reader;
};

const std::string kShortStudy = "study: {type: dynamics, duration: 0.01, output_step: 0.005}\n";

TEST(ImuProbe, ColumnsHaveNamesAndUnits) {
  Measured m(
      "bodies: [{name: a, joint: prismatic, rigid: {mass: 1}}]\nprobes: [{name: p, frame: a, "
      "record: "
      "[imu, position]}]\n" +
      kShortStudy);
  std::string text;
  for (const Column& column : m.p.scenario.probes[0].columns())
    text += column.name + " " + column.unit + "; ";
  EXPECT_EQ(text,
            "p.x m; p.y m; p.z m; p.ax m/s^2; p.ay m/s^2; p.az m/s^2; p.gx rad/s; p.gy rad/s; "
            "p.gz rad/s; ");
}

TEST(ImuProbe, AtRestFeelsGravityUpwardsInItsOwnAxes) {
  // turned by 30 degrees about x, it sees the world turned back: up is R^T z
  Measured m(
      "bodies: [{name: a, pose: {rotation: {axis: x, angle: 30 deg}}, rigid: {mass: 1}}]\n"
      "probes: [{name: p, frame: a, point: [1, 2, 3], record: [imu]}, {name: held, reaction: "
      "a}]\n" +
      kShortStudy);
  const Vector3 up(0, std::sin(M_PI / 6), std::cos(M_PI / 6));
  EXPECT_LT((m.imu().acceleration - g * up).norm(), 1e-14);
  EXPECT_EQ(m.imu().omega.norm(), 0);
}

TEST(ImuProbe, FreeFallFeelsNothingAtTheCentre) {
  Measured m(
      "bodies: [{name: a, joint: {type: free, velocity: [1, 2, 3, 4, 5, 6]}, rigid: {shapes: "
      "[{sphere: 0.1, mass: 2}]}}]\n"
      "probes: [{name: p, frame: a, record: [imu]}, {name: r, frame: a, point: [0.3, 0, 0], "
      "record: [imu]}]\n" +
      kShortStudy);
  EXPECT_LT(m.imu().acceleration.norm(), 1e-14);
  const Vector3 omega(1, 2, 3), arm(0.3, 0, 0);
  EXPECT_LT((m.imu().omega - omega).norm(), 1e-15);
  // a sphere keeps its spin: off its centre only the centripetal acceleration is left
  EXPECT_LT((m.imu(1).acceleration - omega.cross(omega.cross(arm))).norm(), 1e-13);
}

// A bar that swings about y: rate w, and w' from its weight. Along the bar: centripetal and weight;
// across: tangential and weight.
TEST(ImuProbe, PendulumFeelsCentripetalTangentialAndWeight) {
  const double angle = 0.7, w = 1.3, L = 0.8, mass = 2, r = 0.5, h = 0.1;
  Measured m(
      "bodies:\n"
      "  - {name: a, joint: {type: revolute, axis: y, initial: 0.7, velocity: 1.3},\n"
      "     rigid: {mass: 2, center: [0.8, 0, 0], inertia: [0.1, 0.2, 0.2], frames: {f: {position: "
      "[0.5, 0, 0]}}}}\n"
      "probes: [{name: p, frame: a, at: f, point: [0, 0, 0.1], record: [imu]}]\n" +
      kShortStudy);
  // turned by `angle` about y, x points down: the moment of the weight is m g L cos(angle) about y
  const double dw = mass * g * L * std::cos(angle) / (0.2 + mass * L * L);
  // acceleration of (r, 0, h) in the axes of the bar: w' y x p + w y x (w y x p)
  const Vector3 motion(dw * h - w * w * r, 0, -dw * r - w * w * h);
  const Vector3 weight(-g * std::sin(angle), 0, g * std::cos(angle));
  EXPECT_LT((m.imu().acceleration - motion - weight).norm(), 1e-13);
  EXPECT_LT((m.imu().omega - Vector3(0, w, 0)).norm(), 1e-15);
}

TEST(ImuProbe, PrescribedTurningTable) {
  // angle t^2: at t = 2 the rate is 4, its rate 2; at (r, 0, 0): (-w^2 r, w' r, g)
  Measured m(
      "bodies:\n"
      "  - {name: table, joint: {type: revolute, axis: z, prescribed: \"t^2\"}, rigid: {mass: 1, "
      "inertia: [1, 1, 1]}}\n"
      "probes: [{name: p, frame: table, point: [0.5, 0, 0], record: [imu]}]\n" +
          kShortStudy,
      2);
  EXPECT_LT((m.imu().acceleration - Vector3(-16 * 0.5, 2 * 0.5, g)).norm(), 1e-6);
  EXPECT_LT((m.imu().omega - Vector3(0, 0, 4)).norm(), 1e-8);
}

const std::string kSoft = kMaterials + R"(
bodies:
  - name: hull
    joint: {type: free, velocity: [0.3, -0.2, 0.5, 1, 0, 0]}
    rigid: {shapes: [{sphere: 0.1, mass: 1}]}
  - name: arm
    parent: hull
    joint: {type: revolute, axis: y, velocity: 2}
    rod: {length: 0.5, section: {radius: 0.02}, material: m, strain: {bend_y: 2, stretch: 1, torsion: 1},
          initial: {bend_y: [2, 1], torsion: [1]}, velocity: {bend_y: [3, -2], stretch: [0.1]}}
probes:
  - {name: p, frame: arm, at: 0.37, point: [0, 0.01, 0.02], record: [imu]}
study: {type: dynamics, duration: 0.01, output_step: 0.005}
)";

// On a rod that bends, twists and stretches: the difference of its velocity in the world, along
// the parabola that the accelerations say.
TEST(ImuProbe, SoftArmAgreesWithTheMotionOfItsPlace) {
  Measured m(kSoft);
  const Model& model = m.p.model();
  const State x = m.p.scenario.initial;
  const BodyPlace at = *m.p.scenario.probes[0].target().place();
  const ImuReading imu = m.imu();
  const VectorX a = m.p.ws.a;
  const Matrix3 R = point_pose(m.p.ws, at.body, at.point).R;
  Workspace ws(model);
  const auto velocity = [&](double h) {
    State y = x;
    retract(model, x.q, x.v * h + a * (0.5 * h * h), y.q);
    y.v = x.v + a * h;
    update_kinematics(model, y, m.p.u, nullptr, ws);
    return world_velocity(at, ws);
  };
  const auto error = [&](double h) {
    const Vector3 acceleration = (velocity(h) - velocity(-h)) / (2 * h);
    return (R.transpose() * (acceleration - model.gravity) - imu.acceleration).norm();
  };
  // what is left is the error of the difference, of second order
  EXPECT_GT(imu.acceleration.norm(), 10);                  // measured 110
  EXPECT_LT(error(1e-5), 1e-6 * imu.acceleration.norm());  // measured 3.6e-7 of it
  EXPECT_NEAR(error(1e-4) / error(5e-5), 4, 0.05);         // measured 4.000
  const Vector3 omega = point_twist(m.p.ws, at.body, at.point).head<3>();
  EXPECT_EQ(imu.omega, omega);
}

TEST(ImuProbe, NeverAllocates) {
  Measured m(kSoft);
  std::vector<double> row(6);
  m.p.scenario.probes[0].evaluate(m.p.model(), m.p.scenario.initial, m.p.u, m.p.ws, row);
  AllocationCounter counter;
  m.p.scenario.probes[0].evaluate(m.p.model(), m.p.scenario.initial, m.p.u, m.p.ws, row);
  EXPECT_EQ(counter.count(), 0);
}

TEST(ImuProbe, HeldBeamFeelsItsWeightOnly) {
  // a beam on two hinges, one of them a connection: without its force the end would fall
  Measured m(
      "bodies: [{name: a, joint: {type: revolute, axis: y}, rigid: {mass: 1, center: [0.5, 0, 0], "
      "inertia: [1, 1, 1]}}]\n"
      "connections: [{name: pin, type: spherical, a: {pose: {position: [1, 0, 0]}}, b: {body: a, "
      "pose: {position: [1, 0, 0]}}}]\n"
      "probes: [{name: p, frame: a, point: [1, 0, 0], record: [imu]}, {name: force, connection: "
      "pin}]\n" +
      kShortStudy);
  EXPECT_LT(m.imu().acceleration.z(), 0.9 * g);
  m.read(true);
  EXPECT_LT((m.imu().acceleration - Vector3(0, 0, g)).norm(), 1e-12);
}

TEST(ImuProbe, StaticsFeelGravityAlone) {
  Measured m(
      "bodies: [{name: a, joint: {type: revolute, axis: y, initial: 0.3}, rigid: {mass: 1, center: "
      "[0.1, 0, 0], inertia: [1, 1, 1]}}]\n"
      "probes: [{name: p, frame: a, point: [1, 0, 0], record: [imu]}]\nstudy: {type: statics}\n");
  const Vector3 weight(-g * std::sin(0.3), 0, g * std::cos(0.3));
  EXPECT_GT((m.imu().acceleration - weight).norm(), 0.1);  // it would fall
  m.read(false);
  EXPECT_LT((m.imu().acceleration - weight).norm(), 1e-14);
}

// ---------------------------------------------------------------------------------------- depth

double depth(const std::string& head) {
  Measured m(head +
             "bodies: [{name: a, pose: {position: [1, 2, -3]}, joint: free, rigid: {mass: 1, "
             "center: [0, 0, 0], "
             "inertia: [1, 1, 1], water: none}}]\n"
             "probes: [{name: p, frame: a, point: [0, 0, 0.5], record: [depth]}]\n" +
             kShortStudy);
  EXPECT_EQ(m.p.scenario.probes[0].columns().at(0).name, "p.depth");
  return m.row().at(0);
}

TEST(DepthProbe, CountsFromTheSurface) {
  EXPECT_DOUBLE_EQ(depth("water: {density: 1000}\n"), 2.5);
  EXPECT_DOUBLE_EQ(depth("water: {density: 1000, level: 4}\n"), 6.5);
  EXPECT_DOUBLE_EQ(depth("water: {density: 1000}\nframe: ned\n"), -2.5);
  EXPECT_DOUBLE_EQ(depth("water: {density: 1000}\nframe: ned\ngravity: [0, 0, 0]\n"), -2.5);
}

TEST(DepthProbe, NeedsWater) {
  EXPECT_EQ(error_of("bodies: [{name: a, rigid: {mass: 1}}]\n"
                     "probes: [{name: p, frame: a, record: [depth]}]\n" +
                     kShortStudy),
            "model.yaml:2:38: error: probes[0].record: there is no depth without water\n"
            "  hint: give water: {density: 1000}\n1 error; nothing was run.");
}

}  // namespace
}  // namespace cuttle::testing
