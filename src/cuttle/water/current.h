#pragma once
// The current: velocity of the undisturbed water at a place and a time.

#include <array>
#include <functional>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "cuttle/core/state.h"
#include "cuttle/math/types.h"
#include "cuttle/spec/spec_values.h"

namespace cuttle {

/// The undisturbed water at one place, in world axes.
struct Flow {
  Vector3 velocity = Vector3::Zero();      // [m/s] u
  Vector3 acceleration = Vector3::Zero();  // [m/s^2] Du/Dt = du/dt + (u . grad) u
  Matrix3 gradient = Matrix3::Zero();      // [1/s] (i, j): du_i / dx_j
};

/// The same everywhere: entries of Input::u [m/s] with rates in Input::u_dot (so their role must
/// be one with rates). -1: the constant below.
struct UniformCurrent {
  Vector3 velocity = Vector3::Zero();
  int first_input = -1;  // three entries in a row
};

/// A table over the height along `up`: heights rise strictly, values outside are those of the
/// ends. Linear, a natural cubic spline, or cubics that never overshoot.
struct ProfileCurrent {
  Vector3 up = Vector3::UnitZ();
  std::vector<double> heights;      // [m]
  std::vector<Vector3> velocities;  // [m/s]
  Interpolation interpolation = Interpolation::linear;
  std::vector<Vector3> curvatures = {};  // second derivatives at the knots (cubic), by Current
  std::vector<Vector3> slopes = {};      // first derivatives (smooth), by Current
};

/// Any u(x, t), safe to call from several threads at once. Derivatives are central differences,
/// with an error of step^2/6 times the third derivative: 2e-9 of a field that varies over 1 m.
struct FieldCurrent {
  std::function<Vector3(const Vector3& x, double t)> velocity;
  double step = 1e-4;       // [m] of the differences in space
  double time_step = 1e-4;  // [s]
};

class Current {
 public:
  Current() = default;  // still water
  Current(UniformCurrent uniform) : kind_(std::move(uniform)) {}
  Current(ProfileCurrent profile);
  Current(FieldCurrent field) : kind_(std::move(field)) {}

  /// True if the water never moves, so that nothing needs to be asked.
  bool still() const;
  /// Does this entry of the input set it?
  bool reads(int input) const;
  /// True if all places see the same flow: one evaluation serves all.
  bool uniform() const { return std::holds_alternative<UniformCurrent>(kind_); }
  /// Never allocates (but a user's field may).
  Flow at(const Vector3& x, double t, const Input&) const;

 private:
  std::variant<UniformCurrent, ProfileCurrent, FieldCurrent> kind_;
};

/// Three formulas in x, y, z and t. Expressions belong to one thread, so the field keeps a few
/// copies and lends one to each caller. Throws an InputError if a formula cannot be understood.
FieldCurrent expression_current(const std::array<std::string, 3>& formulas, CopyIndex copy = {},
                                const Origin& origin = {});

}  // namespace cuttle
