#pragma once

#include "cuttle/core/actor.h"

namespace cuttle {

/// The forces of all closed connections as an actor, for multipliers that are known (ws.lambda).
/// They do no work: the books stay empty.
class ConnectionForces final : public Actor {
 public:
  EnergyRole role() const override { return EnergyRole::inside; }
  void apply(const Model&, const State&, const Input&, bool with_tangent,
             Workspace&) const override;
  bool reads(int) const override { return false; }
  EnergyBooks books(const Model&, const State&, const Input&, const Workspace&) const override {
    return {};
  }
};

/// Stiffness of a wrench that stays where it is while its body moves: zeta x* wrench.
Matrix6 fixed_wrench_stiffness(const Vector6& wrench);

}  // namespace cuttle
