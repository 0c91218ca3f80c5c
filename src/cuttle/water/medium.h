#pragma once

#include <limits>

#include "cuttle/water/current.h"

namespace cuttle {

/// The water that all actors of a model share.
struct Medium {
  double density = 1000;                                   // [kg/m^3]
  Vector3 up = Vector3::UnitZ();                           // against gravity; (0, 0, -1) in NED
  double level = std::numeric_limits<double>::infinity();  // [m] height of the surface along up
  Current current;

  bool has_surface() const { return level < std::numeric_limits<double>::infinity(); }
};

/// The water under a gravity, as loads see it.
struct WaterWorld {
  double density = 0;             // [kg/m^3]
  double gravity = 0;             // [m/s^2] its size
  Vector3 up = Vector3::UnitZ();  // against gravity; that of the medium if there is none
  double level = 0;               // [m] zero without a surface
  bool has_surface = false;
};
inline WaterWorld water_world(const Medium& medium, const Vector3& gravity) {
  WaterWorld world{.density = medium.density, .gravity = gravity.norm(), .up = medium.up};
  if (world.gravity > 0) world.up = -gravity / world.gravity;
  world.has_surface = medium.has_surface();
  if (world.has_surface) world.level = medium.level;
  return world;
}

}  // namespace cuttle
