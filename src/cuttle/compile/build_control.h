#pragma once
// Sensors and controllers of a file: names resolved, last checks.

#include <string>
#include <vector>

#include "cuttle/compile/build_draft.h"
#include "cuttle/compile/control_plan.h"
#include "cuttle/record/probe.h"

namespace cuttle {

/// "gyro.gx" for the column hull.gx of a probe that the sensor gyro looks at.
std::string sensor_column(const SensorSpec& sensor, const Column& column);

/// One plan for each sensor of the file. Reports into draft.diagnostics.
std::vector<SensorPlan> plan_sensors(ScenarioDraft& draft, const std::vector<Probe>& probes);

/// One plan for each controller of the file. Reports into draft.diagnostics.
std::vector<ControllerPlan> plan_controllers(ScenarioDraft& draft, const std::vector<Probe>& probes,
                                             const std::vector<SensorPlan>& sensors);

}  // namespace cuttle
