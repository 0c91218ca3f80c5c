#pragma once

#include <string>
#include <vector>

#include "cuttle/core/workspace.h"
#include "cuttle/part/built.h"

namespace cuttle {

/// Adds what is probably not meant: bodies that overlap at the start, solids of a body in a contact
/// that cannot touch. Reads the kinematics of the initial state in ws; writes ws.contact.
void warn_of_contacts(const Built& built, Workspace& ws, Diagnostics& warnings);

}  // namespace cuttle
