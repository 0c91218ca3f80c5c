#pragma once

#include <string>

#include "cuttle/compile/scenario.h"

namespace cuttle {

/// What closing the loops made of the bodies as the file places them: how far apart they were, and
/// which coordinates it moved by how much, the farthest first. Empty if there was nothing to move.
std::string assembly_text(const Scenario& scenario, const Input& u);

}  // namespace cuttle
