#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "cuttle/spec/spec_values.h"

namespace cuttle {

// What a model file says about water, as plain structs; see spec/spec.h.

/// Axes of the world: z up, or north, east, down. Only the default of gravity differs.
enum class WorldFrame { zup, ned };

// ---------------------------------------------------------------------------------------- medium

/// What the first number of a current profile counts: the height over the world's origin, or the
/// depth below the surface (below the origin, if there is no surface).
enum class ProfileAxis { height, depth };

struct CurrentKnot {
  double at = 0;                       // [m] height or depth
  Vector3 velocity = Vector3::Zero();  // [m/s]
};

/// Velocity of the water [m/s] in world axes: three signals, a table over height or depth, or three
/// formulas in x, y, z and t. Nothing is given: still water.
struct CurrentSpec {
  std::optional<std::array<SignalSpec, 3>> uniform;
  std::optional<std::vector<CurrentKnot>> profile;
  std::optional<ProfileAxis> over;  // default: height, in NED depth
  Interpolation interpolation = Interpolation::linear;
  std::optional<std::array<std::string, 3>> field;
  Origin origin;

  void describe(Fields& v);
};

struct WaterSpec {
  double density = 0;           // [kg/m^3]
  std::optional<double> level;  // [m] height of the surface; left out: far above
  CurrentSpec current;
  Origin origin;

  void describe(Fields& v);
};

// ---------------------------------------------------------------------------------------- bodies

/// Where coefficients that are not given come from. none: they are zero.
enum class WaterSource { shapes, none };
/// |v| v of each component on its own, or with the length of the whole vector.
enum class DragForm { componentwise, vector };
/// Order of the six components of a twist.
enum class TwistOrder { angular_first, linear_first };

/// A 6 x 6 matrix of coefficients, or its diagonal; not necessarily symmetric.
struct CoefficientSpec {
  Matrix6 matrix = Matrix6::Zero();  // in the order of the file
};

/// A frame of a rigid body by its name, or a place in the body's axes.
struct WaterPlaceSpec {
  std::string frame;  // empty: `position`
  Vector3 position = Vector3::Zero();
};

struct RigidWaterSpec {
  WaterSource from = WaterSource::shapes;
  std::optional<double> volume;                      // [m^3] displaced
  std::optional<Vector3> center;                     // [m] of buoyancy, in the body frame
  std::optional<CoefficientSpec> added_mass;         // SI
  std::optional<CoefficientSpec> linear, quadratic;  // SI; one of them: no drag of the shapes
  TwistOrder order = TwistOrder::angular_first;      // of all three
  DragForm form = DragForm::componentwise;           // of `quadratic`
  SignalSpec drag_factor = 1;                        // of all drag
  WaterPlaceSpec at;                                 // where all three hold
  Origin origin;

  void describe(Fields& v);

  /// Nothing here reacts to water.
  bool dry() const {
    return from == WaterSource::none && !volume && !added_mass && !linear && !quadratic;
  }
};

/// Which end of a rod swims ahead.
enum class RodEnd { base, tip };

struct RodWaterSpec {
  WaterSource from = WaterSource::shapes;
  std::optional<Vector3> drag;                      // coefficients along x, y, z
  std::optional<Vector3> linear;                    // [Pa s] per length, along x, y, z
  SignalSpec drag_factor = 1;                       // of both
  std::optional<std::array<double, 2>> added_mass;  // coefficients across, along y and z
  DragForm form = DragForm::vector;
  bool reactive = false;       // water leaves at the tail (elongated-body theory)
  RodEnd head = RodEnd::base;  // reactive: the other end is the tail
  Origin origin;

  void describe(Fields& v);
  bool dry() const { return from == WaterSource::none && !drag && !linear && !added_mass; }
};

/// Coefficients of a rod where nothing is given: a long round cylinder.
inline constexpr std::array<double, 3> kRodDrag = {0.01, 1.1, 1.1};
inline constexpr double kRodAddedMass = 1;

}  // namespace cuttle
