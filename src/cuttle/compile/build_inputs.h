#pragma once

#include "cuttle/compile/build_draft.h"

namespace cuttle {

/// Tells the signals over which time they are looked at ahead of a run.
void set_survey_span(ScenarioDraft& draft);

/// Reports signals that are not finite while a study lasts, and tensions that fall below zero, as
/// far as a look ahead shows it.
void check_signals(ScenarioDraft& draft);

/// Reports prescribed coordinates that jump while a motion lasts, and expressions whose velocity
/// does: of those, the velocities on both sides of a corner are not known exactly. Tells of those
/// that are not finite, too, where it knows nothing better.
void check_drives(ScenarioDraft& draft);

}  // namespace cuttle
