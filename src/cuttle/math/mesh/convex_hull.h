#pragma once

#include "cuttle/math/mesh/triangle_mesh.h"

namespace cuttle {

/// The convex hull of points [Barber96], with the corners that stand out of it by more than 1e-9 of
/// its size, or up to 1e-6 where points are so noisy that faces are lost in rounding. Empty if the
/// points lie in a plane; all points but no faces if even so there is no telling in from out.
TriangleMesh convex_hull(const std::vector<Vector3>& points);

}  // namespace cuttle
