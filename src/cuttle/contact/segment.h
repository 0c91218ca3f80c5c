#pragma once

#include <array>

#include "cuttle/math/types.h"

namespace cuttle {

using Segment = std::array<Vector3, 2>;

/// Places on two segments, 0..1. One closer to an end than a billionth is exactly 0 or 1.
struct SegmentPlaces {
  double s = 0, t = 0;
};

inline constexpr double kSnap = 1e-9;  // of a length: what counts as the end

inline Vector3 place_on(const Segment& p, double s) { return p[0] + s * (p[1] - p[0]); }

/// Shorter than any robot: a point.
inline bool is_point(const Segment& p) { return (p[1] - p[0]).squaredNorm() < 1e-24; }

/// The closest places; of parallel segments the middle of the part that they share.
/// The same arguments give the same bits, wherever it is called from.
SegmentPlaces closest_places(const Segment& p, const Segment& q);

}  // namespace cuttle
