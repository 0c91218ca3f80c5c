#pragma once

#include "cuttle/contact/signed_distance.h"

namespace cuttle {

/// Where a smooth solid and another shape are nearest, or deepest in each other: place x midway,
/// gap, and the normal from the first to the second.
struct SmoothTouch {
  double gap = 0;
  Vector3 n = Vector3::UnitZ(), x = Vector3::Zero();
};

/// The first is a solid with Features::round.
SmoothTouch touch_smooth(const PlacedShape& smooth, const PlacedShape& other);

}  // namespace cuttle
