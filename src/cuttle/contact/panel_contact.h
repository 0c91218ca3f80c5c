#pragma once
// A panel of a rod against another shape: one energy along its axis,
//   U = int w(g) ds,   w' = k d^e,   d = -g,   g the gap of the ball there,
// so the force per length f = w' (1 - a g') acts on exactly the place of the axis whose gap it
// follows from, and the books of energy close. The integral extends over the part with g < 0, which
// is found first, by Gauss's rule. A free end counts as a further
// piece as long as its radius. Between two rods each gives half of it, along its own axis.

#include "cuttle/contact/contact_side.h"
#include "cuttle/core/actor.h"
#include "cuttle/core/model.h"

namespace cuttle {

/// Fills a contact whose key and rule are known, and its sum; false if no place of the panel is
/// nearer than `reach`.
bool add_up_panel(const Model&, const Workspace&, double reach, Contact&, PanelSum&);

/// What the normal forces of such a contact are against displacements.
void add_panel_tangent(const Model&, const Contact&, Workspace&);

}  // namespace cuttle
