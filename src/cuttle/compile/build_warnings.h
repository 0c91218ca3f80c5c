#pragma once

#include <string>
#include <vector>

#include "cuttle/compile/scenario.h"

namespace cuttle {

/// What can be computed but is probably not meant: values that look like a slip of units, sharp
/// bends between two stations, shells too coarse at their held edge, shell loads that end inside of
/// a division, bodies that overlap at the start or that water cannot carry, a start that loops
/// change, stiff robots with an explicit method, controllers in a study without time. One sentence
/// each, with its place in the file.
std::vector<std::string> model_warnings(const Scenario& scenario);

}  // namespace cuttle
