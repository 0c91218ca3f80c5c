#pragma once

#include <vector>

#include "cuttle/actuation/load/load_frame.h"
#include "cuttle/actuation/load/point_load.h"

namespace cuttle {

/// A force and a moment per length along a rod: point loads at quadrature points, times a weight.
class DistributedLoad final : public Actor {
 public:
  struct Node {
    int point = 0;
    double weight = 0;    // [m]
    int first_input = 0;  // six entries of Input::u: force [N/m] (3), moment [N] (3)
  };
  struct Data {
    int body = 0;
    std::vector<Node> nodes;
    LoadFrame frame = LoadFrame::world;
  };
  explicit DistributedLoad(Data data);
  const Data& data() const { return data_; }

  EnergyRole role() const override { return EnergyRole::drives; }
  void apply(const Model&, const State&, const Input&, bool with_tangent,
             Workspace&) const override;
  bool reads(int input) const override;
  EnergyBooks books(const Model&, const State&, const Input&, const Workspace&) const override;

 private:
  Data data_;
};

}  // namespace cuttle
