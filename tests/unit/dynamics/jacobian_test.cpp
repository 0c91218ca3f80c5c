#include "cuttle/dynamics/jacobian.h"

#include <gtest/gtest.h>

#include "cuttle/rigid/rigid.h"
#include "unit/dynamics/samples.h"

namespace cuttle {
namespace {

using testing::derivative;
using testing::Sample;

constexpr int kJacobianSeeds = 16;

/// Calls visit(sample, body, point) for the last and the middle point of all bodies of all trees.
template <class Visit>
void for_each_point(Visit visit) {
  for (int seed = 1; seed <= kJacobianSeeds; ++seed) {
    const Sample s = testing::random_sample(std::uint64_t(seed), 1 + seed / 2);
    for (int body = 0; body < int(s.model.bodies.size()); ++body) {
      const int points = s.model.bodies[size_t(body)].family->n_points();
      for (int point : {points / 2, points - 1}) visit(s, body, point);
    }
  }
}

/// Largest error of a column of the Jacobian against differences of the pose, over its size.
double column_error(const Sample& s, int body, int point) {
  Workspace ws(s.model), moved(s.model);
  update_kinematics(s.model, s.x, s.u, nullptr, ws);
  const MatrixX J = jacobian(s.model, ws, body, point);
  const Pose home = point_pose(ws, body, point).inverse();
  const VectorX zero = VectorX::Zero(s.model.nv);
  double worst = 0;
  for (int j = 0; j < s.model.nv; ++j) {
    const Vector6 column = derivative([&](double h) -> Vector6 {
      const Sample at = testing::displaced(s, h * VectorX::Unit(s.model.nv, j), zero);
      update_kinematics(at.model, at.x, at.u, nullptr, moved);
      return log_se3(home * point_pose(moved, body, point));
    });
    worst = std::max(worst, (column - J.col(j)).norm() / (1 + J.col(j).norm()));
  }
  return worst;
}

TEST(Jacobian, IsTheSlopeOfThePose) {
  double worst = 0;
  for_each_point([&](const Sample& s, int body, int point) {
    worst = std::max(worst, column_error(s, body, point));
  });
  EXPECT_LT(worst, 1e-11);  // measured 1.4e-13
}

// each kind of joint between two bodies, with a rod before and a rigid body behind
TEST(Jacobian, IsTheSlopeOfThePoseBehindEveryJoint) {
  for (const JointKind& kind : joint_table()) {
    std::mt19937_64 random(7);
    testing::RoundRod spec;
    spec.orders = {0, 1, 1, 0, 0, 0};
    Sample s;
    const int rod = testing::add_body(s.model, testing::round_rod(spec), "free");
    const Pose frame = exp_se3((Vector6() << 0.4, -0.3, 0.8, 0.1, 0.2, -0.1).finished());
    const int body = testing::add_body(
        s.model,
        std::make_shared<Rigid>(solid_box(1, Vector3(0.1, 0.2, 0.3)), std::vector<Pose>{frame}),
        std::string(kind.name), rod, 3, frame, Vector3(0.3, -0.5, 0.8));
    s.x = testing::random_state(random, s.model);
    s.u = testing::zero_input(s.model);
    EXPECT_LT(column_error(s, body, 1), 1e-11) << kind.name;  // measured at most 8.2e-14
  }
}

TEST(Jacobian, TimesVelocitiesIsTheTwist) {
  double worst = 0;
  for_each_point([&](const Sample& s, int body, int point) {
    Workspace ws(s.model);
    update_kinematics(s.model, s.x, s.u, nullptr, ws);
    const Vector6 twist = point_twist(ws, body, point);
    const Vector6 Jv = jacobian(s.model, ws, body, point) * s.x.v;
    worst = std::max(worst, (Jv - twist).norm() / (1 + twist.norm()));
  });
  EXPECT_LT(worst, 1e-14);  // measured 2.7e-16
}

// along a motion with accelerations a, the twist of a point changes by J a + J' v
TEST(Jacobian, RateTimesVelocitiesIsTheRestOfTheAcceleration) {
  double worst = 0;
  for_each_point([&](const Sample& s, int body, int point) {
    Workspace ws(s.model), moved(s.model);
    // also after forward dynamics, which leaves the accelerations of all frames behind
    forward_dynamics(s.model, s.x, s.u, ws);
    const VectorX a = VectorX::LinSpaced(s.model.nv, -1, 1);
    const Vector6 expected =
        jacobian(s.model, ws, body, point) * a + jacobian_rate_times_v(s.model, ws, body, point);
    const Vector6 rate = derivative([&](double h) -> Vector6 {
      const Sample at = testing::displaced(s, h * s.x.v, h * a);
      update_kinematics(at.model, at.x, at.u, nullptr, moved);
      return point_twist(moved, body, point);
    });
    worst = std::max(worst, (rate - expected).norm() / (1 + expected.norm()));
  });
  EXPECT_LT(worst, 1e-11);  // measured 1.3e-13
}

}  // namespace
}  // namespace cuttle
