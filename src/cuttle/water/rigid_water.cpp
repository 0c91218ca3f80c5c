#include "cuttle/water/rigid_water.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "cuttle/math/se3.h"

namespace cuttle {
namespace {

/// Distance from the centre to the farthest part of the elements.
double reach_of(const std::vector<VolumeElement>& elements, const Vector3& center) {
  double reach = 0;
  for (const VolumeElement& e : elements) reach = std::max(reach, reach_from(center, e));
  return reach;
}

/// The part under water; elements are only asked where the surface may cut them.
Submersion under_water(const WaterVolume& volume, const WaterWorld& world, const Vector3& n,
                       double height, bool with_tangent) {
  const double center_height = height + n.dot(volume.center);
  if (!world.has_surface || center_height <= -volume.reach)
    return submerged(volume.volume, volume.center, n, height, with_tangent);
  if (center_height >= volume.reach) return {};
  return submersion(volume.elements, n, height, with_tangent);
}

/// Froude-Krylov: the displaced water would have moved with the flow.
void add_displaced_inertia(const WaterVolume& volume, double density, const Vector3& acceleration,
                           const Submersion& under, bool with_tangent, WaterLoad& load) {
  const Vector3 force = density * under.volume * acceleration;
  load.powered.head<3>() += volume.center.cross(force);
  load.powered.tail<3>() += force;
  if (!with_tangent) return;
  Vector6 unit;
  unit << volume.center.cross(acceleration), acceleration;
  load.K -= density * unit * under.volume_gradient.transpose();
  load.K.topLeftCorner<3, 3>() -= hat(volume.center) * hat(force);
  load.K.bottomLeftCorner<3, 3>() -= hat(force);
}

void add_drag(const RigidDrag& drag, const Vector6& V_r, double share, WaterLoad& load) {
  load.powered += share * Ad_invT_apply(drag.X_BD, drag_wrench(drag, Ad_inv_apply(drag.X_BD, V_r)));
}

}  // namespace

RigidWater rigid_water(int body, const ShapeWater& shape) {
  return {.body = body,
          .added_mass = shape.added_mass,
          .volume = shape.volume,
          .center = shape.center,
          .reach = reach_of(shape.elements, shape.center),
          .elements = shape.elements,
          .drags = shape.drags};
}

void set_volume(RigidWater& water, double volume, const Vector3& center) {
  if (water.elements.empty()) {
    // a ball of that volume
    const double radius = std::cbrt(0.75 * volume / std::numbers::pi);
    water.elements = {
        {.center = center, .volume = volume, .half = Matrix3(radius * Matrix3::Identity())}};
  } else {
    double sum = 0;
    Vector3 moment = Vector3::Zero();
    for (const VolumeElement& e : water.elements) {
      sum += e.volume;
      moment += e.volume * e.center;
    }
    for (VolumeElement& e : water.elements) {
      e.center += center - moment / sum;
      e.volume *= volume / sum;
    }
  }
  water.volume = volume;
  water.center = center;
  water.reach = reach_of(water.elements, center);
}

WaterLoad volume_load(const WaterVolume& volume, const WaterWorld& world, const LocalFlow& flow,
                      const Pose& X_W, const Vector6& V, bool with_tangent, Submersion& under) {
  WaterLoad load;
  const Vector3 n = X_W.R.transpose() * world.up;
  under = under_water(volume, world, n, world.up.dot(X_W.p) - world.level, with_tangent);

  // buoyancy
  const double pressure_gradient = world.density * world.gravity;
  load.stored = pressure_gradient * under.wrench;
  load.potential = pressure_gradient * under.potential;

  // gravity does not pull at added mass
  const Vector3 upward = world.gravity * n;
  load.weight = volume.added_mass.rightCols<3>() * upward;

  if (with_tangent) {
    load.K += pressure_gradient * under.stiffness;
    load.K.leftCols<3>() -= volume.added_mass.rightCols<3>() * hat(upward);
  }

  if (flow.velocity.isZero(0) && flow.acceleration.isZero(0) && flow.gradient.isZero(0))
    return load;
  add_displaced_inertia(volume, world.density, flow.acceleration, under, with_tangent, load);
  load.powered += current_load(volume.added_mass, flow, V);
  if (with_tangent) add_current_tangent(volume.added_mass, flow, V, volume.center, load.K, load.D);
  return load;
}

WaterLoad rigid_water_load(const RigidWater& water, const WaterWorld& world, const Flow& flow,
                           const Pose& X_WB, const Vector6& V, double drag_factor,
                           bool with_tangent) {
  const LocalFlow local = local_flow(flow, X_WB.R);
  const WaterVolume volume{water.added_mass, water.volume, water.center, water.reach,
                           water.elements};
  Submersion under;
  WaterLoad load = volume_load(volume, world, local, X_WB, V, with_tangent, under);

  // drag of the part under water, at the twist through the water
  Vector6 V_r = V;
  V_r.tail<3>() -= local.velocity;
  const double part = world.has_surface && water.volume > 0 ? under.volume / water.volume : 1;
  const double share = drag_factor * part;
  for (const RigidDrag& drag : water.drags) add_drag(drag, V_r, share, load);
  if (!with_tangent) return load;
  const Matrix6 dV_c = current_displacement(local, water.center);
  for (const RigidDrag& drag : water.drags) {
    const Matrix6 T = Ad(drag.X_BD.inverse());
    const Vector6 V_D = T * V_r;
    const Matrix6 D = share * T.transpose() * drag_derivative(drag, V_D) * T;
    load.D += D;
    load.K -= D * dV_c;
    if (world.has_surface && water.volume > 0)
      load.K -= T.transpose() * Vector6(drag_factor * drag_wrench(drag, V_D)) *
                under.volume_gradient.transpose() / water.volume;
  }
  return load;
}

}  // namespace cuttle
