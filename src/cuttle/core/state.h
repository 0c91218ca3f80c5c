#pragma once
// What changes: State (what a restart file holds) and Input (what the outside does to the robot).

#include <vector>

#include "cuttle/core/connection.h"
#include "cuttle/core/contact.h"
#include "cuttle/core/joint_contact.h"
#include "cuttle/core/net_state.h"
#include "cuttle/math/types.h"

namespace cuttle {

struct State {
  double t = 0;                                   // [s]
  VectorX q;                                      // (nq) positions; quaternions (w, x, y, z) inside
  VectorX v;                                      // (nv) velocities
  std::vector<ConnectionState> connections = {};  // one per connection of the model
  std::vector<ContactMemory> contacts = {};       // those that touched when the step began, by key
  std::vector<NetState> nets = {};                // one per net of the scenario
  std::vector<JointContactMemory> joint_contacts = {};  // of the model's; empty: nothing yet
};

/// Joint efforts, prescribed coordinates, tensions and loads, one entry each (Model::inputs).
/// The rates are used by prescribed coordinates and by currents only.
struct Input {
  VectorX u, u_dot, u_ddot;  // (nu)
  double load = 1;           // part of the forces that are no entry of u, as statics applies them
};

}  // namespace cuttle
