#pragma once
// Whatever pushes on bodies: loads, cables, water, contact. Actors see points, not bodies.

#include <array>
#include <span>
#include <string>
#include <vector>

#include "cuttle/core/body.h"
#include "cuttle/core/state.h"
#include "cuttle/math/types.h"

namespace cuttle {

struct Model;
struct Workspace;

/// A stiffness between points, which no tree tangent can hold: rows d = sum of D zeta over the
/// ends, d(wrench on an end) = -D^T (C d + B d'), d' the same of the twists.
struct Coupling {
  struct End {
    int body = 0, point = 0;
    Eigen::Matrix<double, 3, 6> D;  // in the base coordinates of the body
  };
  std::array<End, 4> ends = {};
  int count = 2;  // ends in use
  Matrix3 C = Matrix3::Zero();
  Matrix3 B = Matrix3::Zero();

  std::span<const End> used() const { return std::span(ends).first(size_t(count)); }
};

/// Books of energy: what an actor stores and what it feeds in.
struct EnergyBooks {
  double potential = 0;  // [J]
  double power = 0;      // [W] of its non-conservative part, positive into the robot
};

/// What the power of an actor is in the books of a swimmer: given by a drive, lost to the water, or
/// moved about inside of the robot and between it and what it touches.
enum class EnergyRole { drives, resists, inside };

class Actor {
 public:
  virtual ~Actor() = default;

  virtual EnergyRole role() const = 0;

  /// Reads ws.bodies[*] (poses, twists). Adds to Point::load and to p_q of the bodies it touches
  /// (p_q is minus the generalised force), writes StepWork::load, K and D of joint contacts. With
  /// `with_tangent` also PointTangent and Coupling.
  /// K_act, StepWork::K, D and dampers are always there: iterations and preconditioners of implicit
  /// methods use K_act and dampers, tangents all of them. Dampers are positive semidefinite, and so
  /// is K_act with the stiffness of the body.
  virtual void apply(const Model&, const State&, const Input&, bool with_tangent,
                     Workspace&) const = 0;

  /// False if its forces do not depend on this entry of the input: derivatives need not ask.
  virtual bool reads(int /*input*/) const { return true; }
  /// True if they are linear in it: two values give the exact derivative.
  virtual bool linear_in(int /*input*/) const { return false; }
  /// Do they depend on the rate of this entry? Only currents do.
  virtual bool reads_rate(int /*input*/) const { return false; }

  /// True if what it stores is strain energy that inputs change: its potential depends on the own
  /// coordinates and on the inputs alone, and its power has the rates of these.
  virtual bool stores_strain() const { return false; }
  /// True if its inputs change how a body resists strains.
  virtual bool changes_stiffness() const { return stores_strain(); }

  /// Energy books at the state last given to update_kinematics.
  virtual EnergyBooks books(const Model&, const State&, const Input&, const Workspace&) const = 0;

  /// False if the tangent is good enough for Newton's method only.
  virtual bool exact_tangent() const { return true; }
};

}  // namespace cuttle
