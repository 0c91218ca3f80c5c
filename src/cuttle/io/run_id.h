#pragma once

#include <string>

#include "cuttle/sim/run.h"

namespace cuttle {

/// Sixteen hexadecimal digits that distinguish runs, made of what the run left (its figures, its
/// last state, its wall time): results that are read back have the id of the run they came from.
std::string run_id(const RunResult& result);

}  // namespace cuttle
