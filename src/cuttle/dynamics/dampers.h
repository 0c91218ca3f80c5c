#pragma once
// Dampers at points (PointDamper) in implicit stages: D per velocity is gamma D per acceleration,
// an inertia like that of a station.

#include "cuttle/core/workspace.h"

namespace cuttle {

/// Adds gamma J^T D J to the terms of all bodies, and to their bias what makes it vanish at the
/// accelerations a_old. Reads ws after kinematics and actors; writes A_old of the bodies. Nothing
/// is done, and nothing costs, where there are no dampers.
void add_dampers(const Model&, double gamma, const double* a_old, Workspace&);

/// Of the bases, by add_damper_force.
struct DamperScratch {
  std::vector<Vector6> twist, wrench;
};

/// f += factor J^T D J v.
void add_damper_force(const Model&, const Workspace&, double factor, const VectorX& v,
                      DamperScratch&, VectorX& f);

}  // namespace cuttle
