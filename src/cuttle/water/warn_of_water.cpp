#include "cuttle/water/warn_of_water.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "cuttle/water/displaced.h"

namespace cuttle {

namespace {

constexpr double kHeavy = 10;      // mass over displaced mass from which it is told
constexpr double kOutside = 1e-9;  // part of the size by which a centre may stick out

// half sizes of the box around a shape in its own axes, and the middle of that box
struct Extent {
  Vector3 half = Vector3::Zero(), middle = Vector3::Zero();
};

Extent extent_of(const ShapeSpec& shape) {
  if (shape.box) return {0.5 * *shape.box};
  if (shape.sphere) return {Vector3::Constant(*shape.sphere)};
  if (shape.ellipsoid) return {*shape.ellipsoid};
  if (shape.cylinder) {
    const auto [r, l] = *shape.cylinder;
    return {Vector3(l / 2, r, r)};
  }
  if (shape.cone) {
    const auto [r, l] = *shape.cone;
    return {Vector3(l / 2, r, r), Vector3(l / 2, 0, 0)};
  }
  if (const TriangleMesh* const mesh = mesh_of(shape)) {
    const Eigen::AlignedBox3d box = box_of(*mesh);
    return {0.5 * box.sizes(), box.center()};
  }
  const auto [r, l] = shape.capsule.value_or(std::array{0.0, 0.0});
  return {Vector3(l / 2 + r, r, r)};
}

// how far a place is outside of the box around the shapes of a body [m]; 0: inside
double outside_by(const RigidSpec& rigid, const Vector3& place) {
  Vector3 low = Vector3::Constant(std::numeric_limits<double>::infinity()), high = -low;
  for (const ShapeSpec& shape : rigid.shapes) {
    const Extent extent = extent_of(shape);
    const Vector3 middle = shape.pose.position + shape.pose.rotation * extent.middle;
    const Vector3 half = shape.pose.rotation.cwiseAbs() * extent.half;
    low = low.cwiseMin(middle - half);
    high = high.cwiseMax(middle + half);
  }
  const Vector3 out = (low - place).cwiseMax(place - high).cwiseMax(0.0);
  return out.maxCoeff() > kOutside * (high - low).maxCoeff() ? out.norm() : 0;
}

void warn_of_body(const BodySpec& spec, const Displaced& displaced, double mass, double density,
                  Diagnostics& warnings) {
  if (displaced.volume == 0) {
    // nobody expects a frame without mass to float
    if (mass > 0 && spec.rigid && !spec.rigid->origin.given("water"))
      warnings.add(spec.origin.warning(
          "rigid", fmt::format("{} is in water but displaces none, so it has no buoyancy: give it "
                               "shapes or water: {{volume: ...}}, or water: none",
                               spec.name)));
    return;
  }
  const double ratio = mass / (density * displaced.volume);
  if (ratio > kHeavy)
    warnings.add(spec.origin.warning(
        "", fmt::format(
                "{} is {:.3g} times as heavy as the water that it displaces ({:.3g} kg, {:.3g} kg)",
                spec.name, ratio, mass, density * displaced.volume)));
  if (!spec.rigid || spec.rigid->shapes.empty()) return;
  if (const double out = outside_by(*spec.rigid, displaced.center); out > 0)
    warnings.add(spec.rigid->origin.warning(
        "shapes", fmt::format("the centre of buoyancy of {} lies {:.3g} m outside its shapes",
                              spec.name, out)));
}

bool flows(const CurrentSpec& current) {
  return current.uniform || current.profile || current.field;
}

// a shell that feels only surge has no inertia across its axis: turning in a current, it gains or
// loses momentum that in still water it would not have
void warn_of_current(const BodySpec& spec, const WaterSpec& water, Diagnostics& warnings) {
  if (spec.shell && spec.shell->coupling == ShellCoupling::axial && flows(water.current))
    warnings.add(spec.shell->origin.warning(
        "coupling",
        fmt::format("the shell {} has coupling: axial, whose motion in a current is not the motion "
                    "in still water carried along (it is not Galilean invariant as soon as the "
                    "shell turns); with coupling: full it is",
                    spec.name)));
}

}  // namespace

void warn_of_water(const Built& built, const Workspace& ws, Diagnostics& warnings) {
  const WaterLoads* const water = water_of(built.model);
  if (!water) return;
  for (const BodySpec& spec : built.spec.bodies) {
    warn_of_current(spec, *built.spec.water, warnings);
    const int body = built.model.find_body(spec.name);
    const Displaced displaced = displaced_by(built.model, *water, body, ws.bodies[size_t(body)]);
    if (displaced.wet && spec.shell && built.spec.water->level)
      warnings.add(spec.origin.warning(
          "shell",
          fmt::format(
              "the shell {} is treated as fully submerged: the surface at {:.4g} m is ignored",
              spec.name, *built.spec.water->level)));
    if (displaced.wet)
      warn_of_body(spec, displaced, built.model.bodies[size_t(body)].family->mass(),
                   water->data().medium.density, warnings);
  }
}

}  // namespace cuttle
