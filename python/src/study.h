#pragma once

#include <pybind11/pybind11.h>

#include "cuttle/model/spec.h"
#include "robot.h"

namespace cuttle::python {

/// The study of a robot's motion with what a caller changes: t_end, method, rtol, atol, step,
/// output_step. Unknown names are TypeErrors.
StudySpec study_of(const Robot& robot, const pybind11::kwargs& options);

}  // namespace cuttle::python
