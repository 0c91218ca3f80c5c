#pragma once
// The jet of the water inside a shell.

#include "cuttle/core/actor.h"
#include "cuttle/shell/shell.h"

namespace cuttle {

/// The jet of a shell: [Renda18] (15).
class JetThrust final : public Actor {
 public:
  JetThrust(int body, const Jet& jet) : body_(body), jet_(jet) {}
  int body() const { return body_; }
  const Jet& jet() const { return jet_; }

  EnergyRole role() const override { return EnergyRole::inside; }
  void apply(const Model&, const State&, const Input&, bool with_tangent,
             Workspace&) const override;
  bool reads(int) const override { return false; }
  EnergyBooks books(const Model&, const State&, const Input&, const Workspace&) const override;

 private:
  int body_;
  Jet jet_;
};

/// Thrust of a jet alone [N], positive away from the edge.
double jet_thrust(const Shell& shell, const Jet& jet, const BodyWork& b);

}  // namespace cuttle
