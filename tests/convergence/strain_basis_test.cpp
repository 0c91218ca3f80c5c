// How fast a rod with few coordinates comes to the truth as its basis grows.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <numbers>
#include <vector>

#include "cuttle/actuation/load/point_load.h"
#include "cuttle/analysis/statics.h"
#include "cuttle/dynamics/kinematics.h"
#include "support/robots.h"
#include "support/truth_elastica.h"

namespace cuttle {
namespace {

constexpr double kLength = 0.5, kRadius = 0.01, kYoung = 1e6, kDensity = 1000;
constexpr double kEI = kYoung * std::numbers::pi * kRadius * kRadius * kRadius * kRadius / 4;
constexpr double kWeight = kDensity * std::numbers::pi * kRadius * kRadius;  // per g [kg/m]

/// Distance of the tip from the truth over L: dead tip load F and gravity g, both along -z.
double tip_error(int order, double force, double g, const testing::PlanarTip& truth) {
  testing::RoundRod spec;
  spec.length = kLength;
  spec.radius = spec.radius_tip = kRadius;
  spec.young = kYoung;
  spec.density = kDensity;
  spec.orders = {-1, order, -1, -1, -1, -1};
  spec.quadrature = 100;  // the step along the rod shall not be seen
  const auto rod = testing::round_rod(spec);
  Model model;
  model.gravity = Vector3(0, 0, -g);
  testing::add_body(model, rod, "fixed");
  model.inputs.resize(1);
  const int tip = rod->n_points() - 1;
  model.actors.push_back(std::make_shared<PointLoad>(
      PointLoad::Data{.at = {.body = 0, .point = tip}, .force_inputs = {-1, -1, 0}}));
  Input u = testing::zero_input(model);
  u.u[0] = -force;
  State x = rest_state(model);
  StaticsSolver solver(model);
  const StaticsResult result = solver.solve(u, {.tolerance = 1e-12, .load_steps = 4}, x);
  EXPECT_TRUE(result.status.ok()) << result.status.message;
  Workspace ws(model);
  update_kinematics(model, x, u, nullptr, ws);
  const Vector3 p = point_pose(ws, 0, tip).p / kLength;
  return std::hypot(p.x() - truth.x, -p.z() - truth.y);
}

/// Prints the table and returns the mean factor per order.
double decay(const char* name, const std::vector<double>& errors) {
  std::printf("%s: order, error / L\n", name);
  for (size_t i = 0; i < errors.size(); ++i) std::printf("  %zu  %.2e\n", i + 1, errors[i]);
  return std::pow(errors.front() / errors.back(), 1.0 / double(errors.size() - 1));
}

TEST(StrainBasisConvergence, TipLoadElasticaExponential) {
  constexpr double load = 10;  // P L^2 / EI
  std::vector<double> errors;
  for (int order = 1; order <= 8; ++order)
    errors.push_back(
        tip_error(order, load * kEI / (kLength * kLength), 0, testing::elastica_tip_load(load)));
  for (size_t i = 1; i < errors.size(); ++i) EXPECT_LT(errors[i], errors[i - 1]) << i + 1;
  EXPECT_GT(decay("tip load, P L^2 / EI = 10", errors), 6);  // measured 9.8
  EXPECT_LT(errors.back(), 1e-8);                            // measured 2.2e-9
}

TEST(StrainBasisConvergence, HeavyElasticaExponential) {
  constexpr double load = 10;  // w L^3 / EI
  std::vector<double> errors;
  for (int order = 1; order <= 8; ++order)
    errors.push_back(tip_error(order, 0, load * kEI / (kLength * kLength * kLength) / kWeight,
                               testing::elastica_own_weight(load)));
  EXPECT_GT(decay("own weight, w L^3 / EI = 10", errors), 6);  // measured 10.3
  EXPECT_LT(errors.back(), 1e-8);                              // measured 9.9e-10
}

}  // namespace
}  // namespace cuttle
