#pragma once
// Inertial forces of a shell in a moving base frame B with its axis along x. The integral around
// each ring is done in closed form: what couples to the deformation is the axial motion, and
// centrifugal forces of the rotation. Sums over rings, with m their inertia:
//   m, S = sum m x, J_a = sum m r^2, J_t = sum m (r^2 / 2 + x^2), and rotary parts.

#include <numbers>

#include "cuttle/math/se3.h"
#include "cuttle/shell/ring.h"

namespace cuttle {

/// Moments of the shell about B. `_v`: their rates.
template <class T>
struct ShellMoments {
  T m, S, J_t, J_a;
  T S_v, J_t_v, J_a_v;  // S_v is also the momentum sum m x_v
  T P_a;                // sum m x_a
  T volume, volume_v;   // inside, between base and edge
};

template <class T>
ShellMoments<T> shell_moments(const ShellData& d, const std::vector<Ring<T>>& rings) {
  const T zero(0.0);
  ShellMoments<T> o{zero, zero, zero, zero, zero, zero, zero, zero, zero, zero};
  for (size_t k = 0; k < rings.size(); ++k) {
    const Ring<T>& ring = rings[k];
    const double mass = d.rings[k].inertia, rotary = d.rings[k].rotary;
    const T sc = ring.s * ring.c * ring.theta_v;
    const T rr = mass * ring.r * ring.r, rr_v = mass * ring.r * ring.r_v;
    const T across = ring.c * ring.c, along = ring.s * ring.s;
    o.m += T(mass);
    o.S += mass * ring.x;
    o.S_v += mass * ring.x_v;
    o.P_a += mass * ring.x_a;
    o.J_a += rr + rotary * along;
    o.J_a_v += 2.0 * rr_v + 2.0 * rotary * sc;
    o.J_t += 0.5 * rr + mass * ring.x * ring.x + 0.5 * rotary * (1.0 + across);
    o.J_t_v += rr_v + 2.0 * mass * ring.x * ring.x_v - rotary * sc;
    const double share = d.direction * std::numbers::pi * d.rings[k].weight;
    o.volume += share * ring.r * ring.r * ring.dx;
    o.volume_v += share * ring.r * (2.0 * ring.r_v * ring.dx + ring.r * ring.dx_v);
  }
  return o;
}

/// Water inside that follows the base: mass, first and second moment along the axis, and rates.
template <class T>
struct InsideWater {
  T m, S, A;
  T m_v, S_v, A_v;
};
template <class T>
InsideWater<T> inside_water(const ShellData& d, const std::vector<Ring<T>>& rings) {
  const T zero(0.0);
  InsideWater<T> o{zero, zero, zero, zero, zero, zero};
  if (d.inside_density == 0) return o;
  for (size_t k = 0; k < rings.size(); ++k) {
    const Ring<T>& ring = rings[k];
    const double share = d.inside_density * d.direction * std::numbers::pi * d.rings[k].weight;
    const T m = share * ring.r * ring.r * ring.dx;
    const T rate = share * ring.r * (2.0 * ring.r_v * ring.dx + ring.r * ring.dx_v);
    o.m += m;
    o.S += m * ring.x;
    o.A += m * ring.x * ring.x;
    o.m_v += rate;
    o.S_v += rate * ring.x + m * ring.x_v;
    o.A_v += rate * ring.x * ring.x + 2.0 * m * ring.x * ring.x_v;
  }
  return o;
}

/// e1 x y.
template <class T>
Vec3<T> axis_cross(const Vec3<T>& y) {
  return {T(0.0), -y[2], y[1]};
}

/// Adds the inertial forces on the rings, returns the inertial wrench at the base. `flow` is the
/// velocity of the water, in B: water that is carried along or sucked in knows only the motion
/// relative to it. (Its acceleration comes with the weight: shell_loading.h.)
template <class T>
Vec6<T> inertial_forces(const ShellData& d, const std::vector<Ring<T>>& rings, const Vec6<T>& V,
                        const Vec6<T>& A, const Vec3<T>& flow, std::vector<RingForce<T>>& forces) {
  const bool full = d.coupling == ShellCoupling::full;
  const Vec3<T> w = V.template head<3>(), v = V.template tail<3>(), past = v - flow;
  const T zero(0.0);
  const T turning = full ? T(w[1] * w[1] + w[2] * w[2]) : zero;  // about lateral axes, squared
  const T spinning = full ? T(w[0] * w[0]) : zero;
  const T axial = full ? T(A[3] + w[1] * v[2] - w[2] * v[1]) : T(A[3]);
  for (size_t k = 0; k < rings.size(); ++k) {
    const Ring<T>& ring = rings[k];
    const double mass = d.rings[k].inertia, rotary = d.rings[k].rotary;
    RingForce<T>& f = forces[k];
    f.r += mass * (ring.r_a - ring.r * (0.5 * turning + spinning));
    f.x += mass * (ring.x_a + axial - turning * ring.x);
    f.theta += rotary * (ring.theta_a - ring.s * ring.c * (spinning - 0.5 * turning));
  }

  const ShellMoments<T> o = shell_moments(d, rings);
  // axial added mass k U of the volume inside: p = k U v_x, and its share in Lagrange's equations
  const double k_added = d.added_per_volume;
  if (k_added != 0) {
    const T pressure = -0.5 * k_added * past[0] * past[0];
    for (size_t k = 0; k < rings.size(); ++k) {
      const T share = (d.direction * std::numbers::pi * d.rings[k].weight) * pressure;
      forces[k].r += 2.0 * share * rings[k].r * rings[k].dx;
      forces[k].add_slope(rings[k], share * rings[k].r * rings[k].r);
    }
  }
  const T added = k_added * o.volume, added_rate = k_added * o.volume_v;
  const InsideWater<T> inside = inside_water(d, rings);
  // water sucked in was at rest and must be brought to speed; water that leaves keeps its own
  const bool filling = plain_value(inside.m_v) > 0;
  const T m_in = filling ? inside.m_v : zero;
  Vec6<T> F = Vec6<T>::Constant(zero);
  F[3] = (o.m + inside.m + added) * A[3] + o.P_a + added_rate * past[0] + m_in * past[0];
  if (!full) return F;

  const T m = o.m + inside.m, S = o.S + inside.S, J_t = o.J_t + inside.A;
  const T S_in = filling ? inside.S_v : zero, A_in = filling ? inside.A_v : zero;
  const Vec3<T> A_w = A.template head<3>(), A_v = A.template tail<3>();
  const Vec3<T> L = Vec3<T>(o.J_a * w[0], J_t * w[1], J_t * w[2]) + axis_cross(v) * S;
  Vec3<T> P = v * m - axis_cross(w) * S;
  P[0] += o.S_v;
  const T J_t_v = o.J_t_v + A_in;
  const Vec3<T> turned = Vec3<T>(o.J_a * A_w[0], J_t * A_w[1], J_t * A_w[2]) + axis_cross(A_v) * S +
                         Vec3<T>(o.J_a_v * w[0], J_t_v * w[1], J_t_v * w[2]) +
                         axis_cross(v) * o.S_v + axis_cross(past) * S_in;
  const Vec3<T> pushed =
      A_v * m - axis_cross(A_w) * S - axis_cross(w) * (o.S_v + S_in) + past * m_in;
  // the added mass moves through the water, not through space
  const Vec3<T> P_added(added * past[0], zero, zero);
  F[3] += added * (w[1] * flow[2] - w[2] * flow[1]);
  F[4] = pushed[1];
  F[5] = pushed[2];
  F.template head<3>() = turned + w.cross(L) + v.cross(P) + past.cross(P_added);
  F.template tail<3>() += w.cross(P + P_added);
  return F;
}

}  // namespace cuttle
