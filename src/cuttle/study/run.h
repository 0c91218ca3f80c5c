#pragma once

#include <vector>

#include "cuttle/record/run_result.h"

namespace cuttle {

struct Scenario;
struct ScenarioSpec;

/// Everything that `figures` of a run may hold, without values: for checks before the run. Of limit
/// loads, whose number nobody knows, the first ones.
std::vector<Figure> possible_figures(const Scenario& scenario);

/// Runs the study that the scenario asks for: statics, load path, dynamics or modes.
/// Throws InputError if the scenario cannot be built; numerical failure is in `status`.
RunResult run(const ScenarioSpec& scenario, const RunOptions& options = {});

/// The same for a scenario that is built; it stays as it is ...
RunResult run(const Scenario& scenario, const RunOptions& options = {});
/// ... or is used up.
RunResult run(Scenario&& scenario, const RunOptions& options = {});

}  // namespace cuttle
