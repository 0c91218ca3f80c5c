// The step along the rod: fourth-order Magnus with two points.

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "cuttle/dynamics/kinematics.h"
#include "cuttle/math/so3.h"
#include "support/integrate.h"
#include "support/robots.h"
#include "support/taylor.h"

namespace cuttle {
namespace {

constexpr double kRodLength = 1;

/// Strong curvature that grows with X^2, twist and stretch.
Vector6 strain(double X) {
  return (Vector6() << 2 - 3 * X, 8 * X * X, 3 * X - 4 * X * X, 1 + 0.2 * X, 0, 0.1).finished();
}

/// Tip of a rod made of `pieces` equal divisions; each has one Gauss point, so two intervals.
Vector3 tip(int pieces) {
  std::vector<RodDivision> divisions;
  for (int i = 0; i < pieces; ++i) {
    testing::RoundRod spec;
    spec.length = kRodLength / pieces;
    spec.quadrature = 1;
    RodDivision division = testing::round_division(spec);
    const double start = i * spec.length;
    division.rest_strain = [start](double X) { return strain(start + X); };
    divisions.push_back(division);
  }
  const auto rod = RodBuilder(divisions).finish();
  Model model;
  testing::add_body(model, rod, "fixed");
  Workspace ws(model);
  update_kinematics(model, rest_state(model), testing::zero_input(model), nullptr, ws);
  return point_pose(ws, 0, rod->n_points() - 1).p;
}

/// p' = R nu, R' = R [kappa], column by column.
Vector3 true_tip() {
  using Frame = Eigen::Matrix<double, 12, 1>;
  Frame start = Frame::Zero();
  start[3] = start[7] = start[11] = 1;
  const auto rate = [](double X, const Frame& y) {
    const Matrix3 R = y.tail<9>().reshaped(3, 3);
    const Vector6 xi = strain(X);
    Frame out;
    out.head<3>() = R * xi.tail<3>();
    out.tail<9>() = Matrix3(R * hat(xi.head<3>())).reshaped();
    return out;
  };
  return testing::integrate(rate, 0, kRodLength, start, 64).head<3>();
}

TEST(MagnusStep, HasOrderFour) {
  const Vector3 truth = true_tip();
  std::vector<double> errors;
  for (int pieces : {8, 16, 32, 64}) errors.push_back((tip(pieces) - truth).norm());
  EXPECT_NEAR(testing::measured_order(errors, 2), 4, 0.2);  // measured 4.00
  EXPECT_LT(errors.back(), 1e-8);                           // measured 1.4e-9
}

}  // namespace
}  // namespace cuttle
