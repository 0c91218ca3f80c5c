// Where the energy of a robot comes from and where it goes: shares that are known, and their sum.

#include <gtest/gtest.h>

#include <cmath>

#include "support/runs.h"

namespace cuttle::testing {
namespace {

// a cart with a motor, a damper in its joint and another one to the wall
TEST(PowerProbe, SharesAreThoseOfDrivesJointsAndSprings) {
  const RunResult result = good_run(R"yaml(
bodies:
  - name: cart
    joint: {type: prismatic, axis: x, damping: 0.5, initial: 1, effort: "cos(t)"}
    rigid: {mass: 2, inertia: [1, 1, 1]}
springs:
  - {name: wall, b: {body: cart}, stiffness: 8, damping: 0.2}
probes:
  - {name: cart, joint: cart}
  - {name: wall, spring: wall}
  - {name: power, power: all}
study: {type: dynamics, duration: 3, output_step: 1 ms, method: dopri5, rtol: 1e-10, atol: 1e-12}
)yaml");
  const auto column = [&result](const std::string& name) { return result.trajectory.column(name); };
  const auto v = column("wall.rate"), drives = column("power.drives"),
             damping = column("power.damping"), inside = column("power.inside"),
             water = column("power.water"), total = column("power.total"),
             energy = column("energy.total");
  double largest = 0;
  for (std::size_t i = 1; i + 1 < v.size(); ++i) {
    const double t = 1e-3 * double(i);
    EXPECT_NEAR(drives[i], std::cos(t) * v[i], 1e-9);
    EXPECT_NEAR(damping[i], -0.5 * v[i] * v[i], 1e-9);
    EXPECT_NEAR(inside[i], -0.2 * v[i] * v[i], 1e-9);
    EXPECT_EQ(water[i], 0);
    EXPECT_NEAR(total[i], drives[i] + damping[i] + inside[i], 1e-12);
    EXPECT_NEAR(total[i], (energy[i + 1] - energy[i - 1]) / 2e-3, 1e-4);
    largest = std::max(largest, std::abs(total[i]));
  }
  EXPECT_GT(largest, 0.1);
}

// towed at a constant speed: what the drive gives, the water takes
TEST(PowerProbe, WaterTakesWhatTowingGives) {
  const RunResult result = good_run(R"yaml(
water: {density: 1000}
bodies:
  - name: ball
    joint: {type: prismatic, axis: x, prescribed: "0.5*t"}
    rigid: {shapes: [{sphere: 0.1, mass: 4}]}
probes:
  - {name: power, power: all}
study: {type: dynamics, duration: 1, output_step: 0.5}
)yaml");
  EXPECT_GT(last_of(result, "power.drives"), 0.01);
  EXPECT_NEAR(last_of(result, "power.water"), -last_of(result, "power.drives"), 1e-9);
  EXPECT_NEAR(last_of(result, "power.total"), 0, 1e-9);
}

}  // namespace
}  // namespace cuttle::testing
