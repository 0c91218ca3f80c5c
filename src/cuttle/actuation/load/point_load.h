#pragma once

#include <array>
#include <span>
#include <vector>

#include "cuttle/core/body_place.h"
#include "cuttle/spec/choice.h"
#include "cuttle/spec/spec.h"

namespace cuttle {

enum class LoadFrame { world, body };

inline constexpr std::array<Choice<LoadFrame>, 2> kLoadFrames = {{
    {LoadFrame::world, "world", "components along the world axes"},
    {LoadFrame::body, "body", "components along the axes of the mount frame (follower)"},
}};

constexpr std::span<const Choice<LoadFrame>> choices(LoadFrame) { return kLoadFrames; }

/// A force and a moment at a place on a body, in world axes or in the axes of its point, which turn
/// with it (follower).
class PointLoad final : public Actor {
 public:
  struct Data {
    BodyPlace at;                                     // on a body
    std::array<int, 3> force_inputs = {-1, -1, -1};   // entries of Input::u [N], -1 = zero
    std::array<int, 3> moment_inputs = {-1, -1, -1};  // entries of Input::u [N m], -1 = zero
    LoadFrame frame = LoadFrame::world;
  };
  explicit PointLoad(const Data& data);
  const Data& data() const { return data_; }

  EnergyRole role() const override { return EnergyRole::drives; }
  void apply(const Model&, const State&, const Input&, bool with_tangent,
             Workspace&) const override;
  bool reads(int input) const override;
  bool linear_in(int /*input*/) const override { return true; }
  EnergyBooks books(const Model&, const State&, const Input&, const Workspace&) const override;

 private:
  Data data_;
};

/// Adds a force and a moment (given in `frame`) at a place to the load of its point.
void add_load(const BodyPlace& at, LoadFrame frame, const Vector3& force, const Vector3& moment,
              bool with_tangent, Workspace&);

/// Power of the same load.
double load_power(const BodyPlace& at, LoadFrame frame, const Vector3& force, const Vector3& moment,
                  const Workspace&);

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
  bool linear_in(int /*input*/) const override { return true; }
  EnergyBooks books(const Model&, const State&, const Input&, const Workspace&) const override;

 private:
  Data data_;
};

}  // namespace cuttle
