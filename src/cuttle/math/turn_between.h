#pragma once

#include "cuttle/math/types.h"

namespace cuttle {

/// The shortest turn that brings the direction of `from` to that of `to`; both are not zero. Where
/// they are opposite, half a turn about an axis across them. (Eigen's FromTwoVectors finds that
/// axis by a singular value decomposition, which every file that calls it compiles anew.)
Eigen::Quaterniond turn_between(const Vector3& from, const Vector3& to);

}  // namespace cuttle
