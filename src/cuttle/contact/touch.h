#pragma once
// Where two shapes touch, or are about to.

#include <array>

#include "cuttle/model/contact.h"

namespace cuttle {

/// A place between two shapes a and b.
struct Touch {
  double gap = 0;                        // [m] below zero: they overlap
  Vector3 n = Vector3::UnitZ();          // in the world, from a to b
  Vector3 x = Vector3::Zero();           // in the world, midway between the two surfaces
  std::array<double, 2> along = {0, 0};  // 0..1: place on the axis of a capsule, else 0
  int feature = 0;  // >= 0, tells places of one pair apart; stays while the motion is small
};

inline constexpr int kMaxTouches = 16;

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
///
/// A joint of a chain of capsules belongs to the capsule that begins there, so it touches once.
/// Two capsules: it touches only if neither of its capsules comes closer elsewhere.
int find_touches(const PlacedShape& a, const PlacedShape& b, double reach,
                 std::array<Touch, kMaxTouches>& out);

}  // namespace cuttle
