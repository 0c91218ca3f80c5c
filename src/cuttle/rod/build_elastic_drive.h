#pragma once

#include "cuttle/part/draft.h"

namespace cuttle {

/// Adds inputs and actors for the rest strains and stiffnesses of rods that are signals.
void add_elastic_drives(Draft& draft);

}  // namespace cuttle
