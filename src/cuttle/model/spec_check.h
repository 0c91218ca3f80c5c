#pragma once

#include "cuttle/base/error.h"
#include "cuttle/model/spec.h"

namespace cuttle {

/// Fills in what refers to other parts of the file: materials by name, names of loads left out.
/// Unknown material names are reported.
void resolve_names(ScenarioSpec& scenario, Diagnostics& diagnostics);

/// Everything that can be wrong between the parts of a file without any physics: names given twice
/// or unknown, parents that form a cycle, places that are not on their body, numbers of
/// coordinates, quadrature too coarse for its basis.
void check_scenario(const ScenarioSpec& scenario, Diagnostics& diagnostics);

/// Checks of one body that need no other body (part of check_scenario).
void check_body(const BodySpec& body, Diagnostics& diagnostics);

/// After expand_repeats: k and n may stand only in copies; names must still be unique.
void check_expanded(const ScenarioSpec& scenario, Diagnostics& diagnostics);

}  // namespace cuttle
