#include "support/truth_rigid.h"

#include <gtest/gtest.h>

#include <cmath>

#include "cuttle/math/constants.h"
#include "support/elliptic.h"
#include "support/integrate.h"
#include "support/random.h"

namespace cuttle::testing {
namespace {

TEST(TruthPendulum, PeriodSeriesAndTable) {
  // T/T0 = 1 + a^2/16 + 11 a^4/3072 + ...
  const double a = 0.01, series = 1 + a * a / 16 + 11 * a * a * a * a / 3072;
  EXPECT_NEAR(pendulum_period(2 * kPi, a), series, 1e-14);
  EXPECT_NEAR(pendulum_period(2 * kPi, 0.5 * kPi), 1.1803405990160963, 1e-14);  // K(1/2) 2/pi
  EXPECT_GT(pendulum_period(1, 0.999 * kPi), 2 * pendulum_period(1, 0.5 * kPi));
  EXPECT_NEAR(point_pendulum_frequency(2, 9.81), std::sqrt(9.81 / 2), 1e-15);
}

// a rod hung at its end swings as a point mass at two thirds of its length
TEST(TruthPendulum, PhysicalPendulum) {
  const double m = 3, L = 0.9, g = 9.81;
  EXPECT_NEAR(physical_pendulum_frequency(m, L / 2, m * L * L / 3, g),
              point_pendulum_frequency(2 * L / 3, g), 1e-14);
}

TEST(TruthPendulum, AngleSolvesTheEquation) {
  for (double amplitude : {0.1, 1.5, 2.9}) {
    const double w = 3;
    const auto f = [w](double, const Eigen::Vector2d& y) -> Eigen::Vector2d {
      return {y[1], -w * w * std::sin(y[0])};
    };
    const double T = pendulum_period(w, amplitude);
    for (double t : {0.0, 0.3 * T, 0.8 * T, 1.4 * T}) {
      const auto y = integrate(f, 0.0, t, Eigen::Vector2d(amplitude, 0), 200);
      EXPECT_NEAR(pendulum_angle(w, amplitude, t), y[0], 1e-12) << amplitude << ' ' << t;  // 2e-13
    }
    EXPECT_NEAR(pendulum_angle(w, amplitude, 0.5 * T), -amplitude, 1e-13);
    EXPECT_NEAR(pendulum_angle(w, amplitude, 0.25 * T), 0, 1e-13);
  }
}

Vector3 euler_slope(const Vector3& inertia, const Vector3& rates) {
  const Vector3 momentum = inertia.cwiseProduct(rates);
  return momentum.cross(rates).cwiseQuotient(inertia);
}

// all orders of the moments, both kinds of orbit, all signs, against Euler's equations
TEST(TruthFreeBody, SolvesEulersEquations) {
  Random random(11);
  double worst = 0;
  for (int i = 0; i < 200; ++i) {
    const Vector3 inertia(random.uniform(1, 3), random.uniform(1, 3), random.uniform(1, 3));
    const Vector3 start = random.vector3(2);
    const auto f = [&](double, const Vector3& w) { return euler_slope(inertia, w); };
    const Vector3 end = integrate(f, 0.0, 6.0, start, 64);
    worst = std::max(worst, (free_body_rates(inertia, start, 6) - end).norm());
    ASSERT_LT((free_body_rates(inertia, start, 0) - start).norm(), 1e-12) << i;
  }
  EXPECT_LT(worst, 1e-12);  // measured 4e-14
}

TEST(TruthFreeBody, KeepsEnergyAndMomentumForLong) {
  const Vector3 inertia(1, 2, 3), start(0.1, 2, -0.2);
  const Vector3 late = free_body_rates(inertia, start, 1234.5);
  const Vector3 momentum = inertia.cwiseProduct(start), late_momentum = inertia.cwiseProduct(late);
  EXPECT_NEAR(late.dot(late_momentum), start.dot(momentum), 1e-13);
  EXPECT_NEAR(late_momentum.norm(), momentum.norm(), 1e-13);
}

TEST(TruthFreeBody, SpecialBodies) {
  // spin about a principal axis stays, also about the middle one; a sphere never changes
  EXPECT_EQ(free_body_rates({1, 2, 3}, {0, 5, 0}, 9), Vector3(0, 5, 0));
  EXPECT_EQ(free_body_rates({1, 2, 3}, {0, 0, -5}, 9), Vector3(0, 0, -5));
  EXPECT_EQ(free_body_rates({2, 2, 2}, {1, 2, 3}, 9), Vector3(1, 2, 3));

  // symmetric top: the cross rates turn at (Ic - Ia)/Ia * wc, steadily
  const double turn = (3.0 - 2.0) / 2.0 * 4.0 * 0.7;
  const Vector3 rates = free_body_rates({2, 2, 3}, {1, 0, 4}, 0.7);
  EXPECT_LT((rates - Vector3(std::cos(turn), std::sin(turn), 4)).norm(), 1e-14);
  const Vector3 slim = free_body_rates({2, 1, 2}, {1, 4, 0}, 0.7);
  EXPECT_LT((slim - Vector3(std::cos(turn), 4, std::sin(turn))).norm(), 1e-14);
}

DoublePendulum compound() {
  return {.upper = {.mass = 2, .length = 0.7, .centre = 0.3, .inertia = 0.11},
          .lower = {.mass = 1.3, .length = 0.9, .centre = 0.5, .inertia = 0.07},
          .gravity = 9.81};
}

// two balances fix both accelerations: no power, and only gravity turns the whole about the pivot
TEST(TruthDoublePendulum, EnergyAndMomentumBalance) {
  Random random(5);
  const DoublePendulum p = compound();
  const auto momentum = [&p](const DoublePendulumState& s) {
    const double bend = std::cos(s.angle[0] - s.angle[1]);
    const double coupling = p.lower.mass * p.upper.length * p.lower.centre * bend;
    const auto& [u, l, g] = p;
    return (u.inertia + u.mass * u.centre * u.centre + l.mass * u.length * u.length) * s.rate[0] +
           (l.inertia + l.mass * l.centre * l.centre) * s.rate[1] +
           coupling * (s.rate[0] + s.rate[1]);
  };
  for (int i = 0; i < 20; ++i) {
    const DoublePendulumState s{.angle = random.vector(2, 3), .rate = random.vector(2, 4)};
    const Eigen::Vector2d a = accelerations(p, s);
    const double h = 1e-5;
    const auto moved = [&](double t) {
      return DoublePendulumState{.angle = s.angle + t * s.rate + 0.5 * t * t * a,
                                 .rate = s.rate + t * a};
    };
    const double power = (energy(p, moved(h)) - energy(p, moved(-h))) / (2 * h);
    const double torque = (momentum(moved(h)) - momentum(moved(-h))) / (2 * h);
    const double weight = -p.gravity * (p.upper.mass * p.upper.centre * std::sin(s.angle[0]) +
                                        p.lower.mass * (p.upper.length * std::sin(s.angle[0]) +
                                                        p.lower.centre * std::sin(s.angle[1])));
    EXPECT_NEAR(power, 0, 1e-6) << i;  // measured 5e-8, the differences' own error
    EXPECT_NEAR(torque, weight, 1e-6) << i;
  }
}

// equal point masses on equal threads: omega^2 = (2 -+ sqrt 2) g/l with shapes (1, +-sqrt 2)
TEST(TruthDoublePendulum, SmallOscillations) {
  const DoublePendulum::Link link{.mass = 1, .length = 1, .centre = 1, .inertia = 0};
  const DoublePendulum p{.upper = link, .lower = link, .gravity = 9.81};
  for (double sign : {1.0, -1.0}) {
    const Eigen::Vector2d shape = 1e-5 * Eigen::Vector2d(1, sign * std::sqrt(2.0));
    const Eigen::Vector2d a = accelerations(p, {.angle = shape, .rate = {0, 0}});
    const double square = (2 - sign * std::sqrt(2.0)) * 9.81;
    EXPECT_LT((a + square * shape).norm(), 1e-12);
  }
}

// a lower link without mass leaves the physical pendulum
TEST(TruthDoublePendulum, LightLowerLink) {
  DoublePendulum p = compound();
  p.lower.mass = 0;
  const auto& u = p.upper;
  const double w =
      physical_pendulum_frequency(u.mass, u.centre, u.inertia + u.mass * u.centre * u.centre, 9.81);
  const Eigen::Vector2d a = accelerations(p, {.angle = {1.1, -0.4}, .rate = {2, 5}});
  EXPECT_NEAR(a[0], -w * w * std::sin(1.1), 1e-13);
  EXPECT_NEAR(a[1], 0, 1e-13);
}

}  // namespace
}  // namespace cuttle::testing
