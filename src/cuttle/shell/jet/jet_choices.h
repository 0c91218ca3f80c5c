#pragma once
// What can be chosen about the jet of a shell, in files and in code.

#include <array>
#include <span>

#include "cuttle/spec/choice.h"

namespace cuttle {

/// How the volume inside is measured.
enum class InnerVolume {
  geometric,  // pi int r^2 dx
  arc_length  // pi int r^2 sqrt(lambda^2 + beta^2) dX, as [Renda18] writes it
};

/// Where the thrust of a jet acts.
enum class JetPlace {
  wall,   // evenly over the reference surface, [Renda18] (15)
  nozzle  // at the edge
};

inline constexpr std::array<Choice<InnerVolume>, 2> kInnerVolumes = {{
    {InnerVolume::geometric, "geometric", "pi times the integral of r^2 along the axis"},
    {InnerVolume::arc_length, "arc_length",
     "the same along the meridian, which gives a little more"},
}};

constexpr std::span<const Choice<InnerVolume>> choices(InnerVolume) { return kInnerVolumes; }

inline constexpr std::array<Choice<JetPlace>, 2> kJetPlaces = {{
    {JetPlace::wall, "wall", "evenly over the wall"},
    {JetPlace::nozzle, "nozzle", "at the edge"},
}};

constexpr std::span<const Choice<JetPlace>> choices(JetPlace) { return kJetPlaces; }

}  // namespace cuttle
