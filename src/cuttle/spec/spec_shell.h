#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "cuttle/spec/shell_choices.h"
#include "cuttle/spec/spec_material.h"
#include "cuttle/spec/spec_values.h"
#include "cuttle/spec/spec_water.h"

namespace cuttle {

// What a model file says about shells, their loads and their jets, as plain structs; see
// spec/spec.h. Abscissas X [m] count along the profile from its start, whichever end is held.

/// An arc of a profile: its radius of curvature and the angle by which the tangent turns.
struct ArcSpec {
  double radius = 0;  // [m]
  double angle = 0;   // [rad] signed
};

/// A piece of a profile; exactly one is given.
struct ProfilePieceSpec {
  std::optional<ArcSpec> arc;
  std::optional<double> line;  // [m]
  Origin origin;

  void describe(Fields& v);
};

/// The meridian at rest: arcs and lines, formulas, or points; exactly one of pieces, r and x,
/// points, file. x along the axis, r away from it; only differences of x count.
struct ProfileSpec {
  std::vector<ProfilePieceSpec> pieces;
  double radius = 0;                                         // [m] r where the pieces start
  double angle = 0;                                          // [rad] of the tangent there
  std::optional<FunctionSpec> r, x;                          // [m] of s, 0 to 1
  int samples = 200;                                         // of the formulas
  std::optional<std::vector<std::array<double, 2>>> points;  // [m] r, x; also those of the file
  std::string file;                                          // CSV with columns r and x
  Origin origin;

  void describe(Fields& v);
};

/// The end of the profile that sits on the body frame.
enum class HeldEnd { start, end };

/// Numbers of strain coordinates; left out: 5, 3, 0 in the division at the held edge, 4, 2, 0
/// in the others.
struct ShellModesSpec {
  std::optional<int> curvature, stretch, shear;
  Origin origin;

  void describe(Fields& v);
};

struct ShellDivisionSpec {
  double to = 0;                                 // [m] where it ends
  std::optional<int> curvature, stretch, shear;  // left out: `modes` of the shell
  std::optional<int> quadrature;                 // Gauss points
  Origin origin;

  void describe(Fields& v);
};

struct ShellWaterSpec {
  WaterSource from = WaterSource::shapes;  // none: dry
  double drag = 1;                         // coefficient of the widest ring
  double side_drag = 1.1;                  // across the axis, of each ring as of a cylinder
  SignalSpec drag_factor = 1;              // of both
  double added_mass = 0;                   // water carried along, per mass of the wall
  double added_volume = 0;                 // axial added mass per mass of the water inside
  bool inside = false;                     // water inside follows the base
  Origin origin;

  void describe(Fields& v);
  bool dry() const { return from == WaterSource::none; }
};

struct ShellSpec {
  ProfileSpec profile;
  HeldEnd held = HeldEnd::start;
  ShellEdge edge = ShellEdge::free;
  FunctionSpec thickness;      // [m] of the wall, of X
  MaterialUse material;        // without density if `mass` is given
  std::optional<double> mass;  // [kg] spread evenly over the surface
  std::optional<ShellModesSpec> modes;
  std::optional<std::vector<ShellDivisionSpec>> divisions;
  ShellCoupling coupling = ShellCoupling::full;
  std::optional<ShellWaterSpec> water;
  Origin origin;

  void describe(Fields& v);
};

}  // namespace cuttle
