// Shells against one ring, against linear shell theory, and against themselves with more modes.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "cuttle/compile/compile.h"
#include "cuttle/io/read_scenario.h"
#include "cuttle/math/constants.h"
#include "cuttle/study/run.h"
#include "support/runs.h"

namespace cuttle {
namespace {

// ------------------------------------------------------------------------------------------ ring

/// One ring of the mantle under a triangle of hoop tension, r(t) every 10 ms: Runge-Kutta in small
/// steps that meet the corners of the triangle.
std::vector<double> ring_radius(double period, double amplitude, int rows) {
  const double r0 = 31e-3, h = 1e-3, E = 40e3, eta = 500, B = 1.1;
  const double surface =
      2 * kPi * r0 * r0 * std::sqrt(0.5) + 2 * kPi * r0 * 94.955e-3;  // sphere's zone, cylinder
  const double mass = 0.336 / surface * (1 + B);
  const auto acceleration = [&](double t, double r, double v) {
    const double phase = t / period - std::floor(t / period);
    const double T = amplitude * (phase < 0.5 ? 2 * phase : 2 - 2 * phase);
    const double tau = r / r0, rate = v / r0;
    const double n = 2 * E * h * 0.5 * (tau * tau - 1) + 6 * eta * h * tau * rate;
    // the wall bends with the ring, too
    const double bend = h * h / (3 * r0 * r0) * (2 * E * h * (tau - 1) + 6 * eta * h * rate);
    return -(T + tau * n + bend) / (r0 * mass);
  };
  std::vector<double> radius = {r0};
  double r = r0, v = 0;
  const int small = 200;
  const double dt = 0.01 / small;
  for (int row = 1; row < rows; ++row) {
    for (int i = 0; i < small; ++i) {
      const double t = 0.01 * (row - 1) + dt * i;
      const double a1 = acceleration(t, r, v);
      const double a2 = acceleration(t + dt / 2, r + dt / 2 * v, v + dt / 2 * a1);
      const double a3 = acceleration(t + dt / 2, r + dt / 2 * (v + dt / 2 * a1), v + dt / 2 * a2);
      const double a4 = acceleration(t + dt * (1 - 1e-12), r + dt * (v + dt / 2 * a2), v + dt * a3);
      r += dt * (v + dt / 6 * (a1 + a2 + a3));
      v += dt / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
    }
    radius.push_back(r);
  }
  return radius;
}

TEST(ShellRing, MiddleOfTheMantleMovesLikeOneRing) {
  const RunResult result = testing::good_model_run("hoop_ring");
  const auto radius = result.trajectory.column("mantle.radius_1");
  const std::vector<double> ring = ring_radius(0.66, 15, int(radius.size()));
  double worst = 0;
  for (size_t i = 0; i < ring.size(); ++i) worst = std::max(worst, std::abs(radius[i] - ring[i]));
  EXPECT_LT(worst, 8e-6);
  EXPECT_LT(*std::ranges::min_element(ring), 0.023);
}

// ----------------------------------------------------------------------------------- shell theory

TEST(ShellTheory, EdgeEffectOfAClampedCylinder) {
  // thinner and thinner: what shell theory neglects is of the size of t / r
  double before = 1;
  for (const double t : {10e-3, 2.5e-3}) {
    const double r = 0.1, nu = 0.3, b = std::pow(3 * (1 - nu * nu), 0.25) / std::sqrt(r * t);
    std::vector<std::string> settings = {fmt::format("bodies.tube.shell.thickness={}", t)};
    const double scale = std::sqrt(t / 10e-3);
    const double length = 0.3 * scale;
    settings.push_back(fmt::format("bodies.tube.shell.profile.pieces.0.line={}", length));
    for (int i = 0; i < 3; ++i)
      settings.push_back(fmt::format("bodies.tube.shell.divisions.{}.to={}", i,
                                     std::array{0.075, 0.16, 0.3}[size_t(i)] * scale));
    const std::array bX = {0.5, 1.0, 2.0, kPi, 8.0};
    std::string at;
    for (const double x : bX) at += fmt::format("{}{:.12g}", at.empty() ? "" : ", ", x / b);
    settings.push_back("probes.tube.at=[" + at + "]");
    ScenarioSpec spec = read_scenario(CUTTLE_MODELS "/shell_edge.yaml", settings);
    spec.expect.clear();
    const RunResult result = run(build(spec));
    ASSERT_TRUE(result.status.ok()) << to_string(result.status);
    const double w0 = 1 * r * r / (1e6 * t);
    double worst = 0;
    for (size_t i = 0; i < bX.size(); ++i) {
      const double w = testing::last_of(result, fmt::format("tube.radius_{}", i + 1)) - r;
      const double truth = w0 * (1 - std::exp(-bX[i]) * (std::cos(bX[i]) + std::sin(bX[i])));
      worst = std::max(worst, std::abs(w - truth) / w0);
    }
    EXPECT_LT(worst, 0.1 * t / r);
    EXPECT_LT(worst, before);
    before = 0.4 * worst;
  }
}

TEST(ShellTheory, BreathingAndStretchingFrequencies) {
  const RunResult result = testing::good_model_run("shell_modes");
  const double E = 1e6, rho = 1000, r = 0.1, L = 0.15, t = 2e-3;
  std::vector<double> truth;
  for (const double kL : {1.875104, 4.694091, 7.854757, 10.995541}) {
    const double k = kL / L;
    // rotary inertia slows the bending down a little
    const double rotary = 1 + t * t / 12 * k * k;
    truth.push_back(std::sqrt(
        (E / (rho * r * r) * (1 + t * t / (12 * r * r)) + E * t * t / (12 * rho) * std::pow(k, 4)) /
        rotary));
  }
  truth.push_back(kPi / (2 * L) * std::sqrt(E / rho));
  const auto frequency = result.trajectory.column("frequency");
  for (const double omega : truth) {
    double best = 1e9;
    for (const double f : frequency) best = std::min(best, std::abs(2 * kPi * f / omega - 1));
    EXPECT_LT(best, 2e-4) << omega / (2 * kPi);
  }
}

TEST(ShellTheory, HalfSphereUnderPressure) {
  const RunResult result = testing::good_model_run("shell_cap");
  const double p = 1, R = 0.1, t = 1e-3, E = 1e6;
  const double w0 = p * R * R / (2 * E * t);
  const double b = std::pow(3.0, 0.25) / std::sqrt(R * t);
  // rings at 45 and 60 degrees, far from the equator: the membrane alone
  for (const auto& [column, angle] :
       {std::pair{"dome.radius_1", 45.0}, std::pair{"dome.radius_2", 60.0}}) {
    const double c = std::cos(angle * kPi / 180);
    EXPECT_NEAR((testing::last_of(result, column) - R * c) / (w0 * c), 1, 3e-3) << column;
  }
  const double rise = testing::last_of(result, "pole.x") - R;
  EXPECT_NEAR(rise / w0, 1 + 1 / (b * R), 3 / std::pow(b * R, 2));
}

}  // namespace
}  // namespace cuttle
