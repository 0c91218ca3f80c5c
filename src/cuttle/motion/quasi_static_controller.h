#pragma once

#include "cuttle/analysis/inverse_statics.h"
#include "cuttle/control/frame/frame_goal.h"

namespace cuttle {

/// Commands the inputs that would hold a frame at its goal if nothing ever moved: open loop, it
/// does not look at the robot. Each sample starts from the last one. Searches allocate memory.
class QuasiStaticController final : public Controller {
 public:
  /// start: near the equilibrium without own inputs, where the first search begins.
  QuasiStaticController(const Model&, const BodyPlace& frame, std::vector<int> inputs,
                        FrameGoalFunction goal, const InverseStaticsOptions&, CommandBounds bounds,
                        State start);

  void reset() override;
  /// A goal out of reach is not a failure: the columns report it.
  Status command(const Observation&, std::span<double> commands) override;

  /// position_error [m], rotation_error [rad] of the robot, which may swing about its equilibrium;
  /// saturated [1]: inputs at bounds.
  std::vector<ControllerColumn> columns() const override;
  void tell(std::span<double> values) const override;

  bool satisfied() const override { return !started_ || last_.reached; }

 private:
  BodyPlace frame_;
  std::vector<int> inputs_;
  FrameGoalFunction goal_;
  InverseStatics search_;
  State start_;
  bool started_ = false;
  Input u_;
  InverseStaticsResult last_;
  double position_error_ = 0, rotation_error_ = 0;
};

}  // namespace cuttle
