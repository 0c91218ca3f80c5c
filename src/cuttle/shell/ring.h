#pragma once
// The moving meridian of a shell, ring by ring, for doubles and for dual numbers. With the strains
// lambda (stretch), beta (shear), mu (curvature) as sums of modes, [Renda18] 3.1 by strains:
//   theta = theta0 + J_theta q,   r' = lambda c - beta s,   x' = lambda s + beta c,
//   r = r0 + S (r' - cos theta0),   x = x0 + S (x' - sin theta0)
// S integrates along the meridian; taking off the reference keeps the shape at rest exact.

#include <cmath>
#include <vector>

#include "cuttle/math/dual.h"
#include "cuttle/shell/shell_data.h"

namespace cuttle {

template <class T>
struct Ring {
  T theta, s, c, lambda, beta, mu;                          // angle, its sine and cosine, strains
  T r, x, dr, dx;                                           // place, and slopes r', x'
  T theta_v, lambda_v, beta_v, mu_v, r_v, x_v, dr_v, dx_v;  // rates
  T theta_a, r_a, x_a, dr_a, dx_a;                          // accelerations
};

/// What acts on a ring, conjugate to r, x and to the strains and the angle there.
template <class T>
struct RingForce {
  T r, x, theta, lambda, beta, mu;

  static RingForce zero() { return {T(0.0), T(0.0), T(0.0), T(0.0), T(0.0), T(0.0)}; }
  /// A force on the slope x' = lambda s + beta c.
  void add_slope(const Ring<T>& at, const T& force) {
    lambda += at.s * force;
    beta += at.c * force;
    theta += at.dr * force;
  }
};

/// The number itself, without its derivatives.
inline double plain_value(double x) { return x; }
inline double plain_value(const Dual& x) { return x.v; }

/// row . x.
template <class T>
T product(const double* row, const T* x, int n) {
  T sum = row[0] * x[0];
  for (int j = 1; j < n; ++j) sum += row[j] * x[j];
  return sum;
}

/// All rings from coordinates, velocities and accelerations (null: none).
template <class T>
void move_rings(const ShellData& d, const T* q, const T* v, const T* a, std::vector<Ring<T>>& out) {
  using std::cos;
  using std::sin;
  const int n = d.n;
  const auto count = int(d.rings.size());
  out.resize(size_t(count));
  for (int k = 0; k < count; ++k) {
    const RingData& ring = d.rings[size_t(k)];
    Ring<T>& o = out[size_t(k)];
    const auto along = [&](const RowMatrix& rows, const T* y) {
      return y == nullptr ? T(0.0) : product(rows.data() + k * n, y, n);
    };
    o.theta = ring.theta0 + along(d.J_theta, q);
    o.lambda = 1.0 + along(d.phi_lambda, q);
    o.beta = along(d.phi_beta, q);
    o.mu = ring.mu0 + along(d.phi_mu, q);
    o.s = sin(o.theta);
    o.c = cos(o.theta);
    o.dr = o.lambda * o.c - o.beta * o.s;
    o.dx = o.lambda * o.s + o.beta * o.c;
    o.theta_v = along(d.J_theta, v);
    o.lambda_v = along(d.phi_lambda, v);
    o.beta_v = along(d.phi_beta, v);
    o.mu_v = along(d.phi_mu, v);
    const T stretch_r = o.lambda_v * o.c - o.beta_v * o.s;
    const T stretch_x = o.lambda_v * o.s + o.beta_v * o.c;
    o.dr_v = stretch_r - o.dx * o.theta_v;
    o.dx_v = stretch_x + o.dr * o.theta_v;
    o.theta_a = along(d.J_theta, a);
    const T lambda_a = along(d.phi_lambda, a), beta_a = along(d.phi_beta, a);
    o.dr_a = lambda_a * o.c - beta_a * o.s - o.dx * o.theta_a -
             o.theta_v * (2.0 * stretch_x + o.dr * o.theta_v);
    o.dx_a = lambda_a * o.s + beta_a * o.c + o.dr * o.theta_a +
             o.theta_v * (2.0 * stretch_r - o.dx * o.theta_v);
  }
  for (int k = 0; k < count; ++k) {
    Ring<T>& o = out[size_t(k)];
    o.r = T(d.rings[size_t(k)].r0);
    o.x = T(d.rings[size_t(k)].x0);
    o.r_v = o.x_v = o.r_a = o.x_a = T(0.0);
    for (int j = 0; j < count; ++j) {
      const double w = d.S(k, j);
      if (w == 0) continue;  // rings of later divisions
      const Ring<T>& i = out[size_t(j)];
      o.r += w * (i.dr - d.rings[size_t(j)].cos0);
      o.x += w * (i.dx - d.rings[size_t(j)].sin0);
      o.r_v += w * i.dr_v;
      o.x_v += w * i.dx_v;
      o.r_a += w * i.dr_a;
      o.x_a += w * i.dx_a;
    }
  }
}

/// Radius, axial place and their rates at some abscissa.
template <class T>
struct RimMotion {
  T r, x, r_v, x_v, x_a;
};
template <class T>
RimMotion<T> rim_at(const ShellData& d, const MeridianRow& row, const std::vector<Ring<T>>& rings) {
  RimMotion<T> rim{T(row.reference.r), T(row.reference.x), T(0.0), T(0.0), T(0.0)};
  for (size_t k = 0; k < rings.size(); ++k) {
    const double w = row.integral[Eigen::Index(k)];
    rim.r += w * (rings[k].dr - d.rings[k].cos0);
    rim.x += w * (rings[k].dx - d.rings[k].sin0);
    rim.r_v += w * rings[k].dr_v;
    rim.x_v += w * rings[k].dx_v;
    rim.x_a += w * rings[k].dx_a;
  }
  return rim;
}

/// A force (along r and x) at some abscissa: it acts on all slopes up to there.
template <class T>
void add_rim_force(const MeridianRow& row, const T& f_r, const T& f_x,
                   const std::vector<Ring<T>>& rings, std::vector<RingForce<T>>& forces) {
  for (size_t k = 0; k < rings.size(); ++k) {
    const double w = row.integral[Eigen::Index(k)];
    if (w == 0) continue;
    const Ring<T>& o = rings[k];
    RingForce<T>& f = forces[k];
    f.lambda += w * (o.c * f_r + o.s * f_x);
    f.beta += w * (o.c * f_x - o.s * f_r);
    f.theta += w * (o.dr * f_x - o.dx * f_r);
  }
}

/// Power of forces on the rings.
inline double ring_power(const std::vector<Ring<double>>& rings,
                         const std::vector<RingForce<double>>& forces) {
  double power = 0;
  for (size_t k = 0; k < rings.size(); ++k) {
    const Ring<double>& o = rings[k];
    const RingForce<double>& f = forces[k];
    power += f.r * o.r_v + f.x * o.x_v + f.theta * o.theta_v + f.lambda * o.lambda_v +
             f.beta * o.beta_v + f.mu * o.mu_v;
  }
  return power;
}

/// tau += generalised forces: those on r and x go to the slopes before them by S^T.
template <class T>
void gather(const ShellData& d, const std::vector<Ring<T>>& rings,
            const std::vector<RingForce<T>>& forces, T* tau) {
  const auto count = int(rings.size());
  for (int k = 0; k < count; ++k) {
    T sum_r(0.0), sum_x(0.0);
    for (int j = 0; j < count; ++j) {
      const double w = d.S(j, k);
      if (w == 0) continue;
      sum_r += w * forces[size_t(j)].r;
      sum_x += w * forces[size_t(j)].x;
    }
    const Ring<T>& o = rings[size_t(k)];
    const RingForce<T>& f = forces[size_t(k)];
    const T on_theta = f.theta + o.dr * sum_x - o.dx * sum_r;
    const T on_lambda = f.lambda + o.c * sum_r + o.s * sum_x;
    const T on_beta = f.beta + o.c * sum_x - o.s * sum_r;
    const double* theta = d.J_theta.data() + k * d.n;
    const double* lambda = d.phi_lambda.data() + k * d.n;
    const double* beta = d.phi_beta.data() + k * d.n;
    const double* mu = d.phi_mu.data() + k * d.n;
    for (int j = 0; j < d.n; ++j)
      tau[j] += theta[j] * on_theta + lambda[j] * on_lambda + beta[j] * on_beta + mu[j] * f.mu;
  }
}

}  // namespace cuttle
