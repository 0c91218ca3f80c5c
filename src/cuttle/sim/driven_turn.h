#pragma once
// Coordinates that an input turns: how far round they are matters, and connections do not tell.

#include "cuttle/model/model.h"

namespace cuttle {

inline bool is_driven_turn(const JointStep& step) {
  return step.prescribed() && !step.S.head<3>().isZero(0);
}

/// Calls use(step) for each of them.
template <class Use>
void for_each_driven_turn(const Model& model, const Use& use) {
  for (const Body& body : model.bodies)
    for (const JointStep& step : body.steps)
      if (is_driven_turn(step)) use(step);
}

}  // namespace cuttle
