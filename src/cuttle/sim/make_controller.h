#pragma once

#include <memory>

#include "cuttle/control/controller.h"
#include "cuttle/sim/control_loop.h"
#include "cuttle/sim/lqr_design.h"

namespace cuttle {

/// How the commands of spec.controllers[index] reach the robot. Tensions are never below zero.
ControllerSettings controller_settings(const Scenario& scenario, int index);

/// What spec.controllers[index], a linear regulator, is designed for.
LqrTask lqr_task(const Scenario& scenario, int index);

/// The law of spec.controllers[index], for one run.
std::unique_ptr<Controller> make_controller(const Scenario& scenario, int index);

}  // namespace cuttle
