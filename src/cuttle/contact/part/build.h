#pragma once

#include "cuttle/part/draft.h"

namespace cuttle {

/// Shapes and rules of contact, and what makes forces of them.
void build_contacts(Draft& draft);

}  // namespace cuttle
