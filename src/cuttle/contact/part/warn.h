#pragma once

#include <string>
#include <vector>

#include "cuttle/core/workspace.h"
#include "cuttle/part/built.h"

namespace cuttle {

/// Adds what was mended in the meshes of obstacles, or looks odd.
void look_at_obstacles(const Built& built, Diagnostics& warnings);

/// Adds what is probably not meant: bodies that overlap at the start, contacts that nothing but one
/// rod can make. Reads the kinematics of the initial state in ws; writes ws.contact.
void warn_of_contacts(const Built& built, Workspace& ws, Diagnostics& warnings);

}  // namespace cuttle
