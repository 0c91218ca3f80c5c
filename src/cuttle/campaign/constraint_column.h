#pragma once

#include "cuttle/campaign/spec.h"

namespace cuttle {

/// True if a constraint bounds a column of the table by its own name: `{name: mass, formula:
/// mass}`.
inline bool bounds_column(const ConstraintSpec& constraint) {
  return constraint.formula == constraint.name;
}

}  // namespace cuttle
