#pragma once

#include "cuttle/record/run_result.h"

namespace cuttle {

struct Scenario;
struct ScenarioSpec;

/// Runs the study that the scenario asks for: statics, load path, dynamics or modes.
/// Throws InputError if the scenario cannot be built; numerical failure is in `status`.
RunResult run(const ScenarioSpec& scenario, const RunOptions& options = {});

/// The same for a scenario that is compiled, in which nothing is looked for that could be wrong; it
/// stays as it is ...
RunResult run(const Scenario& scenario, const RunOptions& options = {});
/// ... or is used up.
RunResult run(Scenario&& scenario, const RunOptions& options = {});

}  // namespace cuttle
