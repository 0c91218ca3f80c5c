#pragma once
// The grounds of nets, as obstacles.

#include "cuttle/compile/compile.h"
#include "cuttle/scene/scene.h"

namespace cuttle {

/// A straight ground is a plane, others are slabs with the profile of the ground under the whole
/// run: the frames of the scene must be there. `margin`: so many sizes of the run at both ends.
void add_net_grounds(const Scenario& scenario, Scene& scene, double margin = 0.15);

}  // namespace cuttle
