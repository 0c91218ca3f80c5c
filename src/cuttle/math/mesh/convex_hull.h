#pragma once

#include "cuttle/math/mesh/triangle_mesh.h"

namespace cuttle {

/// The convex hull of points [Barber96], with the corners that stand out of it by more than 1e-9 of
/// its size. Empty if the points lie in a plane.
TriangleMesh convex_hull(const std::vector<Vector3>& points);

}  // namespace cuttle
