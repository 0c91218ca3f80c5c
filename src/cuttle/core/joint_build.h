#pragma once

#include <optional>

#include "cuttle/core/joint.h"

namespace cuttle {

/// The steps of a joint whose z axis is `axis` and, for a universal joint, whose second axis y is
/// `axis2` (made perpendicular to z; default: some perpendicular). Coordinates are not numbered.
std::vector<JointStep> make_steps(const JointKind&, const Vector3& axis,
                                  const std::optional<Vector3>& axis2, double pitch);

}  // namespace cuttle
