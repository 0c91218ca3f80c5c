#include "support/elliptic.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

namespace cuttle::testing {
namespace {

// the spread below which the seventh-order tails of Carlson's series are under round-off
constexpr double kSpread = 1e-3;

// every duplication quarters the spread; NaN or infinite arguments never get there
constexpr int kMostDuplications = 2000;

double largest(double a, double b, double c) {
  return std::max({std::abs(a), std::abs(b), std::abs(c)});
}

}  // namespace

double agm(double a, double b) {
  for (int i = 0; i < 40 && std::abs(a - b) > 1e-16 * a; ++i) {
    const double mean = 0.5 * (a + b);
    b = std::sqrt(a * b);
    a = mean;
  }
  return 0.5 * (a + b);
}

// duplication until the arguments are nearly equal, then the series in the symmetric functions
double carlson_rf(double x, double y, double z) {
  for (int i = 0; i < kMostDuplications; ++i) {
    const double mean = (x + y + z) / 3;
    const double X = 1 - x / mean, Y = 1 - y / mean, Z = 1 - z / mean;
    if (largest(X, Y, Z) < kSpread) {
      const double e2 = X * Y - Z * Z, e3 = X * Y * Z;
      return (1 - e2 / 10 + e3 / 14 + e2 * e2 / 24 - 3 * e2 * e3 / 44) / std::sqrt(mean);
    }
    const double rx = std::sqrt(x), ry = std::sqrt(y), rz = std::sqrt(z);
    const double lambda = rx * ry + ry * rz + rz * rx;
    x = (x + lambda) / 4;
    y = (y + lambda) / 4;
    z = (z + lambda) / 4;
  }
  return std::numeric_limits<double>::quiet_NaN();
}

double carlson_rd(double x, double y, double z) {
  double sum = 0, power = 1;
  for (int i = 0; i < kMostDuplications; ++i) {
    const double mean = (x + y + 3 * z) / 5;
    const double X = 1 - x / mean, Y = 1 - y / mean, Z = 1 - z / mean;
    if (largest(X, Y, Z) < kSpread) {
      const double xy = X * Y, zz = Z * Z;
      const double e2 = xy - 6 * zz, e3 = (3 * xy - 8 * zz) * Z;
      const double e4 = 3 * (xy - zz) * zz, e5 = xy * zz * Z;
      const double series = 1 - 3 * e2 / 14 + e3 / 6 + 9 * e2 * e2 / 88 - 3 * e4 / 22 -
                            9 * e2 * e3 / 52 + 3 * e5 / 26;
      return 3 * sum + power * series / (mean * std::sqrt(mean));
    }
    const double rx = std::sqrt(x), ry = std::sqrt(y), rz = std::sqrt(z);
    const double lambda = rx * ry + ry * rz + rz * rx;
    sum += power / (rz * (z + lambda));
    power /= 4;
    x = (x + lambda) / 4;
    y = (y + lambda) / 4;
    z = (z + lambda) / 4;
  }
  return std::numeric_limits<double>::quiet_NaN();
}

double complete_k(double m) { return 0.5 * std::numbers::pi / agm(1, std::sqrt(1 - m)); }

double incomplete_f(double phi, double m) {
  // whole half turns add 2 K each
  const double turns = std::round(phi / std::numbers::pi);
  const double rest = phi - turns * std::numbers::pi;
  const double s = std::sin(rest), c = std::cos(rest);
  const double whole = turns == 0 ? 0 : 2 * turns * complete_k(m);
  return whole + s * carlson_rf(c * c, 1 - m * s * s, 1);
}

double incomplete_e(double phi, double m) {
  const double turns = std::round(phi / std::numbers::pi);
  const double rest = phi - turns * std::numbers::pi;
  const auto within = [m](double s, double c) {
    const double d = 1 - m * s * s;
    return s * carlson_rf(c * c, d, 1) - m / 3 * s * s * s * carlson_rd(c * c, d, 1);
  };
  const double whole = turns == 0 ? 0 : 2 * turns * within(1, 0);
  return whole + within(std::sin(rest), std::cos(rest));
}

Jacobi jacobi(double u, double m) {
  // drop whole periods first, so that the doubling below does not amplify them
  const double period = 4 * complete_k(m);
  u -= period * std::round(u / period);

  constexpr int kMost = 16;
  std::array<double, kMost> a, c;
  a[0] = 1;
  c[0] = std::sqrt(m);
  double b = std::sqrt(1 - m);
  int n = 0;
  while (n + 1 < kMost && c[n] > 1e-17) {
    a[n + 1] = 0.5 * (a[n] + b);
    c[n + 1] = 0.5 * (a[n] - b);
    b = std::sqrt(a[n] * b);
    ++n;
  }

  // the amplitude, from the circular limit back up
  double phi = std::ldexp(a[n] * u, n);
  for (int i = n; i > 0; --i) phi = 0.5 * (phi + std::asin(c[i] / a[i] * std::sin(phi)));
  const double sn = std::sin(phi), cn = std::cos(phi);
  return {.sn = sn, .cn = cn, .dn = std::sqrt(cn * cn + (1 - m) * sn * sn)};
}

}  // namespace cuttle::testing
