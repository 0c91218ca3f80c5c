#include "cuttle/water/water_loads.h"

#include <algorithm>
#include <utility>

#include "cuttle/base/error.h"
#include "cuttle/core/workspace.h"

namespace cuttle {
namespace {

Flow flow_at(const Medium& medium, const RigidWater& water, double t, const Input& u,
             const BodyWork& b) {
  if (medium.current.still()) return {};
  return medium.current.at(b.X_WB * water.center, t, u);
}

WaterLoad load_of(const Medium& medium, const WaterWorld& world, const RigidWater& water, double t,
                  const Input& u, const BodyWork& b, bool with_tangent) {
  return rigid_water_load(water, world, flow_at(medium, water, t, u, b), b.X_WB, b.V_B,
                          entry_or(u, water.drag_input, 1), with_tangent);
}

}  // namespace

WaterLoads::WaterLoads(Data data) : data_(std::move(data)) {
  expects(data_.medium.density > 0, "water has a density");
  const auto note = [this](const auto& list) {
    for (const auto& water : list)
      if (water.drag_input >= 0) drag_inputs_.push_back(water.drag_input);
  };
  note(data_.rigids);
  note(data_.rods);
  note(data_.shells);
}

bool WaterLoads::scales_drag(int input) const {
  return std::ranges::find(drag_inputs_, input) != drag_inputs_.end();
}

void WaterLoads::apply(const Model& model, const State& x, const Input& u, bool with_tangent,
                       Workspace& ws) const {
  const WaterWorld world = water_world(data_.medium, model.gravity);
  for (const RigidWater& water : data_.rigids) {
    BodyWork& b = ws.bodies[size_t(water.body)];
    const WaterLoad load = load_of(data_.medium, world, water, x.t, u, b, with_tangent);
    b.points[0].load += load.sum();
    if (with_tangent) b.tangents.push_back({.point = 0, .K = load.K, .D = load.D});
  }
  for (const RodWater& rod : data_.rods)
    add_rod_water(rod, data_.medium, world, x.t, u, with_tangent, ws.bodies[size_t(rod.body)]);
  for (const ShellWater& shell : data_.shells)
    add_shell_water(shell, data_.medium, model.gravity, x.t, u, ws.bodies[size_t(shell.body)]);
}

EnergyBooks WaterLoads::books(const Model& model, const State& x, const Input& u,
                              const Workspace& ws) const {
  const WaterWorld world = water_world(data_.medium, model.gravity);
  EnergyBooks books;
  const auto add = [&books](const EnergyBooks& part) {
    books.potential += part.potential;
    books.power += part.power;
  };
  for (const RigidWater& water : data_.rigids) {
    const BodyWork& b = ws.bodies[size_t(water.body)];
    const WaterLoad load = load_of(data_.medium, world, water, x.t, u, b, false);
    books.potential += load.potential;
    books.power += load.powered.dot(b.V_B);
  }
  for (const RodWater& rod : data_.rods)
    add(rod_water_books(rod, data_.medium, world, x.t, u, ws.bodies[size_t(rod.body)]));
  for (const ShellWater& water : data_.shells) {
    const auto body = size_t(water.body);
    add(shell_water_books(water, static_cast<const Shell&>(*model.bodies[body].family),
                          data_.medium, model.gravity, x.t, u, ws.bodies[body]));
  }
  return books;
}

}  // namespace cuttle
