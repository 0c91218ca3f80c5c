// Natural frequencies of a clamped rod against the exact beam theories.

#include <gtest/gtest.h>

#include <cmath>

#include "cuttle/analysis/modes.h"
#include "support/robots.h"
#include "support/truth_beam_modes.h"

namespace cuttle {
namespace {

testing::RoundRod clamped(double radius, std::array<int, 6> orders) {
  testing::RoundRod spec;
  spec.length = 1;
  spec.radius = spec.radius_tip = radius;
  spec.young = 1e7;
  spec.shear = 4e6;
  spec.density = 1200;
  spec.shear_factor = 0.9;
  spec.orders = orders;
  spec.quadrature = 60;
  return spec;
}

testing::ModalBeam beam(const testing::RoundRod& s) {
  return testing::round_beam(s.length, s.radius, s.density, s.young, s.shear, s.shear_factor);
}

/// Largest relative error of the lowest frequencies.
double error(const testing::RoundRod& spec, const std::vector<double>& truth) {
  Model model;
  model.gravity.setZero();
  testing::add_body(model, testing::round_rod(spec), "fixed");
  Workspace ws(model);
  Status status;
  const auto modes = natural_modes(model, rest_state(model), testing::zero_input(model),
                                   int(truth.size()), ws, status);
  EXPECT_TRUE(status.ok());
  double worst = 0;
  for (size_t i = 0; i < truth.size(); ++i) {
    worst = std::max(worst, std::abs(modes[i].frequency / truth[i] - 1));
    EXPECT_EQ(modes[i].growth, 0);
  }
  return worst;
}

// a stout beam: shear takes a third off the third frequency
TEST(BeamModes, TimoshenkoWithShearAndRotaryInertia) {
  const testing::RoundRod spec = clamped(0.1, {-1, 12, -1, -1, -1, 12});
  const auto truth = testing::timoshenko_hz(beam(spec), 4);
  EXPECT_GT(testing::euler_bernoulli_hz(beam(spec), 4)[2] / truth[2], 1.3);
  const double worst = error(spec, truth);
  EXPECT_LT(worst, 2e-6);  // measured 7.6e-7
}

TEST(BeamModes, SlenderBendingRodIsEulerBernoulli) {
  const testing::RoundRod spec = clamped(1e-4, {-1, 12, -1, -1, -1, -1});
  const double worst = error(spec, testing::euler_bernoulli_hz(beam(spec), 4));
  EXPECT_LT(worst, 1e-5);  // measured 2.6e-6
}

TEST(BeamModes, Torsion) {
  const testing::RoundRod spec = clamped(0.02, {12, -1, -1, -1, -1, -1});
  const double worst = error(spec, testing::torsion_hz(beam(spec), 4));
  EXPECT_LT(worst, 2e-6);  // measured 8.2e-7
}

TEST(BeamModes, Axial) {
  const testing::RoundRod spec = clamped(0.02, {-1, -1, -1, 12, -1, -1});
  const double worst = error(spec, testing::axial_hz(beam(spec), 4));
  EXPECT_LT(worst, 2e-6);  // measured 8.2e-7
}

}  // namespace
}  // namespace cuttle
