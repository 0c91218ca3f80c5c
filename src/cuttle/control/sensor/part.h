#pragma once
// Sensors of a model file.

#include <string>
#include <vector>

#include "cuttle/control/control_desk.h"
#include "cuttle/control/sensor/sensor.h"
#include "cuttle/spec/spec_values.h"

namespace cuttle {

/// Samples the columns of a probe, with noise, and reports them with a delay.
struct SensorSpec {
  std::string name;
  std::string probe;
  std::vector<std::string> columns;  // of the probe, such as tip.x; empty: all
  double rate = 100;                 // [1/s]
  double delay = 0;                  // [s] until a reading is known
  std::vector<double> noise;         // standard deviations; empty: none; 1: for all; else one each
  std::vector<double> bias;          // constant errors, likewise
  int seed = 1;
  Origin origin;

  void describe(Fields& v);
};

/// A sensor of a scenario with its names resolved: which numbers of which probe it reads.
struct SensorPlan {
  std::string name;
  int probe = 0;
  std::string probe_name;
  std::vector<int> columns;  // of that probe
  int first = 0;             // place of its first reading among those of all sensors
  double rate = 100;         // [1/s]
  SensorOptions options;
};

/// "gyro.gx" for the column hull.gx of a probe that the sensor gyro looks at.
std::string sensor_column(const std::string& sensor, const Column& column);

/// One plan for each sensor of the file. Reports into draft.diagnostics.
std::vector<SensorPlan> plan_sensors(Draft& draft, const std::vector<KnownProbe>& probes);

/// The seed of the noise of a run; 0: that of the file.
std::uint64_t noise_seed(const SensorPlan& sensor, std::uint64_t run);

}  // namespace cuttle
