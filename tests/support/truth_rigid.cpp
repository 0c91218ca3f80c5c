#include "support/truth_rigid.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "support/elliptic.h"

namespace cuttle::testing {
namespace {

// axes of a free body: a follows cn, b (the middle moment) sn, and c, which keeps its sign, dn
struct AxisRoles {
  int a, b, c;
  double parity;  // +1 if (a, b, c) is a cyclic permutation of (0, 1, 2)
};

AxisRoles axis_roles(const Vector3& inertia, const Vector3& rates) {
  std::array<int, 3> order{0, 1, 2};
  std::sort(order.begin(), order.end(), [&](int i, int j) { return inertia[i] < inertia[j]; });

  // the sign of H^2 - 2 T I_middle says which outer axis the motion circles
  const double middle = inertia[order[1]];
  const double balance =
      (inertia.array() * (inertia.array() - middle) * rates.array().square()).sum();
  const int a = balance > 0 ? order[0] : order[2];
  const int c = balance > 0 ? order[2] : order[0];
  return {.a = a, .b = order[1], .c = c, .parity = (a + 1) % 3 == order[1] ? 1.0 : -1.0};
}

}  // namespace

double pendulum_period(double small_frequency, double amplitude) {
  return 2 * std::numbers::pi / (small_frequency * agm(1, std::cos(0.5 * amplitude)));
}

double point_pendulum_frequency(double length, double gravity) {
  return std::sqrt(gravity / length);
}

double physical_pendulum_frequency(double mass, double centre, double inertia, double gravity) {
  return std::sqrt(mass * gravity * centre / inertia);
}

double pendulum_angle(double small_frequency, double amplitude, double t) {
  const double k = std::sin(0.5 * amplitude);
  const Jacobi j = jacobi(small_frequency * t, k * k);
  return 2 * std::asin(k * j.cn / j.dn);
}

Vector3 free_body_rates(const Vector3& inertia, const Vector3& rates_0, double t) {
  const auto [a, b, c, parity] = axis_roles(inertia, rates_0);
  const double Ia = inertia[a], Ib = inertia[b], Ic = inertia[c];
  const double wb2 = rates_0[b] * rates_0[b];

  // a sphere, or a spin about the middle axis alone: nothing changes
  if (Ia == Ic || (rates_0[a] == 0 && rates_0[c] == 0)) return rates_0;

  // amplitudes of the outer axes from energy and momentum, where the middle rate passes zero
  const double A = std::sqrt(rates_0[a] * rates_0[a] + Ib * (Ic - Ib) / (Ia * (Ic - Ia)) * wb2);
  const double C = std::copysign(
      std::sqrt(rates_0[c] * rates_0[c] + Ib * (Ib - Ia) / (Ic * (Ic - Ia)) * wb2), rates_0[c]);
  if (A == 0 || C == 0) return rates_0;

  // rate of the argument, parameter and middle amplitude make Euler's equations hold
  const double p = std::abs(C) * std::sqrt((Ic - Ib) * (Ic - Ia) / (Ia * Ib));
  const double m = (Ib - Ia) * Ia * A * A / ((Ic - Ib) * Ic * C * C);
  const double B = parity * (Ic - Ia) * C * A / (p * Ib);

  // start where the initial rates stand on the orbit
  const double u0 = incomplete_f(std::atan2(rates_0[b] / B, rates_0[a] / A), m);
  const Jacobi j = jacobi(u0 + p * t, m);
  Vector3 rates;
  rates[a] = A * j.cn;
  rates[b] = B * j.sn;
  rates[c] = C * j.dn;
  return rates;
}

Eigen::Vector2d accelerations(const DoublePendulum& pendulum, const DoublePendulumState& state) {
  const auto& [upper, lower, g] = pendulum;
  const double coupling = lower.mass * upper.length * lower.centre;
  const double bend = state.angle[0] - state.angle[1];

  // M(angle) acceleration = centrifugal + gravity
  const double M11 = upper.inertia + upper.mass * upper.centre * upper.centre +
                     lower.mass * upper.length * upper.length;
  const double M22 = lower.inertia + lower.mass * lower.centre * lower.centre;
  const double M12 = coupling * std::cos(bend);
  const double spin = coupling * std::sin(bend);
  const double Q1 =
      -spin * state.rate[1] * state.rate[1] -
      (upper.mass * upper.centre + lower.mass * upper.length) * g * std::sin(state.angle[0]);
  const double Q2 = spin * state.rate[0] * state.rate[0] -
                    lower.mass * lower.centre * g * std::sin(state.angle[1]);
  const double determinant = M11 * M22 - M12 * M12;
  return {(M22 * Q1 - M12 * Q2) / determinant, (M11 * Q2 - M12 * Q1) / determinant};
}

double energy(const DoublePendulum& pendulum, const DoublePendulumState& state) {
  const auto& [upper, lower, g] = pendulum;

  // velocities of the centres, x across and y up
  const auto across = [](double a) { return Eigen::Vector2d(std::cos(a), std::sin(a)); };
  const Eigen::Vector2d v_pivot = upper.length * state.rate[0] * across(state.angle[0]);
  const Eigen::Vector2d v_upper = upper.centre * state.rate[0] * across(state.angle[0]);
  const Eigen::Vector2d v_lower = v_pivot + lower.centre * state.rate[1] * across(state.angle[1]);
  const double y_upper = -upper.centre * std::cos(state.angle[0]);
  const double y_lower =
      -upper.length * std::cos(state.angle[0]) - lower.centre * std::cos(state.angle[1]);
  const double kinetic =
      0.5 * (upper.mass * v_upper.squaredNorm() + lower.mass * v_lower.squaredNorm() +
             upper.inertia * state.rate[0] * state.rate[0] +
             lower.inertia * state.rate[1] * state.rate[1]);
  return kinetic + g * (upper.mass * y_upper + lower.mass * y_lower);
}

}  // namespace cuttle::testing
