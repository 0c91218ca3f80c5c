#pragma once
// A force law of the user's own.

#include <functional>
#include <string>

#include "cuttle/core/body_place.h"

namespace cuttle {

/// Calls a function for the wrench at a place on a body. Its derivatives are those that the user
/// gives, or central differences, 24 calls for each tangent: fine for a guess at what a force does,
/// slow in a design that stays. Statics applies it in parts like all loads (Input::load).
class FunctionLoad final : public Actor {
 public:
  /// Where the place is: the axes of its point, moved to the place.
  struct Place {
    double t = 0;    // [s]
    Pose X_WF;       // in the world
    Vector6 V_WF_W;  // twist of F about its origin, in world axes [rad/s; m/s]
  };
  /// Moment and force on F about its origin, in world axes [N m; N].
  using Function = std::function<Vector6(const Place&)>;
  /// Minus the derivatives of that wrench: by a small turn and displacement of F, and by its twist,
  /// all in world axes at the origin of F, where the wrench is taken, too.
  struct Slopes {
    Matrix6 stiffness, damping;
  };
  using Differentiate = std::function<Slopes(const Place&)>;

  /// Without `differentiate`: by differences.
  FunctionLoad(const BodyPlace& at, Function function, Differentiate differentiate = nullptr);

  EnergyRole role() const override { return EnergyRole::drives; }
  void apply(const Model&, const State&, const Input&, bool with_tangent,
             Workspace&) const override;
  bool reads(int /*input*/) const override { return false; }
  /// All that it does is power: the function gives no potential.
  EnergyBooks books(const Model&, const State&, const Input&, const Workspace&) const override;

 private:
  struct Frame;  // of its point, in the state at hand
  Frame frame(const State&, const Workspace&) const;
  /// In F: minus the derivatives of the wrench by a motion of F.
  Slopes slopes(const Frame&) const;

  BodyPlace at_;
  Function function_;
  Differentiate differentiate_;
};

}  // namespace cuttle
