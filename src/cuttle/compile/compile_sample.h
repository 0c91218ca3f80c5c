#pragma once

#include <optional>

#include "cuttle/compile/scenario.h"

namespace cuttle {

/// What is told of a sample in which something is wrong: everything, as of any model, or what one
/// compilation finds, which is enough for one message.
enum class Mistakes { all, first };

/// One of many samples of a model, as its parts are read: what compile() makes of it, without
/// warnings. Nothing if something is wrong, of which the first mistakes are reported.
std::optional<Scenario> compile_sample(const ScenarioSpec& spec, Diagnostics& diagnostics);

}  // namespace cuttle
