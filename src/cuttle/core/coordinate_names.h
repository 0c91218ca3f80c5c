#pragma once
// Names and units of coordinates, as they stand in results.

#include <string>
#include <vector>

#include "cuttle/core/model.h"

namespace cuttle {

struct Coordinate {
  std::string name;
  const char* unit;
};

/// The coordinates of a joint: "angle", "quaternion.w", "position.x"; "angle_rate",
/// "angular_velocity.x", "velocity.x"; "angle_effort", "moment.x", "force.x".
struct JointCoordinates {
  std::vector<Coordinate> q, v, effort;
};
JointCoordinates joint_coordinates(const Body&);

/// Writes Model::q_names and v_names: the body's name, then "angle", "bend_y[0]", or in a rod with
/// several divisions "division_2.bend_y[0]"; of a shell curvature, stretch, shear.
void name_coordinates(Model&);

}  // namespace cuttle
