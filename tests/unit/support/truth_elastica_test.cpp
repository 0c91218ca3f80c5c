#include "support/truth_elastica.h"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>
#include <functional>
#include <numbers>

#include "cuttle/math/linalg/lu.h"
#include "support/csv.h"
#include "support/gauss_legendre.h"
#include "support/truth_rigid.h"

namespace cuttle::testing {
namespace {

void expect_near(const PlanarTip& a, const PlanarTip& b, double bound) {
  EXPECT_NEAR(a.x, b.x, bound);
  EXPECT_NEAR(a.y, b.y, bound);
  EXPECT_NEAR(a.angle, b.angle, bound);
}

// Second algorithm: the least energy over theta'(s) in a Legendre basis, by Newton.
// Forces are known along the rod, so stretch and shear are eliminated:
// int 1/2 EI theta'^2 - n sin(theta) - 1/2 (n sin)^2/EA - 1/2 (n cos)^2/GA,  n(s) = P + w (L - s).
class EnergyMinimum {
 public:
  EnergyMinimum(const PlanarBeam& beam, double P, double w) : beam_(beam), P_(P), w_(w) {
    constexpr int kPoints = 60, kOrder = 26;
    rule_ = golub_welsch(kPoints);
    value_.resize(kPoints, kOrder);
    slope_.resize(kPoints, kOrder);

    // theta' = Legendre polynomials, theta = their integrals from the clamp
    for (int i = 0; i < kPoints; ++i) {
      const double z = 2 * rule_.nodes[i] - 1;
      double before = 1, now = z, sum_before = 1;
      for (int n = 0; n < kOrder; ++n) {
        const double next = ((2 * n + 3) * z * now - (n + 1) * before) / (n + 2);
        slope_(i, n) = before;
        value_(i, n) = n == 0 ? 0.5 * (z + 1) : 0.5 * (now - sum_before) / (2 * n + 1);
        sum_before = before;
        before = now;
        now = next;
      }
    }
    coefficients_ = VectorX::Zero(kOrder);
  }

  PlanarTip tip() {
    for (int i = 0; i < 60; ++i) newton_step();
    return measure();
  }

 private:
  double force(int i) const { return P_ + w_ * beam_.length * (1 - rule_.nodes[i]); }

  void newton_step() {
    const double L = beam_.length, softness = 1 / beam_.EA - 1 / beam_.GA;
    const VectorX theta = value_ * coefficients_;
    VectorX gradient =
        beam_.EI / L * slope_.transpose() * rule_.weights.asDiagonal() * (slope_ * coefficients_);
    MatrixX hessian = beam_.EI / L * slope_.transpose() * rule_.weights.asDiagonal() * slope_;
    for (int i = 0; i < theta.size(); ++i) {
      const double n = force(i), w = L * rule_.weights[i];
      const double a = theta[i], soft = n * n * softness;
      const double first = -n * std::cos(a) - 0.5 * soft * std::sin(2 * a);
      const double second = n * std::sin(a) - soft * std::cos(2 * a);
      gradient += w * first * value_.row(i).transpose();
      hessian += w * second * value_.row(i).transpose() * value_.row(i);
    }
    // short steps keep a large load from jumping to another branch
    const VectorX step = Lu(hessian).solve(VectorX(-gradient));
    const double longest = (value_ * step).cwiseAbs().maxCoeff();
    coefficients_ += step * std::min(1.0, 0.3 / std::max(longest, 1e-300));
  }

  PlanarTip measure() const {
    const VectorX theta = value_ * coefficients_;
    PlanarTip tip{.x = 0, .y = 0, .angle = coefficients_[0]};
    for (int i = 0; i < theta.size(); ++i) {
      const double c = std::cos(theta[i]), s = std::sin(theta[i]), n = force(i);
      const double w = beam_.length * rule_.weights[i];
      tip.x += w * ((1 + n * s / beam_.EA) * c - n * c / beam_.GA * s);
      tip.y += w * ((1 + n * s / beam_.EA) * s + n * c / beam_.GA * c);
    }
    return tip;
  }

  PlanarBeam beam_;
  double P_, w_;
  GaussRule rule_;
  MatrixX value_, slope_;
  VectorX coefficients_;
};

// Mattiasson 1981, "Numerical results from large deflection beam and frame problems", five digits
TEST(TruthElastica, TipLoadTable) {
  struct Row {
    double load, y, shortening, angle;
  };
  for (const Row& row : {Row{1, 0.30172, 0.05643, 0.46135}, Row{2, 0.49346, 0.16064, 0.78175},
                         Row{5, 0.71379, 0.38763, 1.21537}, Row{10, 0.81061, 0.55500, 1.43029}}) {
    const PlanarTip tip = elastica_tip_load(row.load);
    EXPECT_NEAR(tip.y, row.y, 6e-6) << row.load;
    EXPECT_NEAR(1 - tip.x, row.shortening, 6e-6) << row.load;
    EXPECT_NEAR(tip.angle, row.angle, 6e-6) << row.load;
  }
}

// linear theory: P L^3/3EI, P L^2/2EI, shortening P^2 L^5/15 EI^2; the next term is P^2 smaller
TEST(TruthElastica, SmallTipLoadIsLinear) {
  const double load = 1e-4;
  const PlanarTip tip = elastica_tip_load(load);
  EXPECT_NEAR(tip.y / (load / 3), 1, 1e-8);
  EXPECT_NEAR(tip.angle / (load / 2), 1, 1e-8);
  EXPECT_NEAR((1 - tip.x) / (load * load / 15), 1, 1e-6);
}

// a huge load hangs the rod down; the bend at the clamp keeps the reach sqrt(2 EI / P)
TEST(TruthElastica, HugeTipLoadHangsStraight) {
  const PlanarTip tip = elastica_tip_load(1e4);
  EXPECT_NEAR(tip.x, std::sqrt(2e-4), 1e-15);
  EXPECT_NEAR(tip.y, 1 - (2 - std::sqrt(2.0)) * 1e-2, 1e-13);  // 1 - int (1 - sin) ds of the bend
  EXPECT_NEAR(tip.angle, 0.5 * std::numbers::pi, 1e-15);
  EXPECT_NEAR(elastica_tip_load(1e5).x, std::sqrt(2e-5), 1e-15);
}

TEST(TruthElastica, TipLoadThreeWays) {
  for (double load : {0.1, 1.0, 2.0, 5.0, 10.0, 30.0}) {
    const PlanarTip tip = elastica_tip_load(load);
    expect_near(tip, beam_dead_load({}, load, 0), 1e-13);       // shooting: measured 7e-15
    expect_near(tip, EnergyMinimum({}, load, 0).tip(), 1e-13);  // least energy: measured 2e-15
  }
}

TEST(TruthElastica, UnitsScale) {
  const PlanarBeam beam{.length = 3, .EI = 7};
  const PlanarTip tip = beam_dead_load(beam, 2, 0), unit = elastica_tip_load(2 * 9 / 7.0);
  expect_near({tip.x / 3, tip.y / 3, tip.angle}, unit, 1e-13);
}

TEST(TruthElastica, EndMomentIsACircle) {
  const PlanarTip half = elastica_end_moment(std::numbers::pi);
  expect_near(half, {0, 2 / std::numbers::pi, std::numbers::pi}, 1e-15);
  const PlanarTip full = elastica_end_moment(2 * std::numbers::pi);
  expect_near(full, {0, 0, 2 * std::numbers::pi}, 1e-15);
  for (double moment : {1e-6, 0.7, 3.0, 12.0}) {
    expect_near(elastica_end_moment(moment), beam_follower({}, 0, moment), 1e-13);
  }
}

// w L^4/8EI and w L^3/6EI, then the minimum of energy
TEST(TruthElastica, OwnWeight) {
  const PlanarTip small = elastica_own_weight(1e-4);
  EXPECT_NEAR(small.y / (1e-4 / 8), 1, 1e-8);
  EXPECT_NEAR(small.angle / (1e-4 / 6), 1, 1e-8);
  for (double load : {1.0, 5.0, 10.0}) {
    expect_near(elastica_own_weight(load), EnergyMinimum({}, 0, load).tip(),
                1e-13);  // measured 3e-15
  }
}

// Kirchhoff's analogy: from the tip on, the rod turns as a pendulum let go at 90 degrees swings
TEST(TruthElastica, FollowerTurnsAsAPendulum) {
  for (double load : {0.01, 1.0, 10.0, 37.0, 200.0}) {
    const double swung =
        0.5 * std::numbers::pi - pendulum_angle(std::sqrt(load), 0.5 * std::numbers::pi, 1);
    EXPECT_NEAR(elastica_follower(load).angle, swung, 1e-12) << load;  // measured 1e-14
  }
  EXPECT_NEAR(elastica_follower(1e-4).y / (1e-4 / 3), 1, 1e-8);
}

// [Mathew22] test 1, the reference's own shooting: L = 100 m, F = 0..130 kN
TEST(TruthElastica, FollowerMatchesReferenceCurve) {
  const Table table = read_table("mathew22/follower_tip.csv");
  const double radius = 0.285, EI = 6.75e9 * std::numbers::pi * std::pow(radius, 4) / 4;
  double worst = 0;
  for (std::size_t i = 0; i < table.rows(); ++i) {
    const PlanarTip tip = elastica_follower(table.column("F_N")[i] * 1e4 / EI);
    worst = std::max({worst, std::abs(100 * tip.x - table.column("x_elastica_m")[i]),
                      std::abs(100 * tip.y - table.column("z_elastica_m")[i])});
  }
  EXPECT_LT(worst, 1e-8);  // measured 5e-9: the file has ten digits
}

// small loads: bending and shear deflections add, P L^3/3EI + P L/GA and w L^4/8EI + w L^2/2GA
TEST(TruthElastica, ShearAddsToTheDeflection) {
  const PlanarBeam beam{.length = 2, .EI = 3, .EA = 50, .GA = 5};
  const double P = 1e-5, w = 1e-5;
  EXPECT_NEAR(beam_dead_load(beam, P, 0).y / (P * (8.0 / 9 + 2.0 / 5)), 1, 1e-8);
  EXPECT_NEAR(beam_dead_load(beam, 0, w).y / (w * (16.0 / 24 + 4.0 / 10)), 1, 1e-8);
}

// large deflection with soft stretch and shear: shooting against the minimum of energy
TEST(TruthElastica, ShearAndStretchAtLargeDeflection) {
  const PlanarBeam beam{.length = 1.5, .EI = 2, .EA = 60, .GA = 25};
  // measured 1e-15
  for (double load : {1.0, 4.0}) {
    expect_near(beam_dead_load(beam, load, 0), EnergyMinimum(beam, load, 0).tip(), 1e-13);
    expect_near(beam_dead_load(beam, 0, load), EnergyMinimum(beam, 0, load).tip(), 1e-13);
    expect_near(beam_dead_load(beam, load, load), EnergyMinimum(beam, load, load).tip(), 1e-13);
  }
  // P/EA = 1/2 lengthens the part that hangs down
  const PlanarTip soft = beam_dead_load({.EA = 20}, 10, 0), hard = beam_dead_load({}, 10, 0);
  EXPECT_GT(soft.y, hard.y + 0.2);
}

}  // namespace
}  // namespace cuttle::testing
