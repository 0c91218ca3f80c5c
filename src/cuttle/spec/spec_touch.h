#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "cuttle/spec/spec_mesh.h"
#include "cuttle/spec/spec_values.h"

namespace cuttle {

/// A shape that touches others and has no mass; exactly one of its kinds is given.
struct TouchSpec {
  std::optional<double> sphere;                        // [m] radius
  std::optional<std::array<double, 2>> capsule;        // [m] radius, length between the two centres
  std::optional<Vector3> box;                          // [m] full edges along x, y, z
  std::optional<Vector3> ellipsoid = {};               // [m] semi-axes
  std::optional<std::array<double, 2>> cylinder = {};  // [m] radius, length; centre at the middle
  std::optional<std::array<double, 2>> cone = {};      // [m] base radius, length; base at 0
  std::optional<MeshSpec> hull = {}, mesh = {};
  PoseSpec pose = {};
  Origin origin = {};

  void describe(Fields& v);
};

/// Who takes part on one side of a contact: bodies and obstacles, or `all`.
struct ContactSideSpec {
  std::vector<std::string> names;
  Origin origin;  // its fields: where each name stands
};

}  // namespace cuttle
