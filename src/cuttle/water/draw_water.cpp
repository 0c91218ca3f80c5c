#include "cuttle/water/draw_water.h"

#include "cuttle/water/water_loads.h"

namespace cuttle {

void draw_water(const Medium& medium, Canvas& canvas) {
  DrawnWater water{.density = medium.density, .up = medium.up, .uniform = medium.current.uniform()};
  if (medium.has_surface()) water.level = medium.level;
  if (!medium.current.still())
    water.velocity = [current = medium.current](const Vector3& place, double t, const Input& u) {
      return current.at(place, t, u).velocity;
    };
  canvas.water(std::move(water));
}

void draw_water(const Built& built, Canvas& canvas) {
  if (const auto water = built.actors.find<WaterLoads>("water"))
    draw_water(water->data().medium, canvas);
}

}  // namespace cuttle
