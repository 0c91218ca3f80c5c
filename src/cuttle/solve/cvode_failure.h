#pragma once

#include <string>

namespace cuttle {

/// What a failure of CVODE means, in words; its own name for it stands in brackets. `step` is the
/// last one that it tried [s].
std::string cvode_failure(int flag, double step);

}  // namespace cuttle
