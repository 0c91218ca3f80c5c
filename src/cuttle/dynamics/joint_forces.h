#pragma once
// Stops and dry friction of joints, as an actor on their coordinates.

#include "cuttle/core/actor.h"
#include "cuttle/core/workspace.h"

namespace cuttle {

class JointForces final : public Actor {
 public:
  EnergyRole role() const override { return EnergyRole::inside; }
  /// Writes load, K and D of the steps, and ws.joint_touches.
  void apply(const Model&, const State&, const Input&, bool with_tangent,
             Workspace&) const override;
  bool reads(int) const override { return false; }
  EnergyBooks books(const Model&, const State&, const Input&, const Workspace&) const override;
};

/// The law of stops: N, dN/dd and dN/dd' of a touch whose depth is known.
void apply_stop_law(const JointContact&, JointTouch&);

/// ws.joint_touches at x: all that `apply` does but the loads.
void update_joint_touches(const Model&, const State& x, Workspace&);

/// What a joint contact remembers; null at a state that has no memory.
const JointContactMemory* joint_memory(const State& x, size_t contact);

/// True if friction in a joint follows another rule at x than when the step began.
bool joint_friction_changes(const Model&, const State& x, Workspace&);

/// What the joints at x remember for the next step; true if friction jumped. `at_rest`: what
/// follows is no motion, t is not a time.
bool renew_joint_memory(const Model&, State& x, Workspace&, bool at_rest);

/// The joints of x have been put elsewhere than at q_before without a motion: their bristles, as
/// long as they were, go along.
void carry_joint_memory(const Model&, const VectorX& q_before, State& x);

}  // namespace cuttle
