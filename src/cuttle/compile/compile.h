#pragma once

#include <optional>

#include "cuttle/base/error.h"
#include "cuttle/compile/scenario.h"

namespace cuttle {

/// From what a model says to what can be computed. The one way there, for files, for specs that are
/// filled in code, for runs, checks, views and studies: what it accepts, all of them accept. Adds
/// everything that is wrong to `diagnostics`, as far as one mistake lets the next be seen; nothing
/// comes back if something is. Writes out repeats if that was not done yet.
std::optional<Scenario> compile(const ScenarioSpec& spec, Diagnostics& diagnostics);

/// What else is wrong with a model of which something is known to be wrong, whoever found it: it is
/// compiled without its wrong parts, and without those that need them. One mistake gives one
/// message: what would follow from a known one is not added.
void find_more(const ScenarioSpec& spec, Diagnostics& known);

/// compile() for those who cannot go on without: throws InputError with everything that is wrong.
Scenario build(const ScenarioSpec& spec);

/// After a change of the study, the figures or the expectations of a scenario that is compiled:
/// what they ask for is checked, and warned of, again. Throws InputError.
void check_again(Scenario& scenario);

}  // namespace cuttle
