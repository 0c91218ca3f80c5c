#pragma once

#include <string>
#include <vector>

#include "cuttle/control/controller.h"

namespace cuttle {

// What the laws of a model file tell about themselves: known before any of them is made.

/// `unit` of what it measures.
std::vector<ControllerColumn> pid_columns(const std::string& unit);

/// Of laws that lead a frame to its goal: task_space, quasi_static.
std::vector<ControllerColumn> led_frame_columns();

std::vector<ControllerColumn> lqr_columns();

}  // namespace cuttle
