#pragma once
// A force law of the user's own.

#include <functional>
#include <string>

#include "cuttle/core/body_place.h"

namespace cuttle {

/// Calls a function for the wrench at a place on a body. Its derivatives are central differences,
/// 24 calls for each tangent: fine for a guess at what a force does, slow in a design that stays.
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

  FunctionLoad(const BodyPlace& at, Function function);

  EnergyRole role() const override { return EnergyRole::drives; }
  void apply(const Model&, const State&, const Input&, bool with_tangent,
             Workspace&) const override;
  bool reads(int /*input*/) const override { return false; }
  /// All that it does is power: the function gives no potential.
  EnergyBooks books(const Model&, const State&, const Input&, const Workspace&) const override;

 private:
  /// Frame F in the base frame of its body.
  Pose frame(const Workspace&) const;
  /// The wrench in F, for F moved by a small twist and a change of its twist, both in F.
  Vector6 wrench(double t, const Pose& X_WF, const Vector6& V_F) const;

  BodyPlace at_;
  Function function_;
};

}  // namespace cuttle
