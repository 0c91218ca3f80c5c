#pragma once

#include <string>
#include <vector>

#include "cuttle/compile/scenario.h"

namespace cuttle {

/// Adds what is probably not meant: bodies that overlap at the start, solids of a body in a contact
/// that cannot touch. Reads the kinematics of the initial state in ws; writes ws.contact.
void add_contact_warnings(const Scenario& scenario, Workspace& ws,
                          std::vector<std::string>& warnings);

}  // namespace cuttle
