#pragma once
// What changes: State (what a restart file holds) and Input (what the outside does to the robot).

#include "cuttle/math/types.h"

namespace cuttle {

struct State {
  double t = 0;  // [s]
  VectorX q;     // (nq) positions; quaternions (w, x, y, z) inside
  VectorX v;     // (nv) velocities
};

/// Joint efforts, prescribed coordinates, tensions and loads, one entry each (Model::inputs).
/// The rates are used by prescribed coordinates only.
struct Input {
  VectorX u, u_dot, u_ddot;  // (nu)
};

}  // namespace cuttle
