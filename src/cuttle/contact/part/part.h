#pragma once
// Obstacles and contacts of a model file.

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "cuttle/spec/spec_touch.h"
#include "cuttle/spec/spec_values.h"

namespace cuttle {

/// A half space; solid on the side away from the normal.
struct PlaneSpec {
  Vector3 normal = Vector3::UnitZ();  // unit vector, out of the solid
  Vector3 point = Vector3::Zero();    // [m] on the surface
  Origin origin;

  void describe(Fields& v);
};

/// A shape that stands in the world: a plane, a height field or the given shape.
struct ObstacleSpec {
  std::string name;
  std::optional<PlaneSpec> plane;
  std::optional<HeightFieldSpec> height_field;
  TouchSpec shape;
  Origin origin;

  void describe(Fields& v);
};

struct FrictionSpec {
  double static_coefficient = 0;              // 0: smooth
  std::optional<double> kinetic_coefficient;  // default: the static one
  std::optional<double> stiffness, damping;   // [N/m], [N s/m] before it slides
  Origin origin;

  void describe(Fields& v);
};

/// Two groups of shapes that push each other away.
struct ContactSpec {
  std::string name;
  std::array<ContactSideSpec, 2> between;
  double exponent = 1;                                 // of the depth
  std::optional<double> stiffness;                     // [N/m^exponent]
  std::optional<double> damping;                       // [N s/m]
  std::optional<double> line_stiffness, line_damping;  // of rods: [N/m^(exponent+1)], [s/m]
  FrictionSpec friction;
  Origin origin;

  void describe(Fields& v);
};

/// The name that stands for all bodies and obstacles in a contact.
inline constexpr const char* kAllShapes = "all";

}  // namespace cuttle
