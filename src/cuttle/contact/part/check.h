#pragma once

#include "cuttle/part/checker.h"

namespace cuttle {

/// Names of obstacles, which are different from those of bodies.
void check_obstacles(Checker& checker);

/// Who takes part in contacts, and whether they can ever touch.
void check_contacts(Checker& checker);

}  // namespace cuttle
