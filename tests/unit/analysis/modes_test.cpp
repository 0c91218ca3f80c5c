#include "cuttle/analysis/modes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "cuttle/rigid/rigid.h"
#include "support/robots.h"

namespace cuttle {
namespace {

using std::numbers::pi;

/// A pendulum of length 1 m on a hinge along y, hanging at angle 0.
Model pendulum() {
  Model model;
  const MassProperties bob{2, Vector3(0, 0, -1), Matrix3::Identity() * 0.5};
  testing::add_body(model, std::make_shared<Rigid>(bob, std::vector<Pose>{}), "revolute", -1, 0,
                    Pose::identity(), Vector3::UnitY());
  return model;
}

NaturalMode lowest(const Model& model, const State& x) {
  Workspace ws(model);
  Status status;
  const auto modes = natural_modes(model, x, testing::zero_input(model), 1, ws, status);
  EXPECT_TRUE(status.ok());
  EXPECT_EQ(modes.size(), 1u);
  return modes.at(0);
}

// omega^2 = m g d / I about the pivot; the other way up it grows at the same rate
TEST(NaturalModes, PendulumHangsAndFalls) {
  const Model model = pendulum();
  const double omega = std::sqrt(2 * 9.81 / 2.5);
  State x = rest_state(model);
  EXPECT_NEAR(lowest(model, x).frequency, omega / (2 * pi), 1e-14);
  EXPECT_EQ(lowest(model, x).growth, 0);
  x.q[0] = pi;
  EXPECT_NEAR(lowest(model, x).growth, omega, 1e-13);
  EXPECT_EQ(lowest(model, x).frequency, 0);
}

TEST(NaturalModes, NothingHoldsAFreeBody) {
  Model model = testing::swimmer(2);
  model.gravity.setZero();
  Workspace ws(model);
  Status status;
  const auto modes =
      natural_modes(model, rest_state(model), testing::zero_input(model), 7, ws, status);
  ASSERT_EQ(modes.size(), 7u);
  for (size_t i = 0; i < 6; ++i) EXPECT_EQ(modes[i].frequency + modes[i].growth, 0) << i;
  EXPECT_GT(modes[6].frequency, 0.1);
}

TEST(NaturalModes, PrescribedCoordinatesDoNotTakePart) {
  Model model = testing::rod_chain(1);
  const double clamped = lowest(model, rest_state(model)).frequency;
  Model driven;
  driven.inputs.resize(1);
  testing::add_body(driven, model.bodies[0].family, "revolute", -1, 0, Pose::identity(),
                    Vector3::UnitY());
  const double hinged = lowest(driven, rest_state(driven)).frequency;
  driven.bodies[0].steps[0].prescribed_input = 0;
  const NaturalMode mode = lowest(driven, rest_state(driven));
  EXPECT_NEAR(mode.frequency, clamped, 1e-12 * clamped);
  EXPECT_EQ(mode.shape[0], 0);
  EXPECT_GT(std::abs(hinged - clamped), 0.1 * clamped);
}

}  // namespace
}  // namespace cuttle
