#pragma once

#include "cuttle/compile/build_draft.h"

namespace cuttle {

/// Tells the signals over which time they are looked at ahead of a run.
void set_survey_span(ScenarioDraft& draft);

/// Reports tensions that fall below zero while a study lasts, as far as a look ahead shows it.
void check_tensions(ScenarioDraft& draft);

/// Reports prescribed coordinates that jump while a motion lasts, and expressions whose velocity
/// does: of those, the velocities on both sides of a corner are not known exactly.
void check_drives(ScenarioDraft& draft);

}  // namespace cuttle
