// Modes with damping, against closed forms and the companion matrix.

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <array>
#include <cmath>
#include <complex>
#include <numbers>

#include "cuttle/analysis/modes.h"
#include "cuttle/math/linalg/eigen.h"
#include "cuttle/rigid/rigid.h"
#include "support/robots.h"

namespace cuttle {
namespace {

using std::numbers::pi;

std::vector<NaturalMode> modes_of(const Model& model, const State& x, int count = 100) {
  Workspace ws(model);
  Status status;
  const auto modes = natural_modes(model, x, testing::zero_input(model), count, ws, status);
  EXPECT_TRUE(status.ok()) << status.message;
  return modes;
}

std::shared_ptr<const Rigid> box(double mass) {
  return std::make_shared<Rigid>(solid_box(mass, Vector3(0.1, 0.2, 0.3)), std::vector<Pose>{});
}

/// Masses on a line, each on a spring and a damper to the one before.
Model oscillators(const std::vector<std::array<double, 3>>& mass_stiffness_damping) {
  Model model;
  for (const auto& [mass, stiffness, damping] : mass_stiffness_damping) {
    testing::add_body(model, box(mass), "prismatic", int(model.bodies.size()) - 1, 0,
                      Pose::identity(), Vector3::UnitX());
    model.bodies.back().steps[0].stiffness = stiffness;
    model.bodies.back().steps[0].damping = damping;
  }
  return model;
}

// s = -zeta w +- i w sqrt(1 - zeta^2)
TEST(DampedModes, Oscillator) {
  const double m = 2, k = 50, c = 3, w = std::sqrt(k / m), zeta = c / (2 * std::sqrt(k * m));
  const Model model = oscillators({{m, k, c}});
  const auto modes = modes_of(model, rest_state(model));
  ASSERT_EQ(modes.size(), 1u);
  EXPECT_NEAR(modes[0].frequency, w * std::sqrt(1 - zeta * zeta) / (2 * pi), 1e-14);
  EXPECT_NEAR(modes[0].growth, -zeta * w, 1e-14);
  EXPECT_NEAR(modes[0].damping, zeta, 1e-15);
}

TEST(DampedModes, OverdampedOscillatorIsTwo) {
  const double m = 2, k = 50, c = 100, root = std::sqrt(c * c - 4 * k * m);
  const Model model = oscillators({{m, k, c}});
  const auto modes = modes_of(model, rest_state(model));
  ASSERT_EQ(modes.size(), 2u);
  EXPECT_NEAR(modes[0].growth, -(c - root) / (2 * m), 1e-13);
  EXPECT_NEAR(modes[1].growth, -(c + root) / (2 * m), 1e-12);
  for (const NaturalMode& mode : modes) {
    EXPECT_EQ(mode.frequency, 0);
    EXPECT_EQ(mode.damping, 1);
  }
}

TEST(DampedModes, PendulumWithDamperInItsHinge) {
  Model model;
  const MassProperties bob{2, Vector3(0, 0, -1), Matrix3::Identity() * 0.5};
  testing::add_body(model, std::make_shared<Rigid>(bob, std::vector<Pose>{}), "revolute", -1, 0,
                    Pose::identity(), Vector3::UnitY());
  const double c = 1.5, I = 2.5, k = 2 * 9.81;
  model.bodies[0].steps[0].damping = c;
  State x = rest_state(model);
  const std::complex<double> s(-c / (2 * I), std::sqrt(k / I - c * c / (4 * I * I)));
  EXPECT_NEAR(modes_of(model, x)[0].growth, s.real(), 1e-14);
  EXPECT_NEAR(modes_of(model, x)[0].frequency, s.imag() / (2 * pi), 1e-14);
  EXPECT_NEAR(modes_of(model, x)[0].damping, -s.real() / std::abs(s), 1e-14);
  // upside down one motion grows and one decays
  x.q[0] = pi;
  const double root = std::sqrt(c * c + 4 * k * I);
  ASSERT_EQ(modes_of(model, x).size(), 2u);
  EXPECT_NEAR(modes_of(model, x)[0].growth, (root - c) / (2 * I), 1e-13);
  EXPECT_NEAR(modes_of(model, x)[0].damping, -1, 1e-15);
  EXPECT_NEAR(modes_of(model, x)[1].growth, -(root + c) / (2 * I), 1e-13);
}

// the damper of one mass alone couples the modes: no closed form, but a companion matrix
TEST(DampedModes, DampingOutOfProportion) {
  const Model model = oscillators({{1, 40, 0}, {0.5, 30, 1.2}});
  Eigen::Matrix2d M, K, D;
  M << 1.5, 0.5, 0.5, 0.5;  // the second coordinate is relative to the first
  K << 40, 0, 0, 30;
  D << 0, 0, 0, 1.2;
  Eigen::Matrix4d A = Eigen::Matrix4d::Zero();
  A.topRightCorner<2, 2>().setIdentity();
  A.bottomLeftCorner<2, 2>() = -M.inverse() * K;
  A.bottomRightCorner<2, 2>() = -M.inverse() * D;
  const VectorXc values = eigenvalues(A);
  const auto modes = modes_of(model, rest_state(model));
  ASSERT_EQ(modes.size(), 2u);
  int met = 0;
  for (int i = 0; i < 4; ++i) {
    const std::complex<double> s = values[i];
    if (s.imag() < 0) continue;
    for (const NaturalMode& mode : modes) {
      if (std::abs(mode.frequency - s.imag() / (2 * pi)) > 1e-12) continue;
      ++met;
      EXPECT_NEAR(mode.growth, s.real(), 1e-12);
      EXPECT_LT(mode.growth, -0.01);
    }
  }
  EXPECT_EQ(met, 2);
}

// D = b K: s^2 + b w^2 s + w^2 = 0 for every mode, over two and a half decades of frequency
TEST(DampedModes, RodOfOneViscosityKeepsItsUndampedModes) {
  testing::RoundRod spec;
  spec.orders = {-1, 8, -1, -1, -1, -1};
  spec.quadrature = 20;
  Model still, damped;
  still.gravity.setZero();
  damped.gravity.setZero();
  testing::add_body(still, testing::round_rod(spec), "fixed");
  spec.viscosity = 0.3;
  testing::add_body(damped, testing::round_rod(spec), "fixed");
  const RodData& rod = dynamic_cast<const Rod&>(*damped.bodies[0].family).data();
  const double b = rod.D(0, 0) / rod.K(0, 0);
  const auto truth = modes_of(still, rest_state(still));
  const auto modes = modes_of(damped, rest_state(damped));
  ASSERT_EQ(modes.size(), truth.size());
  double worst = 0;
  for (size_t i = 0; i < truth.size(); ++i) {
    const double w = 2 * pi * truth[i].frequency;
    const std::complex<double> s(modes[i].growth, 2 * pi * modes[i].frequency);
    worst = std::max(worst, std::abs(s * s + b * w * w * s + w * w) / (w * w));
    EXPECT_NEAR(modes[i].damping, b * w / 2, 1e-8 * b * w);
  }
  EXPECT_GT(truth.back().frequency, 400 * truth[0].frequency);
  EXPECT_LT(worst, 1e-10);  // measured 2.1e-12
}

// ... in their order, also where damping makes a faster mode slower than the one before it, or has
// it creep
TEST(DampedModes, AreOrderedAsWithoutDamping) {
  testing::RoundRod spec;
  spec.orders = {-1, 5, -1, -1, -1, -1};
  Model still;
  still.gravity.setZero();
  testing::add_body(still, testing::round_rod(spec), "fixed");
  const auto truth = modes_of(still, rest_state(still));
  for (const double ratio : {0.99, 1.5}) {  // of the fastest mode
    spec.viscosity = 1;
    const auto unit = testing::round_rod(spec);
    const RodData& rod = dynamic_cast<const Rod&>(*unit).data();
    spec.viscosity = 2 * ratio / (2 * pi * truth.back().frequency) * rod.K(0, 0) / rod.D(0, 0);
    Model damped;
    damped.gravity.setZero();
    testing::add_body(damped, testing::round_rod(spec), "fixed");
    const auto modes = modes_of(damped, rest_state(damped));
    ASSERT_GE(modes.size(), truth.size());
    for (size_t i = 0; i + 1 < truth.size(); ++i) {
      const double w = 2 * pi * truth[i].frequency;
      EXPECT_NEAR(std::hypot(modes[i].growth, 2 * pi * modes[i].frequency), w, 1e-8 * w);
    }
    EXPECT_LT(modes[truth.size() - 1].frequency, modes[truth.size() - 2].frequency);
  }
}

// dampers that are too weak to matter leave the undamped modes
TEST(DampedModes, NoDampingIsTheLimitOfWeakDamping) {
  Model damped = oscillators({{1, 40, 0}, {0.5, 30, 0}, {2, 5000, 0}});
  const auto truth = modes_of(damped, rest_state(damped));
  damped.bodies[2].steps[0].damping = 1e-9;
  const auto modes = modes_of(damped, rest_state(damped));
  ASSERT_EQ(modes.size(), truth.size());
  for (size_t i = 0; i < modes.size(); ++i) {
    EXPECT_NEAR(modes[i].frequency, truth[i].frequency, 1e-12 * truth[i].frequency);
    EXPECT_EQ(truth[i].growth, 0);
    EXPECT_EQ(truth[i].damping, 0);
    EXPECT_LT((modes[i].shape.cwiseAbs() - truth[i].shape.cwiseAbs()).norm(), 1e-7);
  }
}

// a body that only a damper holds stays where it is put, or comes to rest; a second one on it
// without any goes on: one zero each
TEST(DampedModes, WhatNothingHolds) {
  const Model model = oscillators({{2, 0, 3}, {1, 0, 0}});
  const auto modes = modes_of(model, rest_state(model));
  ASSERT_EQ(modes.size(), 3u);
  for (int i = 0; i < 2; ++i) EXPECT_EQ(modes[size_t(i)].frequency + modes[size_t(i)].growth, 0);
  EXPECT_NEAR(modes[2].growth, -3.0 / 2, 1e-14);
  EXPECT_EQ(modes[2].frequency, 0);
}

}  // namespace
}  // namespace cuttle
