#pragma once
// What contacts and connections add to a drawing.

#include "cuttle/scene/drawing.h"

namespace cuttle {

/// Shapes that stand in the world.
void add_obstacles(const Scenario& scenario, Drawing& drawing);

/// Contact shapes of rigid bodies, and an arrow for every contact shape; along a rod at most 60.
void add_contacts(const Model& model, Drawing& drawing);

void add_connections(const Model& model, Drawing& drawing);

}  // namespace cuttle
