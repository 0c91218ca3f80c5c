// Rods at rest against closed forms.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "cuttle/actuation/cable/cable.h"
#include "cuttle/actuation/load/point_load.h"
#include "cuttle/analysis/statics.h"
#include "cuttle/dynamics/energy.h"
#include "cuttle/dynamics/inverse.h"
#include "cuttle/dynamics/kinematics.h"
#include "cuttle/rigid/rigid.h"
#include "support/robots.h"
#include "unit/actuation/actuation_fixture.h"

namespace cuttle {
namespace {

using std::numbers::pi;

// an end moment rolls a rod up into a circle, exactly: half a turn, one, two
TEST(RodStatics, EndMomentRollsIntoACircle) {
  testing::RoundRod spec;
  spec.length = 0.4;
  spec.radius = spec.radius_tip = 0.01;
  spec.orders = {-1, 0, -1, -1, -1, -1};
  const auto rod = testing::round_rod(spec);
  const int tip = rod->n_points() - 1;
  Model model;
  model.gravity.setZero();
  model.inputs.resize(1);
  testing::add_body(model, rod, "fixed");
  model.actors.push_back(std::make_shared<PointLoad>(
      PointLoad::Data{.at = {.body = 0, .point = tip}, .moment_inputs = {-1, 0, -1}}));
  const double EI = spec.young * pi * std::pow(spec.radius, 4) / 4;
  for (double turns : {0.5, 1.0, 2.0}) {
    const double kappa = 2 * pi * turns / spec.length;
    State x = rest_state(model);
    Input u = testing::zero_input(model);
    u.u[0] = EI * kappa;
    StaticsSolver solver(model);
    ASSERT_TRUE(solver.solve(u, {.tolerance = 1e-13}, x).status.ok());
    EXPECT_NEAR(x.q[0], kappa, 1e-10 * kappa);
    Workspace ws(model);
    update_kinematics(model, x, u, nullptr, ws);
    const Pose X = point_pose(ws, 0, tip);
    // a turn about +y takes x to -z
    const double angle = kappa * spec.length;
    const Vector3 p(std::sin(angle) / kappa, 0, -(1 - std::cos(angle)) / kappa);
    const double distance = (X.p - p).norm();
    EXPECT_LT(distance, 1e-10);  // measured 1.3e-16
    EXPECT_NEAR(X.R(0, 0), std::cos(angle), 1e-10);
  }
}

// links of mass m on hinges, a horizontal pull H at the end: a link with n links below it leans by
// tan(angle) = H / (m g (n + 1/2))
TEST(RodStatics, HangingChainUnderAHorizontalPull) {
  constexpr int kLinks = 8;
  constexpr double mass = 0.2, length = 0.1, g = 9.81, pull = 3;
  MassProperties part = solid_box(mass, Vector3(0.01, 0.01, length));
  part.center = Vector3(0, 0, -length / 2);
  const auto link = std::make_shared<Rigid>(
      part, std::vector<Pose>{{Matrix3::Identity(), Vector3(0, 0, -length)}});
  Model model;
  model.inputs.resize(1);
  for (int i = 0; i < kLinks; ++i)
    testing::add_body(model, link, "revolute", i - 1, i == 0 ? 0 : 1, Pose::identity(),
                      Vector3::UnitY());
  model.actors.push_back(std::make_shared<PointLoad>(
      PointLoad::Data{.at = {.body = kLinks - 1, .point = 1}, .force_inputs = {0, -1, -1}}));
  Input u = testing::zero_input(model);
  u.u[0] = pull;
  State x = rest_state(model);
  StaticsSolver solver(model);
  const StaticsResult result = solver.solve(u, {.tolerance = 1e-12}, x);
  ASSERT_TRUE(result.status.ok()) << result.status.message;
  double angle = 0, worst = 0;
  for (int i = 0; i < kLinks; ++i) {
    angle += x.q[i];
    // a turn about +y takes -z to -x, so the pull along +x turns back
    const double truth = -std::atan2(pull, mass * g * (kLinks - 1 - i + 0.5));
    worst = std::max(worst, std::abs(std::remainder(angle - truth, 2 * pi)));
  }
  EXPECT_LT(worst, 1e-10);  // measured 3.3e-16
}

/// A rod, a rigid body, another rod, and a cable through all three.
struct CableArm {
  Model model;
  std::shared_ptr<const Cable> cable;

  CableArm() {
    testing::RoundRod spec;
    spec.orders = {1, 2, 2, 0, -1, -1};
    const auto rod = testing::round_rod(spec);
    const int tip = rod->n_points() - 1;
    const auto box =
        std::make_shared<Rigid>(solid_box(0.05, Vector3(0.04, 0.03, 0.03)),
                                std::vector<Pose>{{Matrix3::Identity(), Vector3(0.05, 0, 0)}});
    testing::add_body(model, rod, "fixed");
    testing::add_body(model, box, "revolute", 0, tip);
    model.bodies[1].steps[0].stiffness = 0.5;
    testing::add_body(model, rod, "fixed", 1, 1);
    const auto run = [&](int body) {
      return make_rod_leg(body, testing::strain_field(*rod), 0, spec.length, [](double s) {
        return PathOffset{0.01, 0.015 - 0.02 * s, 0, -0.02};
      });
    };
    const Vector3 leave(0, 0.01, 0.015 - 0.02 * spec.length), enter(0, 0.01, 0.015);
    const BodyPlace end{0, tip, leave}, front{1, 0, Vector3(0, 0.012, 0.01)};
    const BodyPlace back{1, 1, Vector3(0, 0.012, 0.01)}, start{2, 0, enter};
    cable = std::make_shared<Cable>(
        std::vector<CableLeg>{run(0), StraightLeg{end, front}, StraightLeg{front, back},
                              StraightLeg{back, start}, run(2)},
        0);
    model.actors.push_back(cable);
    model.inputs.resize(1);
  }

  /// Stored energy plus tension times length: an equilibrium makes it stationary.
  double potential(const VectorX& q, const Input& u) const {
    State x = rest_state(model);
    x.q = q;
    Workspace ws(model);
    update_kinematics(model, x, u, nullptr, ws);
    return energy(model, x, u, ws).total() + u.u[0] * cable->length(model, x, ws);
  }
};

TEST(RodStatics, CableOverTwoRodsAndABodyFollowsVirtualWork) {
  const CableArm arm;
  Input u = testing::zero_input(arm.model);
  u.u[0] = 4;
  State x = rest_state(arm.model);
  StaticsSolver solver(arm.model);
  const StaticsResult result = solver.solve(u, {.tolerance = 1e-12}, x);
  ASSERT_TRUE(result.status.ok()) << result.status.message;
  EXPECT_GT(x.q.norm(), 1);  // it bends a good deal

  // derivatives of the potential along every coordinate vanish, those of its parts do not
  Input slack = u;
  slack.u[0] = 0;
  double worst = 0, largest = 0;
  for (int i = 0; i < arm.model.nv; ++i) {
    const VectorX d = VectorX::Unit(arm.model.nv, i);
    const auto along = [&](const Input& input) {
      return testing::slope([&](double h) -> double { return arm.potential(x.q + h * d, input); },
                            1e-2);
    };
    worst = std::max(worst, std::abs(along(u)));
    largest = std::max(largest, std::abs(along(slack)));
  }
  EXPECT_LT(worst, 1e-9 * largest);  // measured 4.1e-10
}

}  // namespace
}  // namespace cuttle
