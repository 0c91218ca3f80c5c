#include "cuttle/dynamics/energy.h"

#include <gtest/gtest.h>

#include "cuttle/dynamics/dense.h"
#include "support/taylor.h"
#include "unit/dynamics/samples.h"

namespace cuttle {
namespace {

using testing::derivative;
using testing::Sample;

constexpr int kEnergySeeds = 24;

// d(energy)/dt along the motion is the power, with all kinds of flow at once
TEST(Energy, ChangesByThePower) {
  double worst = 0;
  Power largest;
  for (int seed = 1; seed <= kEnergySeeds; ++seed) {
    const Sample s = testing::random_sample(std::uint64_t(seed), 1 + seed / 2);
    Workspace ws(s.model), moved(s.model);
    forward_dynamics(s.model, s.x, s.u, ws);
    const Power flow = power(s.model, s.x, s.u, ws);
    const auto rate_of = [&](auto part) {
      return derivative(
          [&](double h) -> double {
            const Sample at = testing::displaced(s, h * s.x.v, h * ws.a);
            update_kinematics(at.model, at.x, at.u, nullptr, moved);
            return part(energy(at.model, at.x, at.u, moved));
          },
          1e-3);
    };
    const double rate = rate_of([](const Energy& e) { return e.total(); });
    const double exchange = rate_of([](const Energy& e) { return e.kinetic; });
    EXPECT_LE(flow.damping, 0);
    const double size = std::abs(flow.damping) + std::abs(flow.effort) + std::abs(flow.prescribed) +
                        std::abs(flow.actors) + std::abs(exchange);
    if (size == 0) continue;
    worst = std::max(worst, std::abs(rate - flow.total()) / size);
    largest.damping = std::max(largest.damping, -flow.damping);
    largest.effort = std::max(largest.effort, std::abs(flow.effort));
    largest.prescribed = std::max(largest.prescribed, std::abs(flow.prescribed));
    largest.actors = std::max(largest.actors, std::abs(flow.actors));
  }
  EXPECT_LT(worst, 1e-9);  // measured 5.2e-11, the round-off of the differences
  // none of the flows was absent
  for (double flow : {largest.damping, largest.effort, largest.prescribed, largest.actors})
    EXPECT_GT(flow, 0.5);
}

/// A free body with four rods, bent, tumbling.
Sample tumbling_swimmer() {
  std::mt19937_64 random(5);
  Sample s{testing::swimmer(4), {}, {}};
  s.x = testing::random_state(random, s.model);
  s.u = testing::zero_input(s.model);
  return s;
}

// Newton and Euler for the whole robot: only gravity changes the momentum
TEST(Momentum, ChangesByTheGravityImpulse) {
  const Sample s = tumbling_swimmer();
  Workspace ws(s.model), moved(s.model);
  forward_dynamics(s.model, s.x, s.u, ws);
  const VectorX a = ws.a;
  const Vector6 rate = derivative(
      [&](double h) {
        const Sample at = testing::displaced(s, h * s.x.v, h * a);
        update_kinematics(at.model, at.x, at.u, nullptr, moved);
        return momentum(at.model, at.x, moved);
      },
      1e-4);

  double mass = 0;
  Vector3 moment = Vector3::Zero();
  for (size_t i = 0; i < s.model.bodies.size(); ++i) {
    const BodyFamily& family = *s.model.bodies[i].family;
    const Pose& X = ws.bodies[i].X_WB;
    mass += family.mass();
    moment += X.R * family.first_moment(ws.bodies[i]) + family.mass() * X.p;
  }
  Vector6 impulse;
  impulse << moment.cross(s.model.gravity), mass * s.model.gravity;
  EXPECT_LT((rate - impulse).norm(), 1e-9 * impulse.norm());  // measured 8.3e-13
}

// the rows of M of a free base are the momentum of all that it carries, in its own frame
TEST(Momentum, IsTheTopOfTheMassMatrix) {
  const Sample s = tumbling_swimmer();
  Workspace ws(s.model);
  const Vector6 h_B = (mass_matrix(s.model, s.x, s.u, ws) * s.x.v).head<6>();
  update_kinematics(s.model, s.x, s.u, nullptr, ws);
  const Vector6 h_W = momentum(s.model, s.x, ws);
  const double error = (Ad_invT_apply(ws.bodies[0].X_WB, h_B) - h_W).norm() / h_W.norm();
  EXPECT_LT(error, 1e-14);  // measured 4.0e-16
}

// without gravity nothing changes momentum and energy but the method, to its order
TEST(Momentum, StaysWithoutGravity) {
  Sample s = tumbling_swimmer();
  s.model.gravity.setZero();
  Workspace ws(s.model);
  const auto books = [&](const State& x) {
    update_kinematics(s.model, x, s.u, nullptr, ws);
    const double total = energy(s.model, x, s.u, ws).total();
    return std::pair(momentum(s.model, x, ws), total);
  };
  const auto [h_start, E_start] = books(s.x);
  std::vector<double> drift, loss;
  for (int steps : {250, 500, 1000}) {
    const State end = testing::run_rk4(
        s.model, s.x, [&](double) { return s.u; }, 0.05 / steps, steps);
    const auto [h, E] = books(end);
    drift.push_back((h - h_start).norm() / h_start.norm());
    loss.push_back(std::abs(E / E_start - 1));
  }
  EXPECT_LT(drift.back(), 1e-10);                     // measured 7.1e-12
  EXPECT_LT(loss.back(), 1e-8);                       // measured 5.2e-10
  EXPECT_GT(testing::measured_order(drift, 2), 3.7);  // measured 4.00
  EXPECT_GT(testing::measured_order(loss, 2), 3.7);   // measured 4.99
}

}  // namespace
}  // namespace cuttle
