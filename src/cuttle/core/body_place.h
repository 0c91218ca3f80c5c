#pragma once
// A place on a body (or in the world) where something pulls or pushes.

#include "cuttle/core/workspace.h"

namespace cuttle {

struct BodyPlace {
  int body = -1;                     // -1: the world
  int point = 0;                     // point of the body
  Vector3 offset = Vector3::Zero();  // [m] in the point's frame, or the place in the world

  bool on_body() const { return body >= 0; }
};

/// Place and velocity in the world. Read the kinematics of ws.
Vector3 world_position(const BodyPlace&, const Workspace&);
Vector3 world_velocity(const BodyPlace&, const Workspace&);

/// Rows of the displacement in world axes per displacement twist of the point, in base coordinates:
/// R_WB [-[x] 1]. Its transpose takes a force in the world to a wrench on the point.
using PlaceRows = Eigen::Matrix<double, 3, 6>;
PlaceRows place_rows(const BodyPlace&, const Workspace&);

/// Adds J^T (wrench on a point, in base coordinates) to a vector of generalised forces (nv): own
/// coordinates first, then joint by joint down to the world.
void add_generalized_force(const Model&, const Workspace&, int body, int point,
                           const Vector6& wrench, VectorX& force);

/// Stiffness of a wrench [x x f + m; f] whose force and moment keep their direction in the world:
/// seen from the turning point they turn back, -d(f, m) = (theta x f, theta x m).
Matrix6 world_load_stiffness(const Vector3& x, const Vector3& force, const Vector3& moment);

}  // namespace cuttle
