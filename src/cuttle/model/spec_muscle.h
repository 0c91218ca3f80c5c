#pragma once

#include <optional>
#include <string>

#include "cuttle/model/spec_values.h"
#include "cuttle/model/spec_water.h"

namespace cuttle {

// What a model file says about muscles, as plain structs; see model/spec.h.

/// The strain modes of a rod, in the order of kModeNames.
enum class StrainMode { torsion, bend_y, bend_z, stretch, shear_y, shear_z };

/// Modes whose effort is a moment; the others take a force.
inline bool is_angular(StrainMode mode) { return mode <= StrainMode::bend_z; }

/// Strength behind a front: falls to zero at the front, or is the same everywhere.
enum class FrontProfile { linear, uniform };

/// What a muscle does once its front has arrived.
enum class FrontAfter { zero, hold };

/// A front that runs over a muscle and recruits what lies behind it.
struct FrontSpec {
  double begin = 0;     // [s]
  double duration = 1;  // [s] from one end of the muscle to the other
  FrontProfile profile = FrontProfile::linear;
  FrontAfter after = FrontAfter::zero;
  RodEnd towards = RodEnd::tip;
  Origin origin;

  void describe(Fields& v);
};

/// A moment or a force inside a rod, conjugate to one of its strains.
struct MuscleSpec {
  std::string name;
  std::string body;  // a rod
  StrainMode mode = StrainMode::bend_y;
  SignalSpec strength;                // [N m] or [N]
  std::optional<MountSpec> from, to;  // left out: the whole rod
  std::optional<FrontSpec> front;     // left out: all of it at once, all the time
  Origin origin;

  void describe(Fields& v);
};

}  // namespace cuttle
