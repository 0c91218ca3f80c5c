#pragma once

#include <vector>

#include "cuttle/base/status.h"
#include "cuttle/core/workspace.h"

namespace cuttle {

/// A natural mode of small motion about an equilibrium or a steady motion: exp(s t).
struct NaturalMode {
  double frequency = 0;  // [Hz] Im s / 2 pi; 0 for a motion that does not oscillate
  double growth = 0;     // [1/s] Re s; > 0: unstable, < 0: decays
  double damping = 0;    // [-] ratio -Re s / |s|; 0 for a motion that nothing answers
  VectorX shape;         // (nv) displacement, largest entry relative to the scales = 1
};

/// The `count` lowest modes about (x, u), by frequency - growth: what grows without oscillation
/// comes first. x.v is zero at an equilibrium, or the velocity of a steady motion; then
/// displacements are seen from the moving robot, and the frequencies, too. A pair of conjugate s is
/// one mode, an overdamped motion two with frequency 0. Displacements that nothing answers (a free
/// body's) are modes with s = 0, the steady motions that belong to them are none. Prescribed
/// coordinates do not take part.
std::vector<NaturalMode> natural_modes(const Model&, const State&, const Input&, int count,
                                       Workspace&, Status&);

}  // namespace cuttle
