// A cantilever with a dipole m at its tip, along the rod, in a field B against it. The couple m x B
// bends the rod into an arc of the angle a, a = lambda sin a with lambda = m B L / EI: straight up
// to lambda = 1, then it bends to either side.

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "cuttle/actuation/function_load.h"
#include "cuttle/analysis/equilibrium.h"
#include "cuttle/analysis/statics.h"
#include "cuttle/dynamics/kinematics.h"
#include "support/robots.h"
#include "support/roots.h"
#include "unit/actuation/actuation_fixture.h"

namespace cuttle {
namespace {

constexpr double kArm = 0.1;

struct Magnet {
  Model model;
  int tip = 0;

  /// `tilt` [rad]: of the field from the axis of the rod, towards y.
  Magnet(double lambda, bool given, double tilt = 0) {
    testing::RoundRod spec;
    spec.length = kArm;
    spec.radius = spec.radius_tip = 1e-3;
    spec.orders = {-1, -1, 2, -1, -1, -1};
    const auto rod = testing::round_rod(spec);
    tip = rod->n_points() - 1;
    model.gravity.setZero();
    testing::add_body(model, rod, "fixed");
    const double EI = spec.young * std::numbers::pi * std::pow(spec.radius, 4) / 4;
    const Vector3 field =
        -lambda * EI / kArm * Vector3(std::cos(tilt), std::sin(tilt), 0);  // with m = 1 A m^2
    FunctionLoad::Differentiate differentiate;
    if (given)
      differentiate = [field](const FunctionLoad::Place& place) {
        const Vector3 m = place.X_WF.R.col(0);
        FunctionLoad::Slopes slopes{Matrix6::Zero(), Matrix6::Zero()};
        slopes.stiffness.topLeftCorner<3, 3>() =
            field.dot(m) * Matrix3::Identity() - m * field.transpose();
        return slopes;
      };
    model.actors.push_back(std::make_shared<FunctionLoad>(
        BodyPlace{.body = 0, .point = tip},
        [field](const FunctionLoad::Place& place) {
          Vector6 wrench = Vector6::Zero();
          wrench.head<3>() = Vector3(place.X_WF.R.col(0)).cross(field);
          return wrench;
        },
        differentiate));
  }

  Pose tip_pose(const State& x) const {
    Workspace ws(model);
    update_kinematics(model, x, none(), nullptr, ws);
    return ws.bodies[0].X_WB * ws.bodies[0].points[size_t(tip)].X_BP;
  }
  Input none() const {
    const VectorX u = VectorX::Zero(model.nu());
    return {u, u, u};
  }
};

double arc(double lambda, double tilt = 0) {
  return testing::bisect([&](double a) { return a - lambda * std::sin(a - tilt); }, 1, 3.1);
}

void expect_arc(const Magnet& magnet, const State& x, double angle) {
  const Pose tip = magnet.tip_pose(x);
  EXPECT_NEAR(std::atan2(tip.R(1, 0), tip.R(0, 0)), angle, 1e-8);
  EXPECT_NEAR(tip.p.x(), kArm * std::sin(angle) / angle, 1e-9);
  EXPECT_NEAR(tip.p.y(), kArm * (1 - std::cos(angle)) / angle, 1e-9);
}

TEST(TipMagnet, BucklesWhereTheFieldIsAsStrongAsTheRod) {
  for (const bool given : {false, true})
    for (const double lambda : {0.5, 0.999, 1.001, 3.0}) {
      const Magnet magnet(lambda, given);
      StaticsSolver solver(magnet.model);
      State x = rest_state(magnet.model);
      ASSERT_TRUE(solver.solve(magnet.none(), {}, x).status.ok());
      EXPECT_EQ(solver.stable(magnet.none(), x), lambda < 1) << lambda;
    }
}

TEST(TipMagnet, FindsItsBranchAndTellsOfTheOther) {
  for (const bool given : {false, true})
    for (const double lambda : {1.2, 3.0, 10.0}) {
      const Magnet magnet(lambda, given);
      StaticsSolver solver(magnet.model);
      State x = rest_state(magnet.model);
      ASSERT_TRUE(solver.solve(magnet.none(), {}, x).status.ok());
      EXPECT_NEAR(magnet.tip_pose(x).p.x(), kArm, 1e-12);
      const StaticsResult settled =
          find_stable(solver, magnet.none(), {}, rest_state(magnet.model), x);
      ASSERT_TRUE(settled.status.ok()) << settled.status.message;
      EXPECT_GE(settled.ridges, 1);
      ASSERT_FALSE(settled.way.empty());
      EXPECT_NE(settled.way[0].find("mirror image is equally valid"), std::string::npos);
      EXPECT_TRUE(solver.stable(magnet.none(), x));
      const double side = magnet.tip_pose(x).p.y() > 0 ? 1 : -1;
      const double angle =
          lambda < 1.5
              ? testing::bisect([&](double a) { return a - lambda * std::sin(a); }, 0.3, 3.1)
              : arc(lambda);
      expect_arc(magnet, x, side * angle);
    }
}

// with a field that is a little askew there is one way from the straight rod, in parts of the load
TEST(TipMagnet, AskewFieldLeadsToOneSide) {
  const double tilt = 0.02;
  for (const bool given : {false, true}) {
    const Magnet magnet(10, given, -tilt);
    StaticsSolver solver(magnet.model);
    State x = rest_state(magnet.model);
    const State start = x;
    const StaticsResult found = find_stable(solver, magnet.none(), {}, start, x);
    ASSERT_TRUE(found.status.ok()) << found.status.message;
    EXPECT_EQ(found.ridges, 0);
    EXPECT_TRUE(solver.stable(magnet.none(), x));
    expect_arc(magnet, x, arc(10, -tilt));
  }
}

// a quarter of the load is a quarter of the couple
TEST(TipMagnet, IsAppliedInPartsLikeAllLoads) {
  const Magnet whole(2, true, 0.5), part(0.5, true, 0.5);
  Input quarter = whole.none();
  quarter.load = 0.25;
  StaticsSolver a(whole.model), b(part.model);
  State x = rest_state(whole.model), y = x;
  x.q[0] = y.q[0] = 3;
  VectorX ra, rb;
  a.residual(quarter, x, ra);
  b.residual(part.none(), y, rb);
  EXPECT_LT((ra - rb).norm(), 1e-12 * rb.norm());
}

// residual along a line, less its tangent, falls with the square of the way
TEST(TipMagnet, TangentLeavesATaylorRemainder) {
  for (const bool given : {false, true}) {
    const Magnet magnet(5, given, 0.7);
    StaticsSolver solver(magnet.model);
    State x = rest_state(magnet.model);
    x.q << 4, -2, 1;
    VectorX r0, r;
    MatrixX K;
    solver.residual(magnet.none(), x, r0);
    solver.tangent(magnet.none(), x, K);
    const VectorX d = VectorX::LinSpaced(magnet.model.nv, 1, -0.4);
    std::array<double, 3> rest{};
    for (size_t i = 0; i < rest.size(); ++i) {
      const double h = 0.1 * std::pow(0.5, double(i));
      State y = x;
      y.q += h * d;
      solver.residual(magnet.none(), y, r);
      rest[i] = (r - r0 - h * K * d).norm();
    }
    EXPECT_NEAR(std::log2(rest[0] / rest[1]), 2, 0.1);
    EXPECT_NEAR(std::log2(rest[1] / rest[2]), 2, 0.1);
  }
}

}  // namespace
}  // namespace cuttle
