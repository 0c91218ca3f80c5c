#pragma once
// Muscles of a model file.

#include <array>
#include <optional>
#include <span>
#include <string>

#include "cuttle/spec/choice.h"
#include "cuttle/spec/spec_values.h"
#include "cuttle/spec/spec_water.h"

namespace cuttle {

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
  SignalSpec strength;                    // [N m] or [N]
  std::optional<BodyPlaceSpec> from, to;  // left out: the whole rod
  std::optional<FrontSpec> front;         // left out: all of it at once, all the time
  Origin origin;

  void describe(Fields& v);
};

inline constexpr std::array<Choice<StrainMode>, 6> kStrainModeChoices = {{
    {StrainMode::torsion, "torsion", "twist about x"},
    {StrainMode::bend_y, "bend_y", "curvature about y"},
    {StrainMode::bend_z, "bend_z", "curvature about z"},
    {StrainMode::stretch, "stretch", "along x"},
    {StrainMode::shear_y, "shear_y", "along y"},
    {StrainMode::shear_z, "shear_z", "along z"},
}};

constexpr std::span<const Choice<StrainMode>> choices(StrainMode) { return kStrainModeChoices; }

inline constexpr std::array<Choice<FrontProfile>, 2> kFrontProfiles = {{
    {FrontProfile::linear, "linear", "falls linearly from where it started to zero at the front"},
    {FrontProfile::uniform, "uniform", "the same everywhere behind the front"},
}};

constexpr std::span<const Choice<FrontProfile>> choices(FrontProfile) { return kFrontProfiles; }

inline constexpr std::array<Choice<FrontAfter>, 2> kFrontAfters = {{
    {FrontAfter::zero, "zero", "the muscle relaxes"},
    {FrontAfter::hold, "hold", "it stays as it was when the front arrived"},
}};

constexpr std::span<const Choice<FrontAfter>> choices(FrontAfter) { return kFrontAfters; }

}  // namespace cuttle
