#pragma once
// Solids for tests of contact.

#include <memory>
#include <vector>

#include "cuttle/contact/solid/solid.h"
#include "cuttle/math/mesh/convex_hull.h"
#include "support/meshes.h"
#include "unit/contact/shapes.h"

namespace cuttle::testing {

/// A solid in its place; it has to live as long as that.
inline PlacedShape placed(const Solid& solid, const Pose& X) {
  PlacedShape shape;
  shape.kind = ContactShapeKind::solid;
  shape.solid = &solid;
  shape.X = X;
  return shape;
}

inline std::shared_ptr<const Solid> random_hull(Random& random) {
  std::vector<Vector3> points;
  for (int i = 0; i < 20; ++i)
    points.push_back(random.unit_vector().cwiseProduct(Vector3(0.5, 0.4, 0.3)));
  return mesh_solid(convex_hull(points), MeshKind::convex);
}

/// One of each convex kind.
inline std::vector<std::shared_ptr<const Solid>> convex_solids() {
  Random random(11);
  return {cylinder_solid(0.3, 0.7), cone_solid(0.4, 0.8), ellipsoid_solid({0.5, 0.3, 0.4}),
          random_hull(random)};
}

}  // namespace cuttle::testing
