#pragma once
// What a study of a scenario records: known when its probes, sensors and controllers are.

#include <cstddef>
#include <string>
#include <vector>

#include "cuttle/compile/scenario.h"
#include "cuttle/control/controller.h"

namespace cuttle {

/// All columns that the study of a scenario records.
std::vector<Column> recorded_columns(const Scenario&);

/// Those of probes and energy, which all studies have; work and its residual only where there is
/// motion.
std::vector<Column> common_columns(const Scenario&);

/// Work and its residual are counted from a beginning: only a motion has one.
bool needs_beginning(const Column& column);

/// Columns that a study of natural modes adds, and a load path by arc length.
std::vector<Column> mode_columns();
std::vector<Column> path_columns();

/// The readings of a sensor.
std::vector<Column> sensor_columns(const Scenario&, const SensorPlan&);
/// The commands of a controller to these inputs, and what its law tells about itself.
std::vector<Column> controller_columns(const Model&, const std::string& name,
                                       const std::vector<int>& inputs,
                                       const std::vector<ControllerColumn>& told);
/// What the law of a controller of the file tells about itself.
std::vector<ControllerColumn> law_columns(const ControllerPlan&);

}  // namespace cuttle
