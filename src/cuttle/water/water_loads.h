#pragma once

#include <vector>

#include "cuttle/core/actor.h"
#include "cuttle/water/medium.h"
#include "cuttle/water/rigid_water.h"
#include "cuttle/water/rod_water.h"
#include "cuttle/water/shell_water.h"

namespace cuttle {

/// The water around a robot: buoyancy, drag, current, and what added mass needs beside its place
/// in the inertia. One actor for all bodies.
class WaterLoads final : public Actor {
 public:
  struct Data {
    Medium medium;
    std::vector<RigidWater> rigids;
    std::vector<RodWater> rods;
    std::vector<ShellWater> shells;
  };
  explicit WaterLoads(Data data);
  const Data& data() const { return data_; }

  EnergyRole role() const override { return EnergyRole::resists; }
  void apply(const Model&, const State&, const Input&, bool with_tangent,
             Workspace&) const override;
  bool reads(int input) const override {
    return data_.medium.current.reads(input) || scales_drag(input);
  }
  bool linear_in(int input) const override { return scales_drag(input); }
  bool reads_rate(int input) const override { return data_.medium.current.reads(input); }
  EnergyBooks books(const Model&, const State&, const Input&, const Workspace&) const override;

 private:
  bool scales_drag(int input) const;

  Data data_;
  std::vector<int> drag_inputs_;  // entries that scale the drag of some body
};

}  // namespace cuttle
