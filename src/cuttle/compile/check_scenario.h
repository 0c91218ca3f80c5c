#pragma once

#include "cuttle/base/error.h"
#include "cuttle/spec/spec.h"

namespace cuttle {

/// Fills in what refers to other parts of the file: materials by name, names that are left out, the
/// gravity of the frame.
/// Unknown material names are reported.
void resolve_names(ScenarioSpec& scenario, Diagnostics& diagnostics);

/// Everything that can be wrong between the parts of a file (each kind by its row, PartKind::check)
/// without any physics: names given twice or unknown, parents that form a cycle, places that are
/// not on their body, numbers of coordinates, quadrature too coarse for its basis.
void check_scenario(const ScenarioSpec& scenario, Diagnostics& diagnostics);

/// Checks of one body that need no other body (part of check_scenario).
void check_body(const BodySpec& body, Diagnostics& diagnostics);

/// Every body is of one family. Not part of check_scenario: what could not be read is of none.
void check_families(const ScenarioSpec& scenario, Diagnostics& diagnostics);

/// Figures of swimmers name a probe, and end after they begin (part of check_scenario).
void check_swim_figures(const ScenarioSpec& scenario, Diagnostics& diagnostics);

/// Checks of bodies that ask for the rest of the model, by the rows of their families (part of
/// check_scenario).
void check_bodies_in_model(const ScenarioSpec& scenario, Diagnostics& diagnostics);

/// Checks of the study, also of how many steps, samples and rows it asks for (part of
/// check_scenario).
void check_study(const ScenarioSpec& scenario, Diagnostics& diagnostics);

/// What the study is asked for fits together: its method, its step, the times of figures, the
/// tolerances of expectations. Not part of check_scenario: of a study that could not be read these
/// are not judged.
void check_asked(const ScenarioSpec& scenario, Diagnostics& diagnostics);

/// After expand_repeats: names must still be unique, and those of copies exist.
void check_expanded(const ScenarioSpec& scenario, Diagnostics& diagnostics);

/// After expand_repeats: the expressions below a spec struct must be understood, whoever wrote or
/// changed them; k and n may stand only in copies.
void check_expressions(Value spec, Diagnostics& diagnostics);

}  // namespace cuttle
