#pragma once

#include <array>

#include "cuttle/actuation/load/load_frame.h"
#include "cuttle/core/attachment.h"
#include "cuttle/spec/spec.h"

namespace cuttle {

/// A force and a moment at a place on a body, in world axes or in the axes of its point, which turn
/// with it (follower).
class PointLoad final : public Actor {
 public:
  struct Data {
    Attachment at;                                    // on a body
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
  EnergyBooks books(const Model&, const State&, const Input&, const Workspace&) const override;

 private:
  Data data_;
};

/// Adds a force and a moment (given in `frame`) at a place to the load of its point.
void add_load(const Attachment& at, LoadFrame frame, const Vector3& force, const Vector3& moment,
              bool with_tangent, Workspace&);

/// Power of the same load.
double load_power(const Attachment& at, LoadFrame frame, const Vector3& force,
                  const Vector3& moment, const Workspace&);

}  // namespace cuttle
