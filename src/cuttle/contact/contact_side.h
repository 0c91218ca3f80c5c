#pragma once
// The material on one side of a contact: how it follows the points of its body.

#include "cuttle/contact/panel.h"
#include "cuttle/core/actor.h"
#include "cuttle/core/contact.h"
#include "cuttle/core/workspace.h"

namespace cuttle {

/// The material of a shape that is no panel, at the place x in the world.
ContactSide rigid_side(const ContactShape&, const Vector3& x, const Workspace&);

/// The material at x that moves with the place u of the axis of a panel, and turns with it.
ContactSide panel_side(const ContactShape&, const Panel&, double u, const Vector3& x,
                       const Workspace&);

/// Velocity of the material of one side (world axes).
Vector3 side_velocity(const ContactSide&, const Workspace&);

/// A force on one side, in world axes: on one of its points, moments about the body's base.
inline PanelSum::End share_of(const ContactSide& side, size_t k, const Vector3& force) {
  return {side.weight[k] * force, side.arm[k].cross(force)};
}

/// The stiffness of a force of fixed direction on the points of a side; and the side as an end of a
/// coupling, with this sign.
void add_load_tangent(const ContactSide&, const Vector3& force, double sign, Coupling&, Workspace&);

}  // namespace cuttle
