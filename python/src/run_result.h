#pragma once

#include <memory>

#include "cuttle/study/run.h"
#include "robot.h"

namespace cuttle::python {

/// What a run left behind, with the robot that it is about.
struct RobotRun {
  RobotPtr robot;
  RunResult result;
};
using RunPtr = std::shared_ptr<RobotRun>;

/// The study of the scenario (the robot's own or a changed one). Ctrl-C and exceptions of callbacks
/// arrive here.
RunPtr run_study(const RobotPtr& robot, const Scenario& scenario, const RunOptions& options = {});

}  // namespace cuttle::python
