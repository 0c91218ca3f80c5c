#pragma once
// Controllers whose law is a Python function.

#include <pybind11/pybind11.h>

#include <vector>

#include "cuttle/motion/control_loop.h"
#include "robot.h"

namespace cuttle::python {

struct PythonLaw {
  ControllerSettings settings;
  std::unique_ptr<Controller> law;
};

/// cuttle.FunctionController objects: function(t, x, u, readings) -> commands, with names of
/// inputs, sample time, delay and bounds.
std::vector<PythonLaw> read_laws(const RobotPtr& robot, pybind11::handle controllers);

/// function(t) -> all inputs.
PythonLaw law_of_time(const RobotPtr& robot, const pybind11::function& function,
                      double sample_time);

}  // namespace cuttle::python
