#pragma once

#include <memory>

#include "cuttle/analysis/lqr_design.h"
#include "cuttle/control/controller_settings.h"

namespace cuttle {

/// How the commands of spec.controllers[index] reach the robot. Tensions are never below zero.
ControllerSettings controller_settings(const Scenario& scenario, int index);

/// What spec.controllers[index], a linear regulator, is designed for.
LqrTask lqr_task(const Scenario& scenario, int index);

/// The law of spec.controllers[index], for one run.
std::unique_ptr<Controller> make_controller(const Scenario& scenario, int index);

}  // namespace cuttle
