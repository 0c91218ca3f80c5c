// What every body family promises, for all bodies of all models.

#include <gtest/gtest.h>

#include <algorithm>

#include "cuttle/contact/contact_forces.h"
#include "cuttle/dynamics/dense.h"
#include "cuttle/dynamics/energy.h"
#include "cuttle/dynamics/forward.h"
#include "cuttle/dynamics/inverse.h"
#include "cuttle/dynamics/kinematics.h"
#include "cuttle/math/linalg/eigen.h"
#include "support/all_models.h"

namespace cuttle::testing {
namespace {

constexpr double kDifference = 1e-5;  // of central differences

class FamilyConformance : public ::testing::TestWithParam<std::string> {
 protected:
  FamilyConformance() : robot(GetParam()), model(with_actors(robot.model, {})) {}

  Underway robot;
  Model model;
};

TEST_P(FamilyConformance, TellsWhatItsCoordinatesAre) {
  for (const Body& body : model.bodies) {
    const std::vector<StrainCoordinate> list = body.family->coordinates();
    ASSERT_EQ(int(list.size()), body.n()) << body.name;
    EXPECT_TRUE(std::ranges::none_of(list, [](const auto& c) { return c.strain.empty(); }));
  }
  std::vector<std::string> names = robot.model.v_names;
  std::ranges::sort(names);
  EXPECT_EQ(std::ranges::adjacent_find(names), names.end()) << "two coordinates of one name";
}

TEST_P(FamilyConformance, InertiaIsSymmetricAndNotNegative) {
  if (model.nv == 0) return;
  Workspace ws(model);
  const VectorX scale = model.v_scale;
  const MatrixX M =
      scale.asDiagonal() * mass_matrix(model, robot.x, robot.u, ws) * scale.asDiagonal();
  const double largest = M.cwiseAbs().maxCoeff();
  EXPECT_LE((M - M.transpose()).cwiseAbs().maxCoeff(), 1e-13 * largest);
  EXPECT_GT(SymmetricEigen(M).values()[0], -1e-13 * largest);
}

// d(energy)/dt = power, along the motion that forward dynamics tells, with all actors but contacts
TEST_P(FamilyConformance, EnergyBalances) {
  model.actors = robot.model.actors;
  std::erase_if(model.actors, [](const auto& actor) {
    return dynamic_cast<const ContactForces*>(actor.get()) != nullptr;
  });
  if (model.nv == 0) return;
  Workspace ws(model);
  forward_dynamics(model, robot.x, robot.u, ws);
  if (ws.singular_body >= 0) return;  // a load path may go without inertia
  const VectorX a = ws.a;
  const double flow = power(model, robot.x, robot.u, ws).total();
  const auto energy_at = [&](double h) {
    State at = robot.x;
    retract(model, robot.x.q, h * robot.x.v + 0.5 * h * h * a, at.q);
    at.v += h * a;
    update_kinematics(model, at, robot.u, nullptr, ws);
    return energy(model, at, robot.u, ws).total();
  };
  // a step that is short against the fastest change of velocity
  const double fastest = (a.cwiseAbs().array() / model.v_scale.array()).maxCoeff();
  const double h = kDifference / std::max(1.0, fastest);
  const double ahead = energy_at(h), behind = energy_at(-h);
  const double kinetic = kinetic_energy(model, ws);
  const double size = (std::abs(ahead) + kinetic) * std::max(1.0, fastest);
  EXPECT_NEAR((ahead - behind) / (2 * h), flow, 1e-7 * size + 1e-7 * std::abs(flow));
}

// what a family says about its band is what elimination relies on
TEST_P(FamilyConformance, CoordinatesMeetWithinTheirBand) {
  const auto narrow = [](const Body& body) { return body.family->band() < body.n() - 1; };
  if (std::ranges::none_of(model.bodies, narrow)) return;
  model.actors = robot.model.actors;
  Workspace ws(model);
  const MatrixX M = mass_matrix(model, robot.x, robot.u, ws);
  const MatrixX K = stiffness_matrix(model, robot.x, robot.u, ws);
  const MatrixX D = damping_matrix(model, robot.x, robot.u, ws);
  for (const Body& body : model.bodies)
    for (int i = 0; i < body.n(); ++i)
      for (int j = 0; j < body.n(); ++j) {
        if (std::abs(i - j) <= body.family->band()) continue;
        const int row = body.v + i, column = body.v + j;
        EXPECT_EQ(std::abs(M(row, column)) + std::abs(K(row, column)) + std::abs(D(row, column)), 0)
            << body.name << " " << i << " " << j;
      }
  // the forces that the motion needs, without any matrix
  forward_dynamics(model, robot.x, robot.u, ws);
  const VectorX a = ws.a;
  inverse_dynamics(model, robot.x, robot.u, a.data(), ws);
  const double size = VectorX(M.cwiseAbs() * a.cwiseAbs()).lpNorm<Eigen::Infinity>();
  for (const Body& body : model.bodies)
    for (int i = 0; i < body.n(); ++i)
      EXPECT_LT(std::abs(ws.tau[body.v + i]), 1e-11 * size) << body.name << " " << i;
}

INSTANTIATE_TEST_SUITE_P(Models, FamilyConformance, ::testing::ValuesIn(all_models()),
                         [](const auto& row) { return row.param; });

}  // namespace
}  // namespace cuttle::testing
