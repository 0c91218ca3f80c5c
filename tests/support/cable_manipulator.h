#pragma once
// The soft manipulator of [Mathew22], Table 1: two divisions of 0.5 m, six cables. Young's modulus
// 1 MPa; the sign of z of cable 6 is a choice, as printed it is that of cable 5.

#include <cmath>
#include <memory>
#include <numbers>

#include "cuttle/actuation/cable/cable.h"
#include "cuttle/control/frame/frame_goal.h"
#include "cuttle/core/body_place.h"
#include "cuttle/math/so3.h"
#include "support/robots.h"

namespace cuttle::testing {

struct CableManipulator {
  Model model;
  BodyPlace tip;
  std::vector<int> inputs = {0, 1, 2, 3, 4, 5};
};

inline CableManipulator cable_manipulator(double sign_of_cable_6 = -1, double viscosity = 0) {
  RoundRod first, second;
  first.length = second.length = 0.5;
  first.radius = 0.02;
  first.radius_tip = second.radius = 0.015;
  second.radius_tip = 0.01;
  first.viscosity = second.viscosity = viscosity;
  first.orders = {-1, 1, 1, -1, -1, -1};
  second.orders = {-1, 0, 0, -1, -1, -1};
  RodBuilder builder({round_division(first), round_division(second)});
  const int tip = builder.point_at(1);
  const std::shared_ptr<const Rod> rod = builder.finish();

  CableManipulator arm;
  arm.model.gravity.setZero();
  arm.tip = {.body = add_body(arm.model, rod, "fixed"), .point = tip};
  StrainField field;
  field.pieces = {{0, 0.5, 5}, {0.5, 1, 5}};
  field.basis = [&rod](double X) { return rod->basis(X); };
  field.rest_strain = [&rod](double X) { return rod->rest_strain(X); };
  // y = a (1 - c X), z = b (1 - c X)
  const auto cable = [&](double length, double a, double b, double c) {
    const auto path = [=](double X) {
      return PathOffset{.y = a * (1 - c * X), .z = b * (1 - c * X), .dy = -a * c, .dz = -b * c};
    };
    const auto input = int(arm.model.inputs.size());
    arm.model.inputs.push_back({"c" + std::to_string(input + 1), "N"});
    arm.model.actors.push_back(std::make_shared<const Cable>(
        std::vector<CableLeg>{make_rod_leg(0, field, 0, length, path)}, input));
  };
  const double d1 = 0.015, d2 = 0.01, s = std::sqrt(3) / 2;
  cable(0.5, d1 / 2, s * d1, 0);
  cable(0.5, -d1, 0, 0);
  cable(0.5, d1 / 2, -s * d1, 1);
  cable(1, d2, 0, 0);
  cable(1, -d2 / 2, s * d2, 0);
  cable(1, -d2 / 2, sign_of_cable_6 * s * d2, 0.5);
  return arm;
}

/// Case 1: the circle at an angle along it; the x-axis looks outwards by 35.96 degrees, no roll.
inline Pose circle_pose(double angle, double radius = 0.22) {
  const double tilt = 35.96 * std::numbers::pi / 180;
  const double c = std::cos(angle), s = std::sin(angle);
  return {exp_so3(Vector3(0, -tilt * s, tilt * c)), Vector3(0.96, radius * c, radius * s)};
}

/// The same as a goal that moves, at `turn` rad/s.
inline FrameGoal circle_goal(double turn, double radius = 0.22) {
  const auto formula = [](double factor, const char* function, double rate) {
    SignalSpec spec;
    spec.kind = SignalSpec::Kind::expression;
    spec.expression = std::to_string(factor) + "*" + function + "(" + std::to_string(rate) + "*t)";
    return Signal(spec);
  };
  const double tilt = 35.96 * std::numbers::pi / 180;
  return FrameGoal({Signal(0.96), formula(radius, "cos", turn), formula(radius, "sin", turn)},
                   {Signal(0.0), formula(-tilt, "sin", turn), formula(tilt, "cos", turn)});
}

}  // namespace cuttle::testing
