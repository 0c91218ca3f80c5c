#pragma once
// A frame that a law steers to a goal: its fields, which stand beside those of the law, and what
// such laws share.

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cuttle/control/controller/part.h"
#include "cuttle/control/frame/frame_goal.h"
#include "cuttle/part/checker.h"
#include "cuttle/spec/spec_values.h"

namespace cuttle {

class LawDesk;

/// Where a frame shall be: a moving pose, or where it rests under given inputs.
struct FrameGoalSpec {
  std::optional<std::array<SignalSpec, 3>> position;  // [m] in the world
  std::optional<std::array<SignalSpec, 3>> rotation;  // [rad] rotation vector: axis times angle
  std::map<std::string, double> equilibrium;          // inputs by name; all others are zero
  Origin origin;

  void describe(Fields& v);
};

/// A frame that a controller steers.
struct ControlledFrameSpec {
  std::string body;
  BodyPlaceSpec at;
  Vector3 point = Vector3::Zero();  // [m] in the mount frame
  FrameGoalSpec goal;
};

/// Where the frame is and shall be.
void describe_controlled_frame(Fields& v, ControlledFrameSpec& frame);

/// Its goal, without any physics. `origin` of the law.
void check_frame_goal(const ControlledFrameSpec& frame, const Origin& origin,
                      Diagnostics& diagnostics);
/// Its body and place.
void check_controlled_frame(const ControlledFrameSpec& frame, const Origin& origin,
                            const Checker& checker);
/// Where it is on the robot, and the inputs under which it shall rest.
void plan_controlled_frame(const ControlDesk& desk, const ControlledFrameSpec& frame,
                           ControllerPlan& plan);

/// position_error [m], rotation_error [rad], saturated [1].
std::vector<ControllerColumn> controlled_frame_columns();

/// What counts: all six errors, times what is given for them, or only those of the place or of the
/// direction.
Vector6 goal_weight(const FrameGoalSpec& goal, const std::vector<double>& given);

/// Makes a law with its goal. If there is none, because the robot does not rest under its inputs,
/// the law says so at its first sample.
std::unique_ptr<Controller> steer_to_goal(
    const ControllerPlan& plan, const LawDesk& desk,
    const std::function<std::unique_ptr<Controller>(FrameGoalFunction)>& make);

}  // namespace cuttle
