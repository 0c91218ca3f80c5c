#pragma once

namespace cuttle::testing {

/// Arithmetic-geometric mean of two positive numbers.
double agm(double a, double b);

/// Carlson's symmetric integrals; x, y >= 0, at most one of them 0, z > 0. NaN for anything else.
double carlson_rf(double x, double y, double z);  // 1/2 int_0^inf dt / sqrt((t+x)(t+y)(t+z))
double carlson_rd(double x, double y, double z);  // 3/2 int_0^inf dt / ((t+z) sqrt(...))

/// Legendre's integrals with parameter m = k^2 < 1, any angle phi.
double complete_k(double m);
double incomplete_f(double phi, double m);
double incomplete_e(double phi, double m);

struct Jacobi {
  double sn, cn, dn;
};

/// Jacobi's functions of u with parameter 0 <= m < 1, by descending Landen steps (AGM).
Jacobi jacobi(double u, double m);

}  // namespace cuttle::testing
