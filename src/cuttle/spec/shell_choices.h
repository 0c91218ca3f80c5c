#pragma once

namespace cuttle {

// What can be chosen about a shell, in files and in code.

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

}  // namespace cuttle
