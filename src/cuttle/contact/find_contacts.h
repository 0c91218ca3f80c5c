#pragma once
// Which shapes touch, or are about to, and how they move against each other there.

#include "cuttle/core/workspace.h"

namespace cuttle {

/// Writes places, velocities and travels (not the forces) of all contacts, closed or near, to
/// ws.contact.contacts. Reads the kinematics of ws and the memory of x.
void find_contacts(const Model&, const State& x, Workspace& ws);

/// Velocity of the material of one side at the place x (world axes).
Vector3 side_velocity(const ContactSide&, const Vector3& x, const Workspace&);

/// What an open or closed contact will remember of its two sides.
ContactMemory remember(const Model&, const Contact&, const Workspace&);

/// The memory of a contact, or nullptr.
const ContactMemory* find_memory(const State& x, const ContactKey& key);

}  // namespace cuttle
