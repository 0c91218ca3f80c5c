#pragma once
// What actors do to a shell, and the axisymmetric forces that follow from it.

#include <numbers>

#include "cuttle/shell/jet/jet_choices.h"
#include "cuttle/shell/shell_inertial.h"

namespace cuttle {

/// Water pushed out of the volume inside, and sucked in. [Renda18] (15)
struct Jet {
  double density = 1000;        // [kg/m^3]
  double flow_coefficient = 1;  // C_f
  double area_out = 0;          // [m^2] of the nozzle, for outflow
  double area_in = 0;           // [m^2] for inflow
  InnerVolume volume = InnerVolume::geometric;
  JetPlace place = JetPlace::wall;
  /// The wall feels the pressure 1/2 rho (U'/A)^2 that drives the water through the nozzle.
  bool back_pressure = false;
};

/// Axial drag of the whole shell: 1/2 rho C_d A_ref v|v|, A_ref of the widest ring [Renda18] (12);
/// and across the axis, where a shell feels it, that of a cylinder ring by ring.
struct ShellDrag {
  double density = 1000;
  double coefficient = 0;
  double across = 0;
};

/// Set by actors between kinematics and forces.
struct ShellLoading {
  VectorX radial;    // (rings) [Pa] force per reference area, outwards, fixed in direction
  VectorX pressure;  // (rings) [Pa] inner overpressure, normal to the wall as it moves
  const Jet* jet = nullptr;
  const ShellDrag* drag = nullptr;
  double drag_factor = 1;
  Vector3 flow = Vector3::Zero();           // [m/s] of the water, in B
  Matrix3 flow_gradient = Matrix3::Zero();  // [1/s] in B
  // [m/s^2] gravity less the water's acceleration, in B: what acts on water in the inertia
  Vector3 weight_back = Vector3::Zero();
  double displaced_density = 0;  // [kg/m^3] of the water, for the buoyancy of the wall

  void clear() {
    radial.setZero();
    pressure.setZero();
    jet = nullptr;
    drag = nullptr;
    drag_factor = 1;
    flow.setZero();
    flow_gradient.setZero();
    weight_back.setZero();
    displaced_density = 0;
  }
};

/// Volume inside and its rate.
template <class T>
struct VolumeMotion {
  T U, rate;
};
template <class T>
VolumeMotion<T> inner_volume(const ShellData& d, const std::vector<Ring<T>>& rings,
                             InnerVolume how) {
  using std::sqrt;
  VolumeMotion<T> o{T(0.0), T(0.0)};
  for (size_t k = 0; k < rings.size(); ++k) {
    const Ring<T>& ring = rings[k];
    T length, rate;  // of the meridian (or the axis) per dX
    if (how == InnerVolume::geometric) {
      length = d.direction * ring.dx;
      rate = d.direction * ring.dx_v;
    } else {
      length = sqrt(ring.lambda * ring.lambda + ring.beta * ring.beta);
      rate = (ring.lambda * ring.lambda_v + ring.beta * ring.beta_v) / length;
    }
    const double share = std::numbers::pi * d.rings[k].weight;
    o.U += share * ring.r * ring.r * length;
    o.rate += share * ring.r * (2.0 * ring.r_v * length + ring.r * rate);
  }
  return o;
}

/// Takes a pressure inside off the forces on the shape: its work is pressure times change of
/// volume. It acts between wall and base, so that nothing is left outside.
template <class T>
void take_volume_pressure(const ShellData& d, const std::vector<Ring<T>>& rings, InnerVolume how,
                          const T& pressure, std::vector<RingForce<T>>& forces) {
  using std::sqrt;
  for (size_t k = 0; k < rings.size(); ++k) {
    const Ring<T>& ring = rings[k];
    const T share = (std::numbers::pi * d.rings[k].weight) * pressure * ring.r;
    if (how == InnerVolume::geometric) {
      forces[k].r -= 2.0 * d.direction * share * ring.dx;
      forces[k].add_slope(ring, T(-d.direction * share * ring.r));
    } else {
      const T length = sqrt(ring.lambda * ring.lambda + ring.beta * ring.beta);
      forces[k].r -= 2.0 * share * length;
      forces[k].lambda -= share * ring.r * ring.lambda / length;
      forces[k].beta -= share * ring.r * ring.beta / length;
    }
  }
}

/// Forces of jet and drag along the axis of B [N].
template <class T>
struct AxialForces {
  T thrust, drag;
  T pressure;  // [Pa] inside, of a jet with back pressure
};
template <class T>
AxialForces<T> axial_forces(const ShellData& d, const ShellLoading& load,
                            const std::vector<Ring<T>>& rings, const Vec6<T>& V,
                            const Vec3<T>& flow) {
  AxialForces<T> o{T(0.0), T(0.0), T(0.0)};
  const auto squared = [&](const T& y) { return plain_value(y) < 0 ? T(-(y * y)) : T(y * y); };
  if (load.jet != nullptr) {
    const T rate = inner_volume(d, rings, load.jet->volume).rate;
    const double area = plain_value(rate) < 0 ? load.jet->area_out : load.jet->area_in;
    // outflow pushes away from the edge
    o.thrust =
        (d.direction * load.jet->density * load.jet->flow_coefficient / area) * squared(rate);
    if (load.jet->back_pressure)
      o.pressure = (-0.5 * load.jet->density / (area * area)) * squared(rate);
  }
  if (load.drag != nullptr) {
    T widest(d.base_radius);
    if (const T edge = rim_at(d, d.edge_row, rings).r; plain_value(edge) > plain_value(widest))
      widest = edge;
    for (const Ring<T>& ring : rings)
      if (plain_value(ring.r) > plain_value(widest)) widest = ring.r;
    const T velocity = V[3] - flow[0];
    o.drag =
        (-0.5 * load.drag->density * load.drag->coefficient * std::numbers::pi * load.drag_factor) *
        widest * widest * squared(velocity);
  }
  return o;
}

/// Drag across the axis, ring by ring as of a cylinder in a plane flow; adds to a balance.
template <class T>
void add_cross_drag(const ShellData& d, const ShellDrag& drag, double factor,
                    const std::vector<Ring<T>>& rings, const Vec6<T>& V, const Vec3<T>& flow,
                    Vec6<T>& F) {
  using std::sqrt;
  if (drag.across == 0) return;
  for (size_t k = 0; k < rings.size(); ++k) {
    const Ring<T>& o = rings[k];
    const T v_y = V[4] - flow[1] + V[2] * o.x, v_z = V[5] - flow[2] - V[1] * o.x;
    const T squared = v_y * v_y + v_z * v_z;
    if (plain_value(squared) == 0) continue;
    const T size =
        (drag.density * drag.across * d.direction * d.rings[k].weight * factor) * o.r * o.dx;
    const T f_y = size * sqrt(squared) * v_y, f_z = size * sqrt(squared) * v_z;
    F[4] += f_y;
    F[5] += f_z;
    F[1] -= o.x * f_z;
    F[2] += o.x * f_y;
  }
}

/// Takes the loads off the forces on the rings; returns what they leave at the base (as a balance:
/// minus their wrench). `flow` and `gravity` are load.flow and load.weight_back, with derivatives.
template <class T>
Vec6<T> loading_forces(const ShellData& d, const ShellLoading& load,
                       const std::vector<Ring<T>>& rings, const Vec6<T>& V, const Vec3<T>& flow,
                       const Vec3<T>& gravity, std::vector<RingForce<T>>& forces) {
  Vec6<T> F = Vec6<T>::Constant(T(0.0));
  const AxialForces<T> axial = axial_forces(d, load, rings, V, flow);
  T evenly = axial.drag;
  if (load.jet != nullptr && load.jet->place == JetPlace::nozzle) {
    add_rim_force(d.edge_row, T(0.0), T(-axial.thrust), rings, forces);
    F[3] -= axial.thrust;
  } else {
    evenly += axial.thrust;
  }

  if (load.jet != nullptr && load.jet->back_pressure)
    take_volume_pressure(d, rings, load.jet->volume, axial.pressure, forces);

  T lifted(0.0), moment(0.0);  // mass without weight, and its first moment
  T wall(0.0);                 // axial force of a unit pressure on the wall
  for (size_t k = 0; k < rings.size(); ++k) {
    const RingData& ring = d.rings[k];
    const Ring<T>& o = rings[k];
    const auto at = Eigen::Index(k);
    // the inner side of the wall looks along (x', -r') turned to the outside
    const T push = (load.pressure[at] * 2 * std::numbers::pi * ring.weight * d.direction) * o.r;
    const double light =
        ring.inertia - ring.mass + load.displaced_density * 2 * ring.half_thickness * ring.area;
    const T f_r = ring.area * load.radial[at] + push * o.dx;
    const T f_x = (ring.area / d.surface) * evenly - push * o.dr - light * gravity[0];
    wall -= (2 * std::numbers::pi * ring.weight * d.direction) * o.r * o.dr;
    forces[k].r -= f_r;
    forces[k].x -= f_x;
    F[3] -= f_x;
    lifted += T(light);
    moment += light * o.x;
  }
  // pressure on the wall that closes the base, and on the cap: an even one leaves nothing
  const double p_base = load.pressure[0], p_edge = load.pressure[load.pressure.size() - 1];
  if (p_base != 0 || p_edge != 0) {
    const T r = rim_at(d, d.edge_row, rings).r;
    const T end = (d.direction * std::numbers::pi) * r * r;
    F[3] += p_base * (end + wall);
    if (d.edge == ShellEdge::capped) {
      add_rim_force(d.edge_row, T(0.0), T(-p_edge * end), rings, forces);
      F[3] -= p_edge * end;
    }
  }
  if (load.drag != nullptr && d.coupling == ShellCoupling::full)
    add_cross_drag(d, *load.drag, load.drag_factor, rings, V, flow, F);

  // weightless parts push sideways at their own centre
  const InsideWater<T> inside = inside_water(d, rings);
  F[3] += inside.m * gravity[0];
  if (d.added_per_volume != 0)
    F[3] += d.added_per_volume * shell_moments(d, rings).volume * gravity[0];
  if (d.coupling == ShellCoupling::full) {
    const T m = lifted + inside.m, S = moment + inside.S;
    F[4] += m * gravity[1];
    F[5] += m * gravity[2];
    F[1] -= S * gravity[2];
    F[2] += S * gravity[1];
  }
  return F;
}

}  // namespace cuttle
