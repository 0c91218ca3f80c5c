// Added mass of an ellipsoid by Lamb's integrals, which are Carlson's R_D:
//   alpha = abc int dx / ((a^2 + x) sqrt((a^2 + x)(b^2 + x)(c^2 + x))) = 2/3 abc R_D(b^2, c^2, a^2)

#include <algorithm>
#include <cmath>
#include <limits>

#include "cuttle/water/shape_water.h"

namespace cuttle {
namespace {

/// R_D(x, y, z) = 3/2 int dt / (sqrt(t + x) sqrt(t + y) (t + z)^(3/2)), by duplication.
double carlson_rd(double x, double y, double z) {
  double sum = 0, factor = 1;
  // each round takes three quarters off the differences; sizes of the file differ by 1e45 at most
  constexpr int kRounds = 1000;
  for (int round = 0; round < kRounds; ++round) {
    const double mean = (x + y + 3 * z) / 5;
    const double X = 1 - x / mean, Y = 1 - y / mean, Z = -(X + Y) / 3;
    if (std::max({std::abs(X), std::abs(Y), std::abs(Z)}) < 1e-3) {
      // Taylor series about equal arguments; the rest is of order 1e-18
      const double E2 = X * Y - 6 * Z * Z, E3 = (3 * X * Y - 8 * Z * Z) * Z;
      const double E4 = 3 * (X * Y - Z * Z) * Z * Z, E5 = X * Y * Z * Z * Z;
      const double series = 1 - 3 * E2 / 14 + E3 / 6 + 9 * E2 * E2 / 88 - 3 * E4 / 22 -
                            9 * E2 * E3 / 52 + 3 * E5 / 26;
      return 3 * sum + factor * series / (mean * std::sqrt(mean));
    }
    const double rx = std::sqrt(x), ry = std::sqrt(y), rz = std::sqrt(z);
    const double shift = rx * ry + ry * rz + rz * rx;
    sum += factor / (rz * (z + shift));
    factor /= 4;
    x = (x + shift) / 4;
    y = (y + shift) / 4;
    z = (z + shift) / 4;
  }
  return std::numeric_limits<double>::quiet_NaN();
}

/// Rotation about the axis across semi axes with squares b2, c2: Lamb's coefficient of
/// m (b2 + c2) / 5. Written with (gamma - beta) / (b2 - c2), which stays finite at b = c.
double angular_factor(double b2, double c2, double beta, double gamma) {
  const double difference = b2 - c2, sum = b2 + c2;
  if (std::abs(difference) < 1e-12 * sum) return 0;
  const double k = (gamma - beta) / difference;
  return difference * difference * k / ((2 - k * sum) * sum);
}

}  // namespace

AddedMassFactors ellipsoid_factors(const Vector3& semi_axes) {
  // only ratios matter
  const Vector3 s = semi_axes / semi_axes.maxCoeff();
  const Vector3 s2 = s.cwiseAbs2();
  const double scale = 2.0 / 3.0 * s.prod();
  const Vector3 integral(scale * carlson_rd(s2[1], s2[2], s2[0]),
                         scale * carlson_rd(s2[2], s2[0], s2[1]),
                         scale * carlson_rd(s2[0], s2[1], s2[2]));
  AddedMassFactors factors;
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    factors.linear[i] = integral[i] / (2 - integral[i]);
    factors.angular[i] = angular_factor(s2[j], s2[k], integral[j], integral[k]);
  }
  return factors;
}

}  // namespace cuttle
