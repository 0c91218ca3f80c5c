#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cuttle/control/controller/part.h"
#include "cuttle/control/sensor/part.h"
#include "cuttle/core/model.h"
#include "cuttle/net/net_model.h"
#include "cuttle/part/built.h"
#include "cuttle/part/input_source.h"
#include "cuttle/record/probe.h"
#include "cuttle/spec/spec.h"

namespace cuttle {

/// A model made ready to run: all that can be wrong with it was looked for by compile(). The model
/// may be shared; a run copies `inputs` and `initial`.
struct Scenario {
  ScenarioSpec spec;  // what the file says, names resolved and repeats written out
  Model model;
  InputSource inputs;  // entry i drives model.inputs[i]
  State initial;       // at start_time(study); prescribed coordinates where their signals are
  std::vector<Probe> probes;
  std::vector<SensorPlan> sensors = {};          // one for each that the file lists
  std::vector<ControllerPlan> controllers = {};  // likewise
  NetList nets;                                  // beside the tree
  ActorIndex actors = {};                        // of the model, by type and name
  /// One prescribed joint of each robot that could not be followed to where they begin, beyond half
  /// a turn or because it takes too long: its loops were closed the shorter way. In words, as
  /// farthest_drive has them.
  std::vector<std::string> not_followed = {};
  /// What can be computed but is probably not meant, one sentence each.
  std::vector<std::string> warnings = {};
};

/// Time of the initial state: the first load of a load path, else 0.
inline double start_time(const StudySpec& study) {
  return study.type == StudyType::load_path ? study.from : 0;
}

}  // namespace cuttle
