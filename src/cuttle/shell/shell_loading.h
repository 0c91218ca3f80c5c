#pragma once
// What actors do to a shell, and the axisymmetric forces that follow from it.

#include <numbers>
#include <type_traits>

#include "cuttle/shell/shell_inertial.h"

namespace cuttle {

/// How the volume inside is measured.
enum class InnerVolume {
  geometric,  // pi int r^2 dx
  arc_length  // pi int r^2 sqrt(lambda^2 + beta^2) dX, as [Renda18] writes it
};

/// Where the thrust of a jet acts.
enum class JetPlace {
  wall,   // evenly over the reference surface, [Renda18] (15)
  nozzle  // at the edge
};

/// Water pushed out of the volume inside, and sucked in. [Renda18] (15)
struct Jet {
  double density = 1000;        // [kg/m^3]
  double flow_coefficient = 1;  // C_f
  double area_out = 0;          // [m^2] of the nozzle, for outflow
  double area_in = 0;           // [m^2] for inflow
  InnerVolume volume = InnerVolume::geometric;
  JetPlace place = JetPlace::wall;
};

/// Axial drag of the whole shell: 1/2 rho C_d A_ref v|v|, A_ref of the widest ring. [Renda18] (12)
struct ShellDrag {
  double density = 1000;
  double coefficient = 0;
};

/// Set by actors between kinematics and forces.
struct ShellLoading {
  VectorX radial;    // (rings) [Pa] force per reference area, outwards, fixed in direction
  VectorX pressure;  // (rings) [Pa] inner overpressure, normal to the wall as it moves
  const Jet* jet = nullptr;
  const ShellDrag* drag = nullptr;
  Vector3 flow = Vector3::Zero();         // [m/s] of the water, in B
  Vector3 weight_back = Vector3::Zero();  // [m/s^2] gravity in B, for what has no weight in water
  double displaced_density = 0;           // [kg/m^3] of the water, for the buoyancy of the wall

  void clear() {
    radial.setZero();
    pressure.setZero();
    jet = nullptr;
    drag = nullptr;
    flow.setZero();
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

/// Forces of jet and drag along the axis of B [N].
template <class T>
struct AxialForces {
  T thrust, drag;
};
template <class T>
AxialForces<T> axial_forces(const ShellData& d, const ShellLoading& load,
                            const std::vector<Ring<T>>& rings, const Vec6<T>& V) {
  AxialForces<T> o{T(0.0), T(0.0)};
  const auto value = [](const T& y) {
    if constexpr (std::is_same_v<T, double>)
      return y;
    else
      return y.v;
  };
  const auto squared = [&](const T& y) { return value(y) < 0 ? T(-(y * y)) : T(y * y); };
  if (load.jet != nullptr) {
    const T rate = inner_volume(d, rings, load.jet->volume).rate;
    const double area = value(rate) < 0 ? load.jet->area_out : load.jet->area_in;
    // outflow pushes away from the edge
    o.thrust =
        (d.direction * load.jet->density * load.jet->flow_coefficient / area) * squared(rate);
  }
  if (load.drag != nullptr) {
    T widest(d.base_radius);
    for (const Ring<T>& ring : rings)
      if (value(ring.r) > value(widest)) widest = ring.r;
    const T velocity = V[3] - load.flow[0];
    o.drag = (-0.5 * load.drag->density * load.drag->coefficient * std::numbers::pi) * widest *
             widest * squared(velocity);
  }
  return o;
}

/// Takes the loads off the forces on the rings; returns what they leave at the base (as a balance:
/// minus their wrench). `gravity` is load.weight_back, with derivatives.
template <class T>
Vec6<T> loading_forces(const ShellData& d, const ShellLoading& load,
                       const std::vector<Ring<T>>& rings, const Vec6<T>& V, const Vec3<T>& gravity,
                       std::vector<RingForce<T>>& forces) {
  Vec6<T> F = Vec6<T>::Constant(T(0.0));
  const AxialForces<T> axial = axial_forces(d, load, rings, V);
  T evenly = axial.drag;
  if (load.jet != nullptr && load.jet->place == JetPlace::nozzle) {
    add_rim_force(d.edge_row, T(0.0), T(-axial.thrust), rings, forces);
    F[3] -= axial.thrust;
  } else {
    evenly += axial.thrust;
  }

  T lifted(0.0), moment(0.0);  // mass without weight, and its first moment
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
    forces[k].r -= f_r;
    forces[k].x -= f_x;
    F[3] -= f_x;
    lifted += T(light);
    moment += light * o.x;
  }
  // pressure on the wall that closes the base, and on the cap
  const double p_base = load.pressure[0], p_edge = load.pressure[load.pressure.size() - 1];
  F[3] += d.direction * std::numbers::pi * p_base * d.base_radius * d.base_radius;
  if (d.edge == ShellEdge::capped && p_edge != 0) {
    const T r = rim_at(d, d.edge_row, rings).r;
    const T on_cap = (d.direction * std::numbers::pi * p_edge) * r * r;
    add_rim_force(d.edge_row, T(0.0), T(-on_cap), rings, forces);
    F[3] -= on_cap;
  }

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
