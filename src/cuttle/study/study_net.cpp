// The load path of models that have nets and no bodies: every equilibrium grows out of the last
// one.

#include "cuttle/base/interrupt.h"
#include "cuttle/motion/recorder.h"
#include "cuttle/motion/tree.h"
#include "cuttle/study/studies.h"

namespace cuttle {

void run_net_path(Scenario& scenario, const RunOptions& options, RunResult& result) {
  const Subsystems nets = subsystems_of(scenario);
  StudySpec study = scenario.spec.study;
  Recorder recorder(scenario, {"load", "-", "load parameter, the t of all signals", ""});
  recorder.trajectory().reserve(std::size_t(study.steps) + 1);
  State x = scenario.initial;
  for (int i = 0; i <= study.steps; ++i) {
    const double load = study.from + (study.to - study.from) * i / study.steps;
    if (result.status = interruption(load); !result.status.ok()) break;
    for (const auto& net : nets)
      if (result.status.ok()) result.status = net->settle(load, study, x);
    if (!result.status.ok()) {
      result.status.t = load;
      break;
    }
    study.load_steps = 1;  // what follows is near
    x.t = load;
    read_all(nets, load, recorder.nets());
    recorder.record(load, x, {});
    if (options.progress) options.progress(double(i) / study.steps);
  }
  result.trajectory = std::move(recorder.trajectory());
  for (const auto& net : nets) net->report(result);
}

}  // namespace cuttle
