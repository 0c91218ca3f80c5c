#pragma once

namespace cuttle {

// What can be chosen about a shell and its jet, in files and in code.

/// The motions of its base that a shell feels.
enum class ShellCoupling {
  full,  // all six, rings integrated in closed form
  axial  // only the one along its axis, as in [Renda18]
};

/// The edge away from the base.
enum class ShellEdge {
  free,
  capped  // rigid: radius and slope are kept by springs of 1e3 times the shell's own stiffness
};

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

}  // namespace cuttle
