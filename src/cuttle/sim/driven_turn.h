#pragma once
// Coordinates that an input turns: how far round they are matters, and connections do not tell.

#include "cuttle/model/model.h"

namespace cuttle {

/// Calls use(step) for each coordinate that is prescribed and turns.
template <class Use>
void for_each_driven_turn(const Model& model, const Use& use) {
  for (const Body& body : model.bodies)
    for (const JointStep& step : body.steps)
      if (step.prescribed() && !step.S.head<3>().isZero(0)) use(step);
}

}  // namespace cuttle
