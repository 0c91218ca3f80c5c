#pragma once
// Which shapes touch, or are about to, and how they move against each other there.

#include "cuttle/core/contact.h"
#include "cuttle/core/model.h"
#include "cuttle/core/workspace.h"

namespace cuttle {

/// Writes places, velocities and travels (not the forces) of all contacts, closed or near, to
/// ws.contact.contacts. Reads the kinematics of ws and the memory of x.
void find_contacts(const Model&, const State& x, Workspace& ws);

/// The bristles of a place, or of a panel: with its length.
BristleRule bristles_of(const ContactRule&, const Contact&);

/// What an open or closed contact will remember of its two sides.
ContactMemory remember(const Model&, const Contact&, const Workspace&);

/// The memory of a contact, or nullptr.
const ContactMemory* find_memory(const State& x, const ContactKey& key);

/// Whether two shapes can touch at all, whatever the rules say. Not if both stand in the world or
/// are of one rigid body, or if one is of the other's parent; two panels of a rod only if the arc
/// between some of their places is long enough for a half turn of their radius.
bool may_touch(const Model&, const ContactShape& a, const ContactShape& b);

/// The first rule that has one of them on either side; -1: none.
int rule_of(const ContactShape& a, const ContactShape& b);

/// Writes work.placed, where all contact shapes are now. Reads the kinematics of ws; `work` may be
/// ws.contact.
void place_shapes(const Model&, const Workspace& ws, ContactWork& work);

}  // namespace cuttle
