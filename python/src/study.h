#pragma once

#include <pybind11/pybind11.h>

#include "cuttle/spec/spec.h"
#include "robot.h"

namespace cuttle::python {

/// The study of a robot's motion with what a caller changes: method, rtol, atol, step; in a run
/// that is `recorded` also t_end and output_step. Unknown names are TypeErrors.
StudySpec study_of(const Robot& robot, const pybind11::kwargs& options, bool recorded);

}  // namespace cuttle::python
