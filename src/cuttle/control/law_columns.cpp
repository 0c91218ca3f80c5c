#include "cuttle/control/law_columns.h"

namespace cuttle {

std::vector<ControllerColumn> pid_columns(const std::string& unit) {
  return {{"error", unit, "goal minus measure"}};
}

std::vector<ControllerColumn> led_frame_columns() {
  return {{"position_error", "m", "distance from the goal"},
          {"rotation_error", "rad", "angle to the goal"},
          {"saturated", "1", "inputs at their bounds"}};
}

std::vector<ControllerColumn> lqr_columns() {
  return {{"deviation", "-", "length of the displacement from the state to hold"}};
}

}  // namespace cuttle
