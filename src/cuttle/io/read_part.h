#pragma once

#include "cuttle/io/read_values.h"
#include "cuttle/spec/type.h"

namespace cuttle {

/// Reads any value of the model language: by its row in io/value_table.h, or else by its form.
/// False: what is wrong has been reported.
bool read_value(const Slot& slot, Value value);

/// Reads a part by its describe() alone; its row may add to that.
bool read_part(const Slot& slot, Value part);

}  // namespace cuttle
