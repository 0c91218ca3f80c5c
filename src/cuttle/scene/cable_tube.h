#pragma once
// A cable is a polyline without width. Programs that draw surfaces only get a thin tube instead.

#include "cuttle/scene/scene.h"

namespace cuttle {

/// A tube about a cable, with sections that move like those of a rod.
struct CableTube {
  SceneRod rod;                  // its first section is 0
  Channel positions, rotations;  // (frames x points)
};
CableTube cable_tube(const Scene& scene, const SceneCable& cable, double radius);

/// A radius that can be seen and does not disturb, from the size of the scene at its first frame.
double usual_cable_radius(const Scene& scene);

}  // namespace cuttle
