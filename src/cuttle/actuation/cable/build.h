#pragma once

#include "cuttle/part/draft.h"

namespace cuttle {

/// The actors of all cables of a file.
void build_cables(Draft& draft);

}  // namespace cuttle
