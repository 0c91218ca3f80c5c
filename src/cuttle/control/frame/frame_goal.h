#pragma once
// Where a frame shall be, and how it shall move there.

#include <array>
#include <functional>

#include "cuttle/math/pose.h"
#include "cuttle/signal/signal.h"

namespace cuttle {

/// Motion of a frame G: its pose, its twist in its own axes (body twist) and the rate of that.
struct FrameMotion {
  Pose X_WG = Pose::identity();
  Vector6 V_G = Vector6::Zero();  // [rad/s; m/s]
  Vector6 A_G = Vector6::Zero();  // [rad/s^2; m/s^2] d/dt V_G
};

/// A goal as a function of time; FrameGoal is one.
using FrameGoalFunction = std::function<FrameMotion(double t)>;

/// A goal by signals: position in the world [m], rotation vector in the world [rad], that is
/// R = exp [theta]. Rates are those of the signals, the derivative of exp is exact. Belongs to one
/// run, as signals do.
class FrameGoal {
 public:
  FrameGoal(const std::array<Signal, 3>& position, const std::array<Signal, 3>& rotation);
  /// A place to stay at.
  explicit FrameGoal(const Pose& X_WG);

  FrameMotion operator()(double t) const;

 private:
  std::array<Signal, 3> position_, rotation_;
  bool constant_ = false;
  FrameMotion at_rest_;
};

}  // namespace cuttle
