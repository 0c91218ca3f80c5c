// Studies of models that have nets and no bodies.

#include <algorithm>
#include <cmath>

#include "cuttle/base/interrupt.h"
#include "cuttle/model/spec_choices.h"
#include "cuttle/sim/net_runner.h"
#include "cuttle/sim/recorder.h"
#include "cuttle/sim/studies.h"

namespace cuttle {
namespace {

constexpr double kShownShare = 0.1;  // of the longest side of a net, by which a mode is shown

// rows of a regular time grid, and the very end
void run_motion(Scenario& scenario, const RunOptions& options, NetRunner& nets, RunResult& result) {
  const StudySpec& study = scenario.spec.study;
  result.solver.method = std::string("net ") + name_of(study.net_method);
  if (study.start == StartFrom::statics) result.status = nets.settle(0, study, scenario.initial);
  if (result.status.ok()) result.status = nets.start(scenario.initial);
  Recorder recorder(scenario, {"t", "s", "time", ""});
  const long rows = long(std::floor(study.duration / study.output_step + 1e-9));
  recorder.trajectory().reserve(std::size_t(rows) + 2);
  State x = scenario.initial;
  for (long i = 0; i <= rows + 1 && result.status.ok(); ++i) {
    const double t = std::min(study.output_step * double(i), study.duration);
    if (i > 0 && t - x.t < 1e-9 * study.output_step) break;
    result.status = nets.advance(t, x);
    if (!result.status.ok()) break;
    x.t = t;
    nets.read(t, recorder.nets());
    recorder.record(t, x, {});
    if (options.progress) options.progress(t / study.duration);
  }
  result.trajectory = std::move(recorder.trajectory());
}

void run_equilibrium(Scenario& scenario, NetRunner& nets, RunResult& result) {
  result.solver.method = "newton";
  result.status = nets.settle(0, scenario.spec.study, scenario.initial);
  Recorder recorder(scenario, {"t", "s", "time", ""});
  nets.read(0, recorder.nets());
  recorder.record(0, scenario.initial, {});
  result.trajectory = std::move(recorder.trajectory());
}

void run_path(Scenario& scenario, const RunOptions& options, NetRunner& nets, RunResult& result) {
  StudySpec study = scenario.spec.study;
  result.solver.method = "newton";
  Recorder recorder(scenario, {"load", "-", "load parameter, the t of all signals", ""});
  recorder.trajectory().reserve(std::size_t(study.steps) + 1);
  State x = scenario.initial;
  for (int i = 0; i <= study.steps; ++i) {
    const double load = study.from + (study.to - study.from) * i / study.steps;
    if (result.status = interruption(load); !result.status.ok()) break;
    result.status = nets.settle(load, study, x);
    if (!result.status.ok()) {
      result.status.t = load;
      break;
    }
    study.load_steps = 1;  // what follows is near
    x.t = load;
    nets.read(load, recorder.nets());
    recorder.record(load, x, {});
    if (options.progress) options.progress(double(i) / study.steps);
  }
  result.trajectory = std::move(recorder.trajectory());
}

// longest side of the box around a net
double size_of(const VectorX& x) {
  const auto places = Eigen::Map<const Eigen::Matrix2Xd>(x.data(), 2, x.size() / 2);
  return (places.rowwise().maxCoeff() - places.rowwise().minCoeff()).maxCoeff();
}

void run_vibrations(Scenario& scenario, NetRunner& nets, RunResult& result) {
  const StudySpec& study = scenario.spec.study;
  Recorder recorder(scenario, {"mode", "-", "number of the mode", ""}, mode_columns());
  if (study.about == StartFrom::statics) result.status = nets.settle(0, study, scenario.initial);
  nets.read(0, recorder.nets());
  if (!result.status.ok()) recorder.record(0, scenario.initial, {}, 0, {0, 0, 0});
  result.solver.method = "eigen";
  double number = 0;
  if (result.status.ok()) {
    for (const NetRunner::Mode& mode : nets.modes(0, scenario.initial)) {
      if (number >= study.count) break;
      State x = scenario.initial;
      NetState& net = x.nets[mode.net];
      net.x += kShownShare * size_of(net.x) / mode.shape.cwiseAbs().maxCoeff() * mode.shape;
      net.v = mode.shape;
      // an unstable shape falls away at the rate of its negative frequency
      const double growth = mode.hertz < 0 ? -2 * M_PI * mode.hertz : 0;
      recorder.record(++number, x, {}, 0,
                      {std::max(mode.hertz, 0.0), growth, growth > 0 ? -1.0 : 0.0});
    }
  }
  result.trajectory = std::move(recorder.trajectory());
}

}  // namespace

void run_net_study(Scenario& scenario, const RunOptions& options, RunResult& result) {
  NetRunner nets(scenario);
  switch (scenario.spec.study.type) {
    case StudyType::dynamics:
      run_motion(scenario, options, nets, result);
      break;
    case StudyType::statics:
      run_equilibrium(scenario, nets, result);
      break;
    case StudyType::load_path:
      run_path(scenario, options, nets, result);
      break;
    case StudyType::modes:
      run_vibrations(scenario, nets, result);
      break;
  }
  nets.report(result);
  if (options.progress && result.status.ok()) options.progress(1);
}

}  // namespace cuttle
