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
  // Part of what forces that follow the state (core/input_law.h) say; from it statics takes what is
  // in u for them, as far as the load is not there yet: response f - (1 - load) u.
  double response = 1;
};

/// The value of an entry; of none (-1) what stands in its place.
inline double entry_or(const Input& u, int entry, double otherwise) {
  return entry < 0 ? otherwise : u.u[entry];
}

}  // namespace cuttle
