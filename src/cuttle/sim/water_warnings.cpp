#include "cuttle/sim/water_warnings.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

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

Displaced displaced_by_wall(const Shell& shell, const BodyWork& work) {
  Displaced sum{.wet = true};
  const std::vector<RingData>& rings = shell.data().rings;
  for (size_t k = 0; k < rings.size(); ++k) {
    const double volume = 2 * rings[k].half_thickness * rings[k].area;
    sum.volume += volume;
    sum.center.x() += volume * Shell::rings(work)[k].x;
  }
  sum.center /= sum.volume;
  return sum;
}

void warn_of_body(const BodySpec& spec, const Displaced& displaced, double mass, double density,
                  std::vector<std::string>& warnings) {
  if (displaced.volume == 0) {
    // nobody expects a frame without mass to float
    if (mass > 0 && spec.rigid && !spec.rigid->origin.given("water"))
      warnings.push_back(
          fmt::format("{} is in water but displaces none, so it has no buoyancy: give it shapes "
                      "or water: {{volume: ...}}, or water: none",
                      spec.name));
    return;
  }
  const double ratio = mass / (density * displaced.volume);
  if (ratio > kHeavy)
    warnings.push_back(fmt::format(
        "{} is {:.3g} times as heavy as the water that it displaces ({:.3g} kg, {:.3g} kg)",
        spec.name, ratio, mass, density * displaced.volume));
  if (!spec.rigid || spec.rigid->shapes.empty()) return;
  if (const double out = outside_by(*spec.rigid, displaced.center); out > 0)
    warnings.push_back(fmt::format("the centre of buoyancy of {} lies {:.3g} m outside its shapes",
                                   spec.name, out));
}

}  // namespace

const WaterLoads* water_of(const Model& model) {
  for (const auto& actor : model.actors)
    if (const auto* water = dynamic_cast<const WaterLoads*>(actor.get())) return water;
  return nullptr;
}

Displaced displaced_by(const Model& model, const WaterLoads& water, int body,
                       const BodyWork& work) {
  for (const RigidWater& rigid : water.data().rigids)
    if (rigid.body == body) return {true, rigid.volume, rigid.center};
  Displaced sum;
  for (const ShellWater& shell : water.data().shells)
    if (shell.body == body)
      return displaced_by_wall(dynamic_cast<const Shell&>(*model.bodies[size_t(body)].family),
                               work);
  for (const RodWater& rod : water.data().rods) {
    if (rod.body != body) continue;
    sum.wet = true;
    for (const RodStationWater& station : rod.stations) {
      sum.volume += station.volume;
      sum.center += station.volume * work.points[size_t(station.point)].X_BP.p;
    }
    if (sum.volume > 0) sum.center /= sum.volume;
  }
  return sum;
}

namespace {

bool flows(const CurrentSpec& current) {
  return current.uniform || current.profile || current.field;
}

// a shell that feels only surge has no inertia across its axis: turning in a current, it gains or
// loses momentum that in still water it would not have
void warn_of_current(const BodySpec& spec, const WaterSpec& water,
                     std::vector<std::string>& warnings) {
  if (spec.shell && spec.shell->coupling == ShellCoupling::axial && flows(water.current))
    warnings.push_back(fmt::format(
        "the shell {} has coupling: axial, whose motion in a current is not the motion in still "
        "water carried along (it is not Galilean invariant as soon as the shell turns); with "
        "coupling: full it is",
        spec.name));
}

}  // namespace

void add_water_warnings(const Scenario& scenario, const Workspace& ws,
                        std::vector<std::string>& warnings) {
  const WaterLoads* const water = water_of(scenario.model);
  if (!water) return;
  for (const BodySpec& spec : scenario.spec.bodies) {
    warn_of_current(spec, *scenario.spec.water, warnings);
    const int body = scenario.model.find_body(spec.name);
    const Displaced displaced = displaced_by(scenario.model, *water, body, ws.bodies[size_t(body)]);
    if (displaced.wet && spec.shell && scenario.spec.water->level)
      warnings.push_back(fmt::format(
          "the shell {} is treated as fully submerged: the surface at {:.4g} m is ignored",
          spec.name, *scenario.spec.water->level));
    if (displaced.wet)
      warn_of_body(spec, displaced, scenario.model.bodies[size_t(body)].family->mass(),
                   water->data().medium.density, warnings);
  }
}

}  // namespace cuttle
