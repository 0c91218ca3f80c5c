// The surface of a rod: one energy along its axis, whose derivative is the force.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>

#include "support/random.h"
#include "unit/contact/touching.h"

namespace cuttle {
namespace {

using std::numbers::pi;
using testing::Random;
using testing::Touching;

constexpr double kLine = 1e6;  // [N/m^2]

std::string contact_text(const std::string& between, const std::string& more = "") {
  return "contacts: [{name: c, between: " + between +
         ", stiffness: 1e4, damping: 0, line_stiffness: 1e6, line_damping: 0" + more + "}]\n" +
         testing::kStudy;
}

/// A free rod, curved and twisted by its strains, near an obstacle.
std::string rod_text(const std::string& obstacle, int panels, const std::string& more = "") {
  return fmt::format(R"(
name: surface
gravity: [0, 0, 0]
bodies:
  - name: rod
    joint: {{type: free, initial: {{position: [-0.2, 0, 0]}}}}
    rod: {{length: 0.4, section: {{radius: [10 mm, 6 mm]}}, material: {{young: 1 MPa, density: 1000}}, strain: {{torsion: 1, bend_y: 3, bend_z: 3, stretch: 1}}, panels: {}}}
obstacles: [{{name: thing, {}}}]
)",
                     panels, obstacle) +
         contact_text("[thing, rod]", more);
}

const char* const kThings[] = {
    "plane: {point: [0, 0, -9.5 mm]}", "sphere: 30 mm, pose: {position: [10 mm, 5 mm, -37.5 mm]}",
    "capsule: [30 mm, 0.2], pose: {position: [20 mm, 0, -37.5 mm], rotation: {axis: z, angle: 50 "
    "deg}}",
    "ellipsoid: [50 mm, 80 mm, 30 mm], pose: {position: [10 mm, 5 mm, -37.5 mm]}",
    "box: [0.9, 0.9, 20 mm], pose: {position: [0, 0, -19.5 mm], rotation: {axis: y, angle: 1 "
    "deg}}"};

void bend(Touching& t, Random& random, double size) {
  t.x.q.tail(t.model.nv - 6) = size * random.vector(t.model.nv - 6);
}

/// The force against differences of the energy, along a direction: relative error.
double energy_error(Touching& t, const VectorX& d, double h) {
  const State start = t.x;
  const double force = t.forces().dot(d);
  const auto energy = [&](double by) {
    t.x = start;
    t.move(by * d);
    return t.books().potential;
  };
  const double fall = -(energy(h) - energy(-h)) / (2 * h);
  t.x = start;
  return std::abs(force - fall) / (std::abs(force) + std::abs(fall));
}

TEST(RodSurface, force_is_the_fall_of_the_energy) {
  for (const char* thing : kThings)
    for (const int panels : {20, 40}) {
      Random random(31);
      Touching t(rod_text(thing, panels));
      int closed = 0;
      for (int trial = 0; trial < 10; ++trial) {
        bend(t, random, 0.05);
        closed += int(t.books().potential > 0);
        if (!(t.books().potential > 1e-7)) continue;
        EXPECT_LT(energy_error(t, random.vector(t.model.nv), 1e-7), 2e-5) << thing << " " << panels;
      }
      EXPECT_GT(closed, 3) << thing;
    }
}

TEST(RodSurface, of_a_stiffening_law_too) {
  Random random(32);
  Touching t(rod_text(kThings[0], 20, ", exponent: 1.5"));
  bend(t, random, 0.05);
  ASSERT_GT(t.books().potential, 0);
  EXPECT_LT(energy_error(t, random.vector(t.model.nv), 1e-7), 1e-5);
}

/// Two rods that cross at an angle, and lie deep in each other.
std::string crossing_text(double angle, double depth, const std::string& joint) {
  return fmt::format(R"(
name: crossing
gravity: [0, 0, 0]
bodies:
  - name: a
    joint: {2}
    rod: {{length: 0.2, section: {{radius: 5 mm}}, material: {{young: 1 MPa, density: 1000}}, strain: {{bend_y: 2, bend_z: 2, torsion: 0}}}}
  - name: b
    pose: {{position: [{3:.17g}, {4:.17g}, {1:.17g}], rotation: {{axis: z, angle: {0:.17g}}}}}
    joint: {2}
    rod: {{length: 0.12, section: {{radius: 5 mm}}, material: {{young: 1 MPa, density: 1000}}, strain: {{bend_y: 2, bend_z: 2, torsion: 0}}}}
)",
                     angle, 0.01 - depth, joint, 0.1 - 0.06 * std::cos(angle),
                     -0.06 * std::sin(angle)) +
         contact_text("[a, b]");
}

double normal_force(Touching& t) {
  Vector3 sum = Vector3::Zero();
  for (const Contact& c : t.update())
    sum += (t.model.contact.shapes[size_t(c.key.b)].body == 1 ? 1 : -1) * c.force();
  return sum.norm();
}

// N = 2/3 k d sqrt(8 (r_A + r_B) d) / sin, until the patch meets an end; then k d L
TEST(RodSurface, of_crossing_rods_is_one_law_from_a_point_to_a_line) {
  const double depth = 1e-4;
  for (const double degrees : {90.0, 45.0, 20.0, 5.0}) {
    Touching t(crossing_text(degrees * pi / 180, depth, "free"));
    const double truth =
        2.0 / 3 * kLine * depth * std::sqrt(8 * 0.01 * depth) / std::sin(degrees * pi / 180);
    EXPECT_NEAR(normal_force(t) / truth, 1, 0.01) << degrees;
  }
  // along each other: the shorter one, and half of its caps, each as long as the radius
  Touching t(crossing_text(0, depth, "free"));
  EXPECT_NEAR(normal_force(t) / (kLine * depth * 0.125), 1, 0.01);
}

TEST(RodSurface, of_two_rods_loses_neither_energy_nor_momentum) {
  Random random(33);
  for (const double angle : {1.5, 0.6, 0.1}) {
    Touching t(crossing_text(angle, 4e-4, "free"));
    for (int trial = 0; trial < 5; ++trial) {
      t.x.q.segment(7, 4) = 0.05 * random.vector(4);
      t.x.q.tail(4) = 0.05 * random.vector(4);
      const VectorX forces = t.forces();
      if (!(t.books().potential > 1e-8)) continue;
      Vector3 force = Vector3::Zero(), moment = Vector3::Zero();
      for (const int body : {0, 1}) {
        const JointStep& step = t.model.bodies[size_t(body)].steps[0];
        const Pose X = t.ws.bodies[size_t(body)].X_WB;
        const Vector3 f = X.R * forces.segment<3>(step.v + 3);
        force += f;
        moment += X.R * forces.segment<3>(step.v) + X.p.cross(f);
      }
      EXPECT_LT(force.norm(), 1e-12 * forces.norm());
      EXPECT_LT(moment.norm(), 1e-12 * forces.norm());
      EXPECT_LT(energy_error(t, random.vector(t.model.nv), 1e-7), 2e-4) << angle;
    }
  }
}

TEST(RodSurface, that_meets_itself_has_one_energy_too) {
  // a coil of one and a quarter turns, slightly out of its plane
  Random random(34);
  Touching t(R"(
name: coil
gravity: [0, 0, 0]
bodies:
  - name: rod
    joint: free
    rod: {length: 0.4, section: {radius: 8 mm}, material: {young: 1 MPa, density: 1000}, strain: {torsion: 0, bend_y: 1, bend_z: 0}}
)" + contact_text("[rod, rod]"));
  int closed = 0;
  for (int trial = 0; trial < 40; ++trial) {
    t.x.q.tail(t.model.nv - 6) = 2 * random.vector(t.model.nv - 6);
    t.x.q[t.x.q.size() - 3] = random.uniform(18, 24);  // curvature
    if (!(t.books().potential > 1e-6)) continue;
    ++closed;
    EXPECT_LT(energy_error(t, random.vector(t.model.nv), 1e-8), 1e-3) << trial;
  }
  EXPECT_GT(closed, 3);
}

/// A straight rod that lies across a drum.
std::string across_drum(double depth, int panels, double aside) {
  return fmt::format(R"(
name: across
gravity: [0, 0, 0]
bodies:
  - name: rod
    joint: {{type: free, initial: {{position: [{:.17g}, 0, {:.17g}]}}}}
    rod: {{length: 0.4, section: {{radius: 5 mm}}, material: {{young: 1 MPa, density: 1000}}, strain: {{bend_y: 2}}, panels: {}}}
obstacles: [{{name: drum, capsule: [50 mm, 60 mm], pose: {{rotation: {{axis: z, angle: 90 deg}}}}}}]
)",
                     aside, 0.055 - depth, panels) +
         contact_text("[drum, rod]");
}

// d(s) = d_0 - s^2 / 2 R*: N = 2/3 k d_0 l, l = sqrt(8 R* d_0), U = 4/15 k d_0^2 l
TEST(RodSurface, of_a_drum_presses_like_hertz_whatever_its_panels) {
  const double depth = 2e-4, patch = std::sqrt(8 * 0.055 * depth);
  for (const int panels : {40, 80})
    for (const double aside : {-0.2, -0.197, -0.193}) {
      Touching t(across_drum(depth, panels, aside));
      EXPECT_NEAR(normal_force(t) / (2.0 / 3 * kLine * depth * patch), 1, 3e-3);
      EXPECT_NEAR(t.books().potential / (4.0 / 15 * kLine * depth * depth * patch), 1, 3e-3);
    }
}

// nothing but the shape of the axis depends on the panels
TEST(RodSurface, panels_converge) {
  const auto force = [](int panels) {
    Touching t(across_drum(0, panels, 0));
    t.x.q.tail(3) = Vector3(6, 3, 2);
    t.update();
    // the middle of the bent rod onto the drum
    const int middle = t.model.contact.shapes[size_t(panels / 2)].point;
    const Pose X = Pose{Matrix3::Identity(), Vector3(0, 0, 0.0535)} *
                   point_pose(t.ws, 0, middle).inverse() * t.ws.bodies[0].X_WB;
    t.x.q.segment<4>(0) = rotation_to_quaternion(X.R);
    t.x.q.segment<3>(4) = X.p;
    return normal_force(t);
  };
  const double fine = force(320);
  const double e20 = std::abs(force(20) / fine - 1), e40 = std::abs(force(40) / fine - 1),
               e80 = std::abs(force(80) / fine - 1);
  EXPECT_LT(e40, 1e-3);
  EXPECT_GT(std::log2(e20 / e80) / 2, 1.5) << e20 << " " << e40 << " " << e80;
}

// f = w' (1 - a g') along the rod: a drop onto the floor, all of it at once
TEST(RodSurface, damper_multiplies_the_spring_and_never_pulls) {
  const auto text = [](double damping) {
    return fmt::format(R"(
name: floor
gravity: [0, 0, 0]
bodies:
  - name: rod
    joint: {{type: free, initial: {{position: [0, 0, 4.9 mm]}}, velocity: [0, 0, 0, 0, 0, -0.1]}}
    rod: {{length: 0.4, section: {{radius: 5 mm}}, material: {{young: 1 MPa, density: 1000}}, strain: {{bend_y: 0}}}}
obstacles: [{{name: floor, plane: z}}]
contacts: [{{name: c, between: [floor, rod], stiffness: 1e4, damping: 0, line_stiffness: 1e6, line_damping: {}}}]
study: {{type: dynamics, duration: 1}}
)",
                       damping);
  };
  // its caps count as pieces as long as the radius
  const double still = 1e6 * 1e-4 * 0.41;
  for (const double a : {0.0, 2.0, 20.0}) {
    Touching t(text(a));
    EXPECT_NEAR(normal_force(t), still * (1 + 0.1 * a), 1e-9 * still);
    EXPECT_NEAR(t.books().potential, 0.5 * 1e-4 * still, 1e-12);
    EXPECT_NEAR(t.books().power, -0.1 * 0.1 * a * still, 1e-9);
    t.x.v[5] = 0.1;
    EXPECT_NEAR(normal_force(t), still * std::max(0.0, 1 - 0.1 * a), 1e-9 * still);
    EXPECT_NEAR(t.books().power, -0.1 * std::min(1.0, 0.1 * a) * still, 1e-9);
  }
}

}  // namespace
}  // namespace cuttle
