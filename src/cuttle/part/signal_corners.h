#pragma once
// Signals with more corners than a run can stop at.

#include "cuttle/base/error.h"
#include "cuttle/spec/spec.h"

namespace cuttle {

/// Reports a pulse train with more corners than a run can stop at.
void check_corners(const SignalSpec& signal, const StudySpec& study, Diagnostics& diagnostics);

/// All signals of a net.
template <class Use>
void for_each_signal(const NetSpec& net, const Use& use) {
  for (const NetSegmentSpec& segment : net.segments) {
    if (segment.rest_curvature) use(*segment.rest_curvature);
    if (segment.stiffness) use(*segment.stiffness);
  }
  for (const NetLoadSpec& load : net.loads)
    for (const SignalSpec& force : load.force) use(force);
}

}  // namespace cuttle
