#pragma once

#include <variant>
#include <vector>

#include "cuttle/actuation/cable/rod_leg.h"
#include "cuttle/actuation/cable/straight_leg.h"

namespace cuttle {

using CableLeg = std::variant<RodLeg, StraightLeg>;

/// A cable without friction or mass: one tension T all along its legs. Virtual work gives its
/// generalised force, -T dl/dq [Mathew22].
class Cable final : public Actor {
 public:
  Cable(std::vector<CableLeg> legs, int tension_input);
  const std::vector<CableLeg>& legs() const { return legs_; }
  int tension_input() const { return tension_input_; }

  /// Read the kinematics of ws at the same state.
  double length(const Model&, const State&, const Workspace&) const;
  double length_rate(const Model&, const State&, const Workspace&) const;
  /// Writes dl/dq along the velocities (nv).
  void length_gradient(const Model&, const State&, const Workspace&, VectorX& gradient) const;

  EnergyRole role() const override { return EnergyRole::drives; }
  void apply(const Model&, const State&, const Input&, bool with_tangent,
             Workspace&) const override;
  bool reads(int input) const override { return input == tension_input_; }
  bool linear_in(int /*input*/) const override { return true; }
  /// A cable stores nothing: power -T l'.
  EnergyBooks books(const Model&, const State&, const Input&, const Workspace&) const override;

 private:
  std::vector<CableLeg> legs_;
  int tension_input_;  // entry of Input::u [N]
};

}  // namespace cuttle
