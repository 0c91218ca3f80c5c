// Elongated-body theory: a rod that waves in water sheds its momentum at the tail.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "cuttle/math/linalg/lu.h"
#include "cuttle/water/drag.h"
#include "support/taylor.h"
#include "unit/water/water_fixture.h"

namespace cuttle::testing {
namespace {

using std::numbers::pi;

constexpr double kLength = 1, kMass = 7, kWave = 2 * pi / 1.1, kOmega = 9, kSpeed = 0.8;

/// A rod without mass of its own in a plane, swimming towards -x with the nose at its base: only
/// water has inertia. Bending about z with enough coordinates to follow a wave.
struct Plate {
  Model model;
  std::shared_ptr<const Rod> rod;
};

Plate waving_plate() {
  RodDivision division;
  division.length = kLength;
  division.modes[2].push_back({.kind = "legendre", .order = 11});
  division.rest_strain = [](double) { return (Vector6() << 0, 0, 0, 1, 0, 0).finished(); };
  division.section = [](double) {
    RodSection section;
    section.added_mass(4, 4) = kMass;
    return section;
  };
  division.quadrature = 16;
  Plate plate;
  plate.rod = RodBuilder({division}).finish();
  add_body(plate.model, plate.rod, "free");
  plate.model.gravity.setZero();
  RodWater water = rod_water(0, *plate.rod, kWater, QuadraticForm::vector,
                             [](double) { return SectionWater{}; });
  water.tail = tail_shedding(*plate.rod, RodHead::base);
  WaterLoads::Data data;
  data.rods = {water};
  plate.model.actors.push_back(std::make_shared<WaterLoads>(data));
  return plate;
}

/// h(x, t) = a cos(k x - w t) to first order: the base follows the wave, the curvature is h''.
/// `order`: derivative in time of the coordinates.
struct Wave {
  double amplitude = 0;
  double at(double x, double t, int dx, int dt) const {
    // derivatives of cos turn it by a quarter each
    const double phase = kWave * x - kOmega * t + pi / 2 * (dx - dt);
    return amplitude * std::pow(kWave, dx) * std::pow(kOmega, dt) * std::cos(phase);
  }
};

/// Coordinates of the curvature: least squares over many places.
VectorX curvature(const Rod& rod, const Wave& wave, double t, int dt) {
  const int places = 60;
  MatrixX A(places, rod.n());
  VectorX b(places);
  for (int i = 0; i < places; ++i) {
    const double X = 0.5 * kLength * (1 - std::cos(pi * (i + 0.5) / places));
    A.row(i) = rod.basis(X).row(2);
    b[i] = wave.at(X, t, 2, dt);
  }
  return Cholesky(A.transpose() * A).solve(VectorX(A.transpose() * b));
}

struct Means {
  double thrust = 0, power = 0, shed = 0, h_t2 = 0, h_x2 = 0;
};

/// Means over a period of the force that holds the plate on its way, of the power that it takes,
/// and of the books of the water.
Means mean_over_a_period(double amplitude) {
  const Plate plate = waving_plate();
  const Wave wave{amplitude};
  const Input u = zero_input(plate.model);
  Workspace ws(plate.model);
  Means mean;
  const int steps = 48;
  for (int i = 0; i < steps; ++i) {
    const double t = 2 * pi / kOmega * i / steps;
    // base pose: at (-U t, h), turned by h'
    State x = rest_state(plate.model);
    const double angle = std::atan(wave.at(0, t, 1, 0));
    x.q.head<4>() = quaternion_exp(Vector3(0, 0, angle));
    x.q.segment<3>(4) = Vector3(-kSpeed * t, wave.at(0, t, 0, 0), 0);
    const Matrix3 R = quaternion_to_rotation(x.q.head<4>());
    const double slope2 = 1 + std::pow(wave.at(0, t, 1, 0), 2);
    const double spin = wave.at(0, t, 1, 1) / slope2;
    const double spin_rate = wave.at(0, t, 1, 2) / slope2 -
                             2 * wave.at(0, t, 1, 0) * std::pow(wave.at(0, t, 1, 1) / slope2, 2);
    const Vector3 velocity(-kSpeed, wave.at(0, t, 0, 1), 0),
        acceleration(0, wave.at(0, t, 0, 2), 0);
    VectorX a = VectorX::Zero(plate.model.nv);
    x.v.head<3>() = Vector3(0, 0, spin);
    x.v.segment<3>(3) = R.transpose() * velocity;
    a.head<3>() = Vector3(0, 0, spin_rate);
    a.segment<3>(3) =
        R.transpose() * acceleration - Vector3(0, 0, spin).cross(Vector3(x.v.segment<3>(3)));
    x.q.tail(plate.rod->n()) = curvature(*plate.rod, wave, t, 0);
    x.v.tail(plate.rod->n()) = curvature(*plate.rod, wave, t, 1);
    a.tail(plate.rod->n()) = curvature(*plate.rod, wave, t, 2);

    inverse_dynamics(plate.model, x, u, a.data(), ws);
    // the holding force is what the water does, turned round; thrust points to -x
    mean.thrust += (R * ws.tau.segment<3>(3))[0] / steps;
    mean.power += ws.tau.dot(x.v) / steps;
    mean.shed -= plate.model.actors[0]->books(plate.model, x, u, ws).power / steps;
    mean.h_t2 += std::pow(wave.at(kLength, t, 0, 1), 2) / steps;
    mean.h_x2 += std::pow(wave.at(kLength, t, 1, 0), 2) / steps;
  }
  return mean;
}

TEST(Reactive, WavingPlateHasLighthillsThrust) {
  // small amplitude: m/2 (<h_t^2> - U^2 <h_x^2>) at the tail
  for (double amplitude : {1e-3, 2e-3}) {
    const Means mean = mean_over_a_period(amplitude);
    const double truth = 0.5 * kMass * (mean.h_t2 - kSpeed * kSpeed * mean.h_x2);
    EXPECT_NEAR(mean.thrust / truth, 1, 30 * amplitude * amplitude * kWave * kWave);
    EXPECT_GT(truth, 0);
  }
}

TEST(Reactive, PowerIsWakeEnergyBeyondThrust) {
  // the holding force works against the water: its power is what the wake carries away,
  // U m/2 <(h_t + U h_x)^2>; U sees +x as astern
  const Means mean = mean_over_a_period(1e-3);
  EXPECT_NEAR(mean.power / mean.shed, 1, 1e-4);
  EXPECT_GT(mean.shed, 0);
  const double w2 = std::pow(1 - kSpeed * kWave / kOmega, 2) * mean.h_t2;
  EXPECT_NEAR(mean.shed / (0.5 * kMass * kSpeed * w2), 1, 1e-3);
  // Froude efficiency of elongated bodies: (1 + U/V) / 2 with the wave's speed V
  const double useful = mean.thrust * kSpeed;
  EXPECT_NEAR(useful / (useful + mean.shed), 0.5 * (1 + kSpeed * kWave / kOmega), 1e-3);
}

TEST(Reactive, StraightAxialMotionMeetsNoForce) {
  const Plate plate = waving_plate();
  State x = rest_state(plate.model);
  x.v[3] = -kSpeed;
  Workspace ws(plate.model);
  inverse_dynamics(plate.model, x, zero_input(plate.model), nullptr, ws);
  EXPECT_EQ(ws.tau.norm(), 0);
}

TEST(Reactive, TailForceSheds) {
  std::mt19937_64 random(30);
  TailShedding tail{.point = 0, .forward = -1, .added_mass = Matrix3::Zero()};
  tail.added_mass.diagonal() = Vector3(9, 3, 2);
  tail.added_mass(1, 2) = tail.added_mass(2, 1) = 0.5;
  const Vector3 v = random_vector3(random, 1);
  const Eigen::Vector2d w = v.tail<2>();
  const double energy = 0.5 * w.dot(tail.added_mass.bottomRightCorner<2, 2>() * w);
  EXPECT_NEAR(tail_force(tail, v).dot(v), v[0] * energy, 1e-15);  // u = -v_x
  const Vector3 d = random_vector3(random, 1);
  const double order = remainder_order(
      [&](const VectorX& h) { return VectorX(tail_force(tail, v + h[0] * d)); },
      VectorX(tail_force_derivative(tail, v) * d), VectorX::Zero(1), VectorX::Ones(1));
  EXPECT_GT(order, 1.95);
  // the other end: everything mirrored along the axis
  TailShedding other = tail;
  other.forward = 1;
  const Vector3 mirror(-1, 1, 1);
  EXPECT_LT(
      (tail_force(other, mirror.cwiseProduct(v)) - mirror.cwiseProduct(tail_force(tail, v))).norm(),
      1e-15);
}

}  // namespace
}  // namespace cuttle::testing
