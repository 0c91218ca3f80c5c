#include "cuttle/water/shell_water.h"

namespace cuttle {
LocalFlow flow_at_base(const Medium& medium, double t, const Input& u, const BodyWork& b) {
  if (medium.current.still()) return {};
  return local_flow(medium.current.at(b.X_WB.p, t, u), b.X_WB.R);
}

void add_shell_water(const ShellWater& water, const Medium& medium, const Vector3& gravity,
                     double t, const Input& u, const BodyWork& b) {
  ShellLoading& load = Shell::loading(b);
  const LocalFlow flow = flow_at_base(medium, t, u, b);
  load.drag = &water.drag;
  load.drag_factor = entry_or(u, water.drag_input, 1);
  load.flow = flow.velocity;
  load.flow_gradient = flow.gradient;
  load.weight_back = b.X_WB.R.transpose() * gravity - flow.acceleration;
  load.displaced_density = medium.density;
}

EnergyBooks shell_water_books(const ShellWater& water, const Shell& shell, const Medium& medium,
                              const Vector3& gravity, double t, const Input& u, const BodyWork& b) {
  EnergyBooks books;
  const LocalFlow flow = flow_at_base(medium, t, u, b);
  ShellLoading& mine = Shell::part(b);
  mine.drag = &water.drag;
  mine.drag_factor = entry_or(u, water.drag_input, 1);
  mine.flow = flow.velocity;
  mine.weight_back = -flow.acceleration;
  mine.displaced_density = medium.density;
  books.power = shell.power_of(mine, b) + shell.water_power(flow.velocity, b);

  // buoyancy of the wall: displaced mass times g . p
  double mass = 0, moment = 0;
  const std::vector<Ring<double>>& rings = Shell::rings(b);
  for (size_t k = 0; k < rings.size(); ++k) {
    const RingData& ring = shell.data().rings[k];
    const double displaced = medium.density * 2 * ring.half_thickness * ring.area;
    mass += displaced;
    moment += displaced * rings[k].x;
  }
  books.potential = gravity.dot(b.X_WB.R * Vector3(moment, 0, 0) + mass * b.X_WB.p);
  return books;
}

}  // namespace cuttle
