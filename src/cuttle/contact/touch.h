#pragma once
// Where two shapes touch, or are about to.

#include <array>

#include "cuttle/contact/touch_list.h"
#include "cuttle/core/contact.h"

namespace cuttle {

/// Writes the places whose gap is below `reach` and returns how many. Shapes of any kinds in any
/// order; never allocates. A place that is not finite is not written.
///
/// capsule, capsule  one, at the closest places of the axes; parallel ones: the middle of what
///                   they share. Of a tapered capsule the radius there counts.
/// capsule, plane    one per end, numbered 0 and 1
/// capsule, box      one per end; the lowest place between; where the axis lies flat along a face
///                   or an edge and leaves it, also the place where it does
/// box, plane        one per corner
/// box, box          corners of the common part of two faces, or the crossing of two edges. The
///                   gap is that of the two faces or edges; boxes that are apart and see each other
///                   only over their corners give none.
/// solid, any        corners, rims and edges of each on the surface of the other; of a cylinder
///                   and a cone also the side, of an ellipsoid the nearest place alone. A ball has
///                   one place on a convex solid, on others one for each place that is nearest in
///                   its neighbourhood
int find_touches(const PlacedShape& a, const PlacedShape& b, double reach,
                 std::array<Touch, kMaxTouches>& out);

}  // namespace cuttle
