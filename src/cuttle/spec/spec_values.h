#pragma once

#include <string>

#include "cuttle/math/types.h"
#include "cuttle/signal/signal_spec.h"

namespace cuttle {

// The small values of the model language: poses and places. Functions of X and signals in t stand
// in signal/signal_spec.h.

struct PoseSpec {
  Vector3 position = Vector3::Zero();      // [m]
  Matrix3 rotation = Matrix3::Identity();  // columns: the axes of the inner frame
  Origin origin;

  void describe(Fields& v);
};

/// A place on a body: the two ends or an abscissa of a rod, a named frame of a rigid body, base,
/// edge or an abscissa of a shell.
struct BodyPlaceSpec {
  enum class Kind { automatic, base, tip, abscissa, frame };
  Kind kind = Kind::automatic;  // automatic: tip of a rod, base of other bodies
  double abscissa = 0;          // [m] from the rod's base, or along a profile (kind abscissa)
  std::string frame;            // (kind frame); "edge" of a shell
};

}  // namespace cuttle
