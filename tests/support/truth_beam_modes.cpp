#include "support/truth_beam_modes.h"

#include <cmath>

#include "cuttle/math/constants.h"
#include "support/roots.h"

namespace cuttle::testing {
namespace {

// cosh and sinh(x)/x of x = sqrt(mu); for mu < 0 these are cos and sin(x)/x of sqrt(-mu): one pair
// of entire functions for both wave regimes. Both are divided by cosh where mu > 0.
struct WavePair {
  double c, s, scale;
};

WavePair wave_pair(double mu) {
  const double x = std::sqrt(std::abs(mu));
  if (x < 1e-6) return {.c = 1, .s = 1, .scale = 1};
  if (mu < 0) return {.c = std::cos(x), .s = std::sin(x) / x, .scale = 1};
  return {.c = 1, .s = std::tanh(x) / x, .scale = 1 / std::cosh(x)};
}

// dimensionless squares: r2 = I/(A L^2) rotary inertia, s2 = EI/(k G A L^2) shear
struct Slenderness {
  double r2, s2;
};

// squared wave numbers times L^2 at b = omega L^2 sqrt(rho A / EI): grow > 0 is the evanescent
// wave, which turns into a second travelling wave at the cut-off b^2 r2 s2 = 1; travel > 0 always
struct Waves {
  double grow, travel;
};

Waves waves(double b, const Slenderness& beam) {
  const double sum = beam.r2 + beam.s2, difference = beam.r2 - beam.s2;
  const double root = std::sqrt(b * b * difference * difference + 4);
  const double travel = 0.5 * b * (b * sum + root);

  // the product of the two is b^2 (1 - b^2 r2 s2); dividing avoids cancellation
  return {.grow = b * b * (1 - b * b * beam.r2 * beam.s2) / travel, .travel = travel};
}

// the clamped-free determinant of Timoshenko's beam (Huang 1961), with the waves' common factor
// written as sin(x)/x so that nothing is singular at the cut-off
double frequency_equation(double b, const Slenderness& beam) {
  const Waves w = waves(b, beam);
  const WavePair pair = wave_pair(w.grow);
  const double x = std::sqrt(w.travel), difference = beam.r2 - beam.s2;
  return 2 * pair.scale + (b * b * difference * difference + 2) * pair.c * std::cos(x) -
         b * b * (beam.r2 + beam.s2) * pair.s * std::sin(x) / x;
}

// sum of the phases that the travelling waves gather along the beam
double phase(double b, const Slenderness& beam) {
  const Waves w = waves(b, beam);
  return std::sqrt(w.travel) + std::sqrt(std::max(0.0, -w.grow));
}

double seconds_per_b(const ModalBeam& beam) {
  const double L = beam.length;
  return L * L * std::sqrt(beam.density * beam.area / (beam.young * beam.inertia));
}

// quarter waves, three quarters, ... in a bar with this wave speed
std::vector<double> bar_hz(double speed, double length, int count) {
  std::vector<double> hz;
  for (int n = 1; n <= count; ++n) hz.push_back((2 * n - 1) * speed / (4 * length));
  return hz;
}

}  // namespace

ModalBeam round_beam(double length, double radius, double density, double young, double shear,
                     double shear_factor) {
  const double r2 = radius * radius;
  return {.length = length,
          .density = density,
          .young = young,
          .shear = shear,
          .area = kPi * r2,
          .inertia = 0.25 * kPi * r2 * r2,
          .shear_factor = shear_factor};
}

double clamped_free_root(int n) {
  return bisect([](double x) { return std::cos(x) + 1 / std::cosh(x); }, (n - 1) * kPi, n * kPi);
}

std::vector<double> euler_bernoulli_hz(const ModalBeam& beam, int count) {
  std::vector<double> hz;
  for (int n = 1; n <= count; ++n) {
    const double root = clamped_free_root(n);
    hz.push_back(root * root / (2 * kPi * seconds_per_b(beam)));
  }
  return hz;
}

std::vector<double> timoshenko_hz(const ModalBeam& beam, int count) {
  const double L2 = beam.length * beam.length;
  const Slenderness slender{
      .r2 = beam.inertia / (beam.area * L2),
      .s2 = beam.young * beam.inertia / (beam.shear_factor * beam.shear * beam.area * L2)};
  const auto f = [&](double b) { return frequency_equation(b, slender); };

  // scan in steps of 1/200 of a half wave, then bisect every change of sign
  std::vector<double> hz;
  double b = 1e-3, f_b = f(b);
  while (static_cast<int>(hz.size()) < count) {
    const double slope = (phase(b * 1.0001, slender) - phase(b, slender)) / (b * 0.0001);
    const double next = b + kPi / (200 * slope), f_next = f(next);
    if ((f_b < 0) != (f_next < 0)) {
      hz.push_back(bisect(f, b, next) / (2 * kPi * seconds_per_b(beam)));
    }
    b = next;
    f_b = f_next;
  }
  return hz;
}

std::vector<double> torsion_hz(const ModalBeam& beam, int count) {
  return bar_hz(std::sqrt(beam.shear / beam.density), beam.length, count);
}

std::vector<double> axial_hz(const ModalBeam& beam, int count) {
  return bar_hz(std::sqrt(beam.young / beam.density), beam.length, count);
}

}  // namespace cuttle::testing
