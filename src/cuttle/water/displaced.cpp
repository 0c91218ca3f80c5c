#include "cuttle/water/displaced.h"

#include "cuttle/shell/shell_span.h"

namespace cuttle {

namespace {

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
    if (shell.body == body) return displaced_by_wall(shell_of(model, body), work);
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

}  // namespace cuttle
