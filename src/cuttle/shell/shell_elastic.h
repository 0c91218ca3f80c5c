#pragma once
// Elastic and viscous forces of the wall, [Renda18] (7) with its viscous terms derived from the
// energy. Per reference area, with C = 2 E h / (1 - nu^2), h the half thickness:
//   W = C/2 (e11^2 + 2 nu e11 e22 + e22^2) + C h^2/6 (d11^2 + 2 nu d11 d22 + d22^2) + G h beta^2
//   e11 = (lambda^2 + beta^2 - 1)/2, e22 = (tau^2 - 1)/2, tau = r / r0
//   d11 = mu0 - lambda mu,           d22 = (sin theta0 - tau sin theta) / r0
// and rates of the same with 3 eta for E and eta for G.

#include "cuttle/shell/ring.h"

namespace cuttle {

template <class T>
struct WallStrain {
  T tau, e11, e22, d11, d22;
  T e11_v, e22_v, d11_v, d22_v;
};

template <class T>
WallStrain<T> wall_strain(const RingData& ring, const Ring<T>& o) {
  const double inverse = 1 / ring.r0;
  WallStrain<T> e;
  e.tau = o.r * inverse;
  e.e11 = 0.5 * (o.lambda * o.lambda + o.beta * o.beta - 1.0);
  e.e22 = 0.5 * (e.tau * e.tau - 1.0);
  e.d11 = ring.mu0 - o.mu * o.lambda;
  e.d22 = (ring.sin0 - e.tau * o.s) * inverse;
  const T tau_v = o.r_v * inverse;
  e.e11_v = o.lambda * o.lambda_v + o.beta * o.beta_v;
  e.e22_v = e.tau * tau_v;
  e.d11_v = -(o.mu_v * o.lambda + o.mu * o.lambda_v);
  e.d22_v = -(tau_v * o.s + e.tau * o.c * o.theta_v) * inverse;
  return e;
}

template <class T>
void elastic_forces(const ShellData& d, const std::vector<Ring<T>>& rings,
                    std::vector<RingForce<T>>& forces) {
  const double nu = d.poisson, t = d.retardation;
  for (size_t k = 0; k < rings.size(); ++k) {
    const RingData& ring = d.rings[k];
    const Ring<T>& o = rings[k];
    const WallStrain<T> e = wall_strain(ring, o);
    const T e11 = e.e11 + t * e.e11_v, e22 = e.e22 + t * e.e22_v;
    const T d11 = e.d11 + t * e.d11_v, d22 = e.d22 + t * e.d22_v;
    const T n11 = ring.membrane * (e11 + nu * e22), n22 = ring.membrane * (e22 + nu * e11);
    const T m11 = ring.bending * (d11 + nu * d22), m22 = ring.bending * (d22 + nu * d11);
    RingForce<T>& f = forces[k];
    f.lambda += o.lambda * n11 - o.mu * m11;
    f.beta += o.beta * n11 + ring.shear * (o.beta + d.shear_retardation * o.beta_v);
    f.mu -= o.lambda * m11;
    f.r += (e.tau * n22 - o.s * m22 / ring.r0) / ring.r0;
    f.theta -= e.tau * o.c * m22 / ring.r0;
  }
  if (d.edge != ShellEdge::capped) return;
  const RimMotion<T> edge = rim_at(d, d.edge_row, rings);
  const T gap = edge.r - d.edge_row.reference.r + t * edge.r_v;
  add_rim_force(d.edge_row, T(d.cap_radius_stiffness * gap), T(0.0), rings, forces);
}

/// The springs that hold the slope of a rigid edge: adds to the generalised forces.
template <class T>
void add_edge_moment(const ShellData& d, const T* q, const T* v, T* tau) {
  if (d.edge != ShellEdge::capped) return;
  const double* angle = d.edge_row.angle.data();
  const T turn = product(angle, q, d.n) + d.retardation * product(angle, v, d.n);
  for (int j = 0; j < d.n; ++j) tau[j] += (d.cap_angle_stiffness * angle[j]) * turn;
}

}  // namespace cuttle
