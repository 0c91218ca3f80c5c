#pragma once
// What drives a net that is a body: rest curvatures, stiffnesses and currents of its strips, and
// loads on its nodes, all of them entries of Input::u.

#include <array>
#include <utility>
#include <vector>

#include "cuttle/core/actor.h"
#include "cuttle/net/body/net_body.h"
#include "cuttle/net/sma.h"

namespace cuttle {

class NetActuation final : public Actor {
 public:
  /// Entries of the input; -1: none, it stays as it is at rest.
  struct Strip {
    double at_rest = 0;       // [1/m] its curvature where nothing is driven
    int rest_curvature = -1;  // [1/m]
    int stiffness = -1;       // factor
    int sma = -1;             // share of a pulse that acts
    SmaLaw law;
  };
  struct Load {
    int node = 0;
    std::array<int, 2> force = {-1, -1};  // [N] along x and y of the plane
  };
  struct Data {
    int body = 0;
    std::vector<Strip> strips;  // (segments of the net)
    std::vector<Load> loads;
  };
  explicit NetActuation(Data data) : data_(std::move(data)) {}

  /// What an input makes of a net; the rest of `out` is left alone. Part of a load is part of what
  /// the inputs change.
  void set(const Input& u, NetInput& out) const;
  /// [N] in the plane.
  Vector2 force(const Input& u, std::size_t load) const;

  EnergyRole role() const override { return EnergyRole::drives; }
  void apply(const Model&, const State&, const Input&, bool with_tangent,
             Workspace&) const override;
  bool reads(int input) const override;
  bool linear_in(int input) const override;
  bool changes_stiffness() const override { return !data_.strips.empty(); }
  EnergyBooks books(const Model&, const State&, const Input&, const Workspace&) const override;

 private:
  Data data_;
};

}  // namespace cuttle
