// What every row of the joint table must do.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "cuttle/core/joint.h"
#include "cuttle/dynamics/energy.h"
#include "cuttle/rigid/rigid.h"
#include "support/taylor.h"
#include "unit/dynamics/samples.h"

namespace cuttle {
namespace {

using testing::derivative;
using testing::Sample;

class JointConformance : public ::testing::TestWithParam<std::string> {
 protected:
  /// One box, off centre, behind the joint.
  Model one_body() const {
    Model model;
    model.gravity = Vector3(1, -3, -9);
    const Pose off = exp_se3((Vector6() << 0.3, 0.5, -0.2, 0.1, 0.2, -0.15).finished());
    const MassProperties box = solid_box(1.5, Vector3(0.1, 0.2, 0.3)).moved(off);
    testing::add_body(model, std::make_shared<Rigid>(box, std::vector<Pose>{}), GetParam(), -1, 0,
                      off, Vector3(0.3, -0.5, 0.8), 0.07);
    return model;
  }

  /// States at an angle (or travel) of this size from rest, whatever the joint is.
  State state_at(const Model& model, double size) const {
    State x = rest_state(model);
    const VectorX q = x.q;
    VectorX d(model.nv);
    for (int i = 0; i < model.nv; ++i) d[i] = i % 3 == 0 ? 2 : i % 3 == 1 ? -1 : 2;
    d *= size / 3;  // groups of three have the length `size`
    if (model.nv <= 3 && model.bodies[0].steps[0].kind == StepKind::screw) d.setConstant(size);
    retract(model, q, d, x.q);
    return x;
  }

  const std::vector<double> sizes_ = {0, 1e-9, 0.7, std::numbers::pi - 1e-3};
};

TEST_P(JointConformance, BasisIsTheSlopeOfThePose) {
  const Model model = one_body();
  for (double size : {0.0, 1e-9, 0.7, std::numbers::pi - 1e-9}) {
    const State x = state_at(model, size);
    for (const JointStep& step : model.bodies[0].steps) {
      const double* q = x.q.data() + step.q;
      const Pose home = step_pose(step, q).inverse();
      for (int j = 0; j < step.nv(); ++j) {
        const Vector6 slope = derivative([&](double h) -> Vector6 {
          double moved[7];
          const Vector6 d = h * Vector6::Unit(j);
          step_retract(step, q, d.data(), moved);
          return log_se3(home * step_pose(step, moved));
        });
        const Vector6 unit = Vector6::Unit(j);
        EXPECT_LT((slope - step_basis(step).col(j)).norm(), 1e-12) << "size " << size;
        EXPECT_EQ(step_twist(step, unit.data()), Vector6(step_basis(step).col(j)));
      }
    }
  }
}

TEST_P(JointConformance, PositionRateIsTheSlopeOfRetract) {
  const Model model = one_body();
  const VectorX v = VectorX::LinSpaced(model.nv, 0.5, 1.5);
  for (double size : sizes_) {
    const State x = state_at(model, size);
    VectorX rate(model.nq);
    position_rate(model, x.q, v, rate);
    const VectorX slope = derivative([&](double h) {
      VectorX moved(model.nq);
      retract(model, x.q, h * v, moved);
      return moved;
    });
    EXPECT_LT((slope - rate).norm(), 1e-11) << "size " << size;
  }
}

// d(twist)/dt of the body along a motion is S a + the bias of the joint
TEST_P(JointConformance, BiasIsTheRateOfTheBasis) {
  Sample s{one_body(), {}, {}};
  s.u = testing::zero_input(s.model);
  const VectorX a = VectorX::LinSpaced(s.model.nv, -1, 1);
  for (double size : sizes_) {
    s.x = state_at(s.model, size);
    s.x.v = VectorX::LinSpaced(s.model.nv, 0.5, 1.5);
    Workspace ws(s.model), moved(s.model);
    update_kinematics(s.model, s.x, s.u, a.data(), ws);
    Vector6 A = ws.bodies[0].A_B;
    A.tail<3>() += ws.bodies[0].X_WB.R.transpose() * s.model.gravity;
    const Vector6 rate = derivative([&](double h) -> Vector6 {
      const Sample at = testing::displaced(s, h * s.x.v, h * a);
      update_kinematics(at.model, at.x, at.u, nullptr, moved);
      return moved.bodies[0].V_B;
    });
    EXPECT_LT((rate - A).norm(), 1e-11) << "size " << size;
  }
}

// a swing without loss keeps its energy to the order of the method
TEST_P(JointConformance, FreeSwingKeepsItsEnergy) {
  const Model model = one_body();
  const Input u = testing::zero_input(model);
  Workspace ws(model);
  State start = state_at(model, 0.7);
  start.v = VectorX::LinSpaced(model.nv, 0.5, 1.5);
  const auto total = [&](const State& x) {
    update_kinematics(model, x, u, nullptr, ws);
    return energy(model, x, u, ws).total();
  };
  std::vector<double> errors;
  for (int steps : {100, 200, 400}) {
    const State end = testing::run_rk4(
        model, start, [&](double) { return u; }, 0.5 / steps, steps);
    errors.push_back(std::abs(total(end) - total(start)));
  }
  // a body that falls without turning is a parabola, which the method has exactly
  if (errors.back() < 1e-12) return;
  EXPECT_LT(errors.back(), 2e-7);                      // measured at most 3.9e-8, universal
  EXPECT_GT(testing::measured_order(errors, 2), 3.7);  // measured at least 3.87, universal
}

TEST_P(JointConformance, SpringForceIsTheSlopeOfTheEnergyAndTangentItsSlope) {
  Model model = one_body();
  for (JointStep& step : model.bodies[0].steps) step.stiffness = 2.5;
  for (double size : sizes_) {
    const State x = state_at(model, size);
    for (const JointStep& step : model.bodies[0].steps) {
      const double* q = x.q.data() + step.q;
      const StepVector force = step_spring_force(step, q);
      const StepMatrix tangent = step_spring_tangent(step, q);
      const auto moved_by = [&](int j, double h) {
        std::array<double, 7> moved{};
        const Vector6 d = h * Vector6::Unit(j);
        step_retract(step, q, d.data(), moved.data());
        return moved;
      };
      // steps that stay this side of the half turn
      const double h = 2e-4;
      for (int j = 0; j < step.nv(); ++j) {
        const double slope = derivative(
            [&](double e) { return step_spring_energy(step, moved_by(j, e).data()); }, h);
        const VectorX column = derivative(
            [&](double e) { return VectorX(-step_spring_force(step, moved_by(j, e).data())); }, h);
        EXPECT_NEAR(slope, -force[j], 1e-9) << "size " << size;
        EXPECT_LT((column - tangent.col(j)).norm(), 1e-9 * (1 + tangent.norm())) << "size " << size;
      }
    }
  }
}

std::vector<std::string> joint_names() {
  std::vector<std::string> names;
  for (const JointKind& kind : joint_table()) names.emplace_back(kind.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Table, JointConformance, ::testing::ValuesIn(joint_names()),
                         [](const auto& row) { return row.param; });

}  // namespace
}  // namespace cuttle
