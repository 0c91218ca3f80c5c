#pragma once

#include "cuttle/sim/build_draft.h"

namespace cuttle {

/// Tells the signals over which time they are looked at ahead of a run.
void set_survey_span(Draft& draft);

/// Reports a pulse train with more corners than a run can stop at.
void check_corners(const SignalSpec& signal, const StudySpec& study, Diagnostics& diagnostics);

/// Reports tensions that fall below zero while a study lasts, as far as a look ahead shows it.
void check_tensions(Draft& draft);

}  // namespace cuttle
