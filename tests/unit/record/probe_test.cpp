// Recorded columns against closed forms.

#include "cuttle/record/probe.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "unit/compile/build_fixture.h"
#include "cuttle/dynamics/forward.h"
#include "support/allocation_counter.h"

namespace cuttle::testing {
namespace {

// all columns of a model at its initial state, by name
class Record {
 public:
  explicit Record(const std::string& text, double t = 0) : p(text, t) {
    forward_dynamics(p.model(), p.scenario.initial, p.u, p.ws);
    columns = record_columns(p.scenario.probes);
    row.resize(record_size(p.scenario.probes));
    EXPECT_EQ(row.size(), columns.size());
    write();
  }
  void write(double work = 0, double start = 0) {
    const State& x = p.scenario.initial;
    const Energy sum = energy(p.model(), x, p.u, p.ws);
    evaluate_record(p.scenario.probes, p.model(), x, p.u, sum, work, start, p.ws, row);
  }
  double operator[](const std::string& name) const {
    for (size_t i = 0; i < columns.size(); ++i)
      if (columns[i].name == name) return row[i];
    ADD_FAILURE() << "no column " << name;
    return 0;
  }
  Vector3 vector(const std::string& head, const char* a, const char* b, const char* c) const {
    return Vector3((*this)[head + a], (*this)[head + b], (*this)[head + c]);
  }
  std::string unit(const std::string& name) const {
    for (const Column& column : columns)
      if (column.name == name) return column.unit;
    return "";
  }

  Posed p;
  std::vector<Column> columns;
  std::vector<double> row;
};

const std::string kBall = R"(
bodies:
  - name: ball
    joint: {type: free, initial: {position: [1, 2, 3], rotation: {axis: z, angle: 90 deg}},
            velocity: [0.1, 0.2, 0.3, 4, 5, 6]}
    rigid: {shapes: [{sphere: 0.5, mass: 2}]}
probes:
  - {name: p, frame: ball, point: [1, 0, 0], record: [velocity, position, rotation]}
  - {name: h, momentum: all}
  - {name: j, joint: ball}
study: {type: dynamics, duration: 1}
)";

TEST(Probe, VelocityIsInWorldAxes) {
  const Record r(kBall);
  // R = 90 degrees about z: (x, y, z) in the body is (-y, x, z) in the world
  const Vector3 omega(-0.2, 0.1, 0.3), v_centre(-5, 4, 6), arm(0, 1, 0);
  EXPECT_LT((r.vector("p.", "x", "y", "z") - Vector3(1, 3, 3)).norm(), 1e-14);
  EXPECT_LT((r.vector("p.", "wx", "wy", "wz") - omega).norm(), 1e-15);
  EXPECT_LT((r.vector("p.", "vx", "vy", "vz") - (v_centre + omega.cross(arm))).norm(), 1e-14);
  EXPECT_NEAR(r["p.qw"], std::sqrt(0.5), 1e-15);
  EXPECT_NEAR(r["p.qz"], std::sqrt(0.5), 1e-15);
  EXPECT_EQ(r.unit("p.wx"), "rad/s");
  EXPECT_EQ(r.unit("p.vx"), "m/s");
}

TEST(Probe, MomentumIsAboutTheWorldsOrigin) {
  const Record r(kBall);
  const Vector3 P = 2 * Vector3(-5, 4, 6);
  const Vector3 L = 0.4 * 2 * 0.25 * Vector3(-0.2, 0.1, 0.3) + Vector3(1, 2, 3).cross(P);
  EXPECT_LT((r.vector("h.", "Px", "Py", "Pz") - P).norm(), 1e-14);
  EXPECT_LT((r.vector("h.", "Lx", "Ly", "Lz") - L).norm(), 1e-13);
}

TEST(Probe, EnergyBooks) {
  Record r(kBall);
  r.write(5, 11);
  const double kinetic = 0.5 * 2 * 77 + 0.5 * 0.2 * 0.14, gravity = 2 * 9.81 * 3;
  EXPECT_NEAR(r["energy.kinetic"], kinetic, 1e-13);
  EXPECT_NEAR(r["energy.gravity"], gravity, 1e-13);
  EXPECT_NEAR(r["energy.total"], kinetic + gravity, 1e-13);
  EXPECT_EQ(r["energy.work"], 5);
  EXPECT_NEAR(r["energy.residual"], kinetic + gravity - 11 - 5, 1e-13);
}

TEST(Probe, JointOfAFreeBody) {
  const Record r(kBall);
  EXPECT_NEAR(r["j.quaternion.w"], std::sqrt(0.5), 1e-15);
  EXPECT_EQ(r["j.position.y"], 2);
  EXPECT_EQ(r["j.angular_velocity.z"], 0.3);
  EXPECT_EQ(r["j.velocity.x"], 4);
  EXPECT_EQ(r["j.moment.x"], 0);
}

// a weight on a horizontal lever, driven
std::string lever(const std::string& drive) {
  return "bodies:\n"
         "  - name: lever\n"
         "    joint: {type: revolute, axis: y, " +
         drive +
         "}\n"
         "    rigid: {mass: 2, center: [0.5, 0, 0]}\n"
         "probes: [{name: j, joint: lever}]\n"
         "study: {type: dynamics, duration: 1}\n";
}

TEST(Probe, EffortOfADriveBearsWeightAndInertia) {
  // at rest it bears the weight: about -y, because the lever falls towards +angle
  const Record hold(lever("prescribed: 0"));
  EXPECT_NEAR(hold["j.angle_effort"], -2 * 9.81 * 0.5, 1e-13);
  // accelerating by 4 rad/s^2 adds m l^2 4
  const Record move(lever("prescribed: \"2*t*t\""));
  EXPECT_NEAR(move["j.angle_effort"], -2 * 9.81 * 0.5 + 0.5 * 4, 1e-12);
  const Record push(lever("effort: 3, initial: 0.1, velocity: 0.2"));
  EXPECT_EQ(push["j.angle"], 0.1);
  EXPECT_EQ(push["j.angle_rate"], 0.2);
  EXPECT_EQ(push["j.angle_effort"], 3);
  EXPECT_EQ(push.unit("j.angle"), "rad");
  EXPECT_EQ(push.unit("j.angle_effort"), "N m");
}

const std::string kRod = kMaterials + R"(
bodies:
  - name: arm
    rod: {length: 0.5, section: {radius: 10 mm}, material: m, strain: {bend_y: 1, stretch: 0},
          initial: {bend_y: [1, 2], stretch: [0.1]}, rest: {torsion: "X"}}
cables:
  - {name: c, tension: "3 + t", path: [{body: arm, from: 0, to: tip}]}
probes:
  - {name: s, strain: arm, at: 0.4}
  - {name: k, cable: c}
  - {name: tip, frame: arm}
  - {name: mid, frame: arm, at: 0.25}
study: {type: dynamics, duration: 1}
)";

TEST(Probe, StrainAndCableOfARod) {
  const Record r(kRod, 1);
  EXPECT_NEAR(r["s.bend_y"], 1 + 2 * (2 * 0.8 - 1), 1e-14);
  EXPECT_NEAR(r["s.torsion"], 0.4, 1e-15);
  EXPECT_NEAR(r["s.stretch"], 1.1, 1e-15);
  EXPECT_EQ(r["s.shear_z"], 0);
  EXPECT_EQ(r.unit("s.bend_y"), "1/m");
  EXPECT_EQ(r.unit("s.stretch"), "-");
  // along the axis a cable is as long as the rod
  EXPECT_NEAR(r["k.length"], 0.55, 1e-14);
  EXPECT_EQ(r["k.tension"], 4);
}

TEST(Probe, RowsNeverAllocate) {
  Record rod(kRod), ball(kBall);
  AllocationCounter counter;
  for (int i = 0; i < 20; ++i) {
    rod.write();
    ball.write();
  }
  EXPECT_EQ(counter.count(), 0);
}

}  // namespace
}  // namespace cuttle::testing
