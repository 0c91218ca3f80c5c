#include <algorithm>

#include "cuttle/analysis/equilibrium.h"
#include "cuttle/analysis/steady_motion.h"
#include "cuttle/compile/columns.h"
#include "cuttle/motion/recorder.h"
#include "cuttle/motion/tree.h"
#include "cuttle/study/studies.h"

namespace cuttle {
Status settle(Scenario& scenario, const Subsystems& parts, double t, RunResult& result) {
  for (const auto& part : parts) {
    Status status = part->settle(t, scenario.spec.study, scenario.initial);
    part->report(result);
    if (!status.ok()) return status;
  }
  return {};
}

void run_statics(Scenario& scenario, const RunOptions& options, RunResult& result) {
  const Subsystems parts = subsystems_of(scenario);
  result.status = settle(scenario, parts, 0, result);
  Recorder recorder(scenario, {"t", "s", "time", ""});
  Input u;
  if (evaluate_at_rest(scenario.inputs, 0, u).ok()) {
    read_all(parts, 0, recorder.nets());
    recorder.record(0, scenario.initial, u);
  }
  result.trajectory = std::move(recorder.trajectory());
  if (options.progress) options.progress(1);
}

namespace {

/// Modes are those of the tree; nets have theirs where they are alone.
Status find_modes(const Scenario& scenario, const Subsystems& parts, std::vector<Vibration>& list) {
  const int count = scenario.spec.study.count;
  const std::size_t own = scenario.model.bodies.empty() ? parts.size() : 1;
  for (std::size_t i = 0; i < own; ++i)
    if (Status status = parts[i]->vibrate(0, scenario.initial, count, list); !status.ok())
      return status;
  if (own == 1) return {};
  // what grows comes first
  std::ranges::stable_sort(list, {}, [](const Vibration& v) { return v.frequency - v.growth; });
  if (int(list.size()) > count) list.resize(std::size_t(count));
  return {};
}

}  // namespace

void run_modes(Scenario& scenario, const RunOptions& options, RunResult& result) {
  const StudySpec& study = scenario.spec.study;
  Recorder recorder(scenario, {"mode", "-", "number of the mode", ""}, mode_columns());
  const Subsystems parts = subsystems_of(scenario);
  Input u;
  result.status = evaluate_at_rest(scenario.inputs, 0, u);
  if (study.about != StartFrom::steady) scenario.initial.v.setZero();
  if (result.status.ok() && study.about == StartFrom::statics)
    result.status = settle(scenario, parts, 0, result);
  if (result.status.ok() && study.about == StartFrom::steady && !scenario.model.bodies.empty()) {
    const SteadyResult steady =
        find_steady_motion(scenario.model, u, study.tolerance, scenario.initial);
    result.status = steady.status;
    result.solver.iterations += steady.iterations;
  }
  std::vector<Vibration> modes;
  if (result.status.ok()) result.about = scenario.initial;
  if (result.status.ok()) result.status = find_modes(scenario, parts, modes);
  read_all(parts, 0, recorder.nets());
  if (!result.status.ok() && u.u.size() == scenario.model.nu())
    recorder.record(0, scenario.initial, u, 0, {0, 0, 0});

  result.solver.method = "eigen";
  double number = 0;
  for (const Vibration& mode : modes)
    recorder.record(++number, mode.x, u, 0, {mode.frequency, mode.growth, mode.damping});
  result.trajectory = std::move(recorder.trajectory());
  if (options.progress) options.progress(1);
}

}  // namespace cuttle
