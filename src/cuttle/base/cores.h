#pragma once

namespace cuttle {

/// Cores that this process may use: those of the machine, or the part that a scheduler gave it.
int available_cores();

}  // namespace cuttle
