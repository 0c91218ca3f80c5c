#pragma once
// A model whose probes are known, as sensors and controllers see it when their names are resolved.

#include <string>
#include <vector>

#include "cuttle/part/draft.h"
#include "cuttle/part/input_names.h"
#include "cuttle/part/probe_target.h"

namespace cuttle {

/// What there is to measure.
struct KnownProbe {
  std::string name;
  std::vector<Column> columns;
  bool outside = false;  // what it looks at moves outside of the loop of controllers
};

struct SensorPlan;

struct ControlDesk {
  Draft& draft;
  const std::vector<KnownProbe>& probes;
  const std::vector<SensorPlan>& sensors;
  InputNames& names;
};

}  // namespace cuttle
