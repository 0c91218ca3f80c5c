#pragma once

#include "cuttle/sim/build.h"

namespace cuttle {

/// Throws an InputError if the result of a study would not fit: rows times what one row records.
void check_record_size(const Scenario& scenario);

}  // namespace cuttle
