#pragma once

#include "cuttle/sim/build_draft.h"

namespace cuttle {

/// Tells the signals over which time they are looked at ahead of a run.
void set_survey_span(Draft& draft);

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

/// Reports tensions that fall below zero while a study lasts, as far as a look ahead shows it.
void check_tensions(Draft& draft);

}  // namespace cuttle
