#include "support/truth_beam_modes.h"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <cmath>

#include "cuttle/math/constants.h"
#include "cuttle/math/linalg/eigen.h"
#include "support/gauss_legendre.h"

namespace cuttle::testing {
namespace {

ModalBeam stiff_rod() { return round_beam(0.5, 0.02, 1000, 1e9, 1e9 / 3, 27.0 / 28); }

// Second algorithm: Rayleigh-Ritz with w, phi = s P_n(2 s - 1), n < order, both zero at the clamp.
std::vector<double> ritz_hz(const ModalBeam& beam, int order) {
  const GaussRule rule = golub_welsch(order + 4);
  MatrixX K = MatrixX::Zero(2 * order, 2 * order), M = K;
  for (int i = 0; i < rule.nodes.size(); ++i) {
    const double s = rule.nodes[i], z = 2 * s - 1, ds = rule.weights[i] * beam.length;
    VectorX value(order), slope(order);
    double p0 = 1, p1 = z, d0 = 0, d1 = 1;
    for (int n = 0; n < order; ++n) {
      value[n] = s * p0;
      slope[n] = (p0 + 2 * s * d0) / beam.length;
      const double p2 = ((2 * n + 3) * z * p1 - (n + 1) * p0) / (n + 2);
      const double d2 = d0 + (2 * n + 3) * p1;
      p0 = p1, p1 = p2, d0 = d1, d1 = d2;
    }
    VectorX bend = VectorX::Zero(2 * order), shear = bend, lift = bend, turn = bend;
    bend.tail(order) = slope;
    turn.tail(order) = value;
    lift.head(order) = value;
    shear << slope, -value;
    const double kGA = beam.shear_factor * beam.shear * beam.area;
    K += ds *
         (beam.young * beam.inertia * bend * bend.transpose() + kGA * shear * shear.transpose());
    M += ds * beam.density *
         (beam.area * lift * lift.transpose() + beam.inertia * turn * turn.transpose());
  }
  std::vector<double> hz;
  for (double square : symmetric_pencil(K, M).values) hz.push_back(std::sqrt(square) / (2 * kPi));
  return hz;
}

TEST(TruthBeamModes, RootsOfTheClampedFreeBeam) {
  const double table[] = {1.875104068711961, 4.694091132974175, 7.854757438237613,
                          10.99554073487547, 14.13716839104647};
  for (int n = 1; n <= 5; ++n) EXPECT_NEAR(clamped_free_root(n), table[n - 1], 1e-14);
  for (int n = 1; n <= 5; ++n) {
    const double x = clamped_free_root(n);
    EXPECT_NEAR(std::cos(x) * std::cosh(x), -1, 1e-15 * std::cosh(x) * 10);
  }
  EXPECT_NEAR(clamped_free_root(30), 29.5 * kPi, 1e-13);
}

// slender: Timoshenko tends to Euler-Bernoulli, and the difference falls with the square of r/L
TEST(TruthBeamModes, SlenderLimit) {
  const auto excess = [](double radius) {
    const ModalBeam beam = round_beam(1, radius, 1000, 1e9, 4e8, 0.9);
    return 1 - timoshenko_hz(beam, 1)[0] / euler_bernoulli_hz(beam, 1)[0];
  };
  EXPECT_GT(excess(0.01), 0);  // shear and rotary inertia only make it slower
  EXPECT_NEAR(excess(0.01) / excess(0.005), 4, 0.01);
  EXPECT_LT(excess(0.0005), 1e-6);
}

TEST(TruthBeamModes, TimoshenkoAgreesWithRitz) {
  const std::vector<double> exact = timoshenko_hz(stiff_rod(), 10), ritz = ritz_hz(stiff_rod(), 28);
  for (int n = 0; n < 10; ++n) EXPECT_NEAR(exact[n] / ritz[n], 1, 1e-10) << n;  // measured 1e-11
  EXPECT_NEAR(exact[0], 22.2986883, 1e-7);  // 22.3836 Hz without shear and rotary inertia
}

// a stubby beam: most of its modes lie above the cut-off frequency, where two waves travel
TEST(TruthBeamModes, AboveTheCutOff) {
  for (const double radius : {0.1, 0.17, 0.25, 0.4}) {
    const ModalBeam beam = round_beam(0.5, radius, 1000, 1e9, 1e9 / 3, 27.0 / 28);
    const double cut_off =
        std::sqrt(beam.shear_factor * beam.shear * beam.area / (beam.density * beam.inertia)) /
        (2 * kPi);
    const std::vector<double> exact = timoshenko_hz(beam, 24), ritz = ritz_hz(beam, 50);
    EXPECT_LT(exact[0], cut_off);
    EXPECT_GT(exact[8], cut_off);
    for (int n = 0; n < 24; ++n)
      EXPECT_NEAR(exact[n] / ritz[n], 1, 1e-10) << radius << ' ' << n;  // measured 2e-11
  }
}

TEST(TruthBeamModes, BarsAreQuarterWaves) {
  const ModalBeam beam = stiff_rod();
  const std::vector<double> axial = axial_hz(beam, 3), torsion = torsion_hz(beam, 3);
  EXPECT_NEAR(axial[0], 500, 1e-10);  // speed 1000 m/s, wave length 2 m
  EXPECT_NEAR(axial[1], 1500, 1e-10);
  EXPECT_NEAR(torsion[2], 2500 / std::sqrt(3.0), 1e-10);
}

// 1.8751^2/(2 pi) sqrt(EI/(rho A L^4)) = 3.516/(2 pi) (r/2) c / L^2, c = sqrt(E/rho)
TEST(TruthBeamModes, EulerBernoulliByHand) {
  const double by_hand = 3.5160152685 / (2 * kPi) * 0.01 * 1000 / 0.25;
  EXPECT_NEAR(euler_bernoulli_hz(stiff_rod(), 1)[0], by_hand, 1e-8);
}

}  // namespace
}  // namespace cuttle::testing
