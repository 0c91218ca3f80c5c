#pragma once

#include "cuttle/base/status.h"
#include "cuttle/core/workspace.h"

namespace cuttle {

struct SteadyResult {
  Status status;
  int iterations = 0;
};

/// Moves x to a steady motion under u: no coordinate accelerates, and only those move whose
/// displacement nothing answers (a free body in still water, not one on a spring). They keep their
/// place, the others take theirs under the flow. Newton from the velocities of x, held back like an
/// implicit step in time until it converges, so that it finds unstable motions, too. The
/// acceleration falls to `tolerance` of the one at the start, or of what damping alone would give.
SteadyResult find_steady_motion(const Model&, const Input& u, double tolerance, State& x);

}  // namespace cuttle
