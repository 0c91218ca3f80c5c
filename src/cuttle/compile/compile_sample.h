#pragma once

#include <optional>

#include "cuttle/compile/scenario.h"

namespace cuttle {

/// One of many samples of a model, as its parts are read: what compile() makes of it, without
/// warnings, at which nobody looks. Nothing if something is wrong; who wants to know what reads the
/// sample in full.
std::optional<Scenario> compile_sample(const ScenarioSpec& spec);

}  // namespace cuttle
