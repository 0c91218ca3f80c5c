#pragma once

#include <string>

#include "cuttle/spec/spec.h"

namespace cuttle {

/// A model file that says the same: read back, it gives the same results to the last digit. It is
/// in SI units, holds only what differs from the defaults, and needs no other file: data of CSV
/// files stand in it as tables. Parameters and repeats are written out, as the reader leaves them.
std::string write_scenario(const ScenarioSpec& scenario);

}  // namespace cuttle
