#include <fmt/format.h>

#include <cmath>

#include "cuttle/base/interrupt.h"
#include "cuttle/contact/contact_forces.h"
#include "cuttle/sim/modes.h"
#include "cuttle/sim/net_runner.h"
#include "cuttle/sim/recorder.h"
#include "cuttle/sim/steady_motion.h"
#include "cuttle/sim/studies.h"

namespace cuttle {
namespace {

/// Newton failed after part of the load was carried: it cannot pass a limit point. Contacts and
/// nets cannot be followed along a path.
void add_limit_hint(const Scenario& scenario, bool carried, Status& status) {
  const bool followed = scenario.model.contact.empty() && scenario.nets.empty();
  const bool failed = status.code == Status::Code::diverged || status.code == Status::Code::stalled;
  if (failed && carried && followed)
    status.message += "; if this is a limit point, a load path with control: arc_length passes it";
}

}  // namespace

Status evaluate_at_rest(InputSource& inputs, double t, Input& u) {
  Status status = inputs.evaluate(t, u);
  u.u_dot.setZero();
  u.u_ddot.setZero();
  return status;
}

void count_equilibrium(const StaticsResult& step, RunResult& result) {
  result.solver.method = "newton";
  result.solver.steps += step.load_steps;
  result.solver.iterations += step.iterations;
  result.solver.evaluations += step.evaluations;
  result.solver.exact_solves += step.iterations;
  for (const std::string& words : step.way) result.warnings.push_back(words);
}

StaticsOptions statics_options(const StudySpec& study) {
  StaticsOptions options;
  options.tolerance = study.tolerance;
  options.load_steps = study.load_steps;
  return options;
}

Status settle(Scenario& scenario, double t, RunResult& result) {
  Input u;
  if (Status status = evaluate_at_rest(scenario.inputs, t, u); !status.ok()) return status;
  StaticsSolver solver(scenario.model);
  Workspace touching(scenario.model);
  renew_memory(scenario.model, u, scenario.initial, touching);
  StaticsResult step =
      solver.solve_built(u, statics_options(scenario.spec.study), scenario.initial);
  count_equilibrium(step, result);
  add_limit_hint(scenario, step.load_steps > 0, step.status);
  // places that have closed on the way stick from now on
  if (step.status.ok()) renew_memory(scenario.model, u, scenario.initial, touching);
  if (step.status.ok() && !solver.stable(u, scenario.initial))
    result.warnings.emplace_back(kUnstableEquilibrium);
  if (!step.status.ok() || scenario.nets.empty()) return step.status;
  NetRunner nets(scenario);
  Status status = nets.settle(t, scenario.spec.study, scenario.initial);
  nets.report(result);
  return status;
}

void run_statics(Scenario& scenario, const RunOptions& options, RunResult& result) {
  result.status = settle(scenario, 0, result);
  Recorder recorder(scenario, {"t", "s", "time", ""});
  Input u;
  if (evaluate_at_rest(scenario.inputs, 0, u).ok()) recorder.record(0, scenario.initial, u);
  result.trajectory = std::move(recorder.trajectory());
  if (options.progress) options.progress(1);
}

namespace {

/// Equilibria from load to load.
class LoadPath {
 public:
  LoadPath(Scenario& scenario, const RunOptions& options, RunResult& result)
      : scenario_(scenario),
        study_(scenario.spec.study),
        options_(options),
        result_(result),
        solver_(scenario.model),
        statics_(statics_options(study_)),
        touching_(scenario.model) {}

  /// `watched`: a branch that becomes unstable is left.
  Trajectory follow(bool watched) {
    Recorder recorder(scenario_, {"load", "-", "load parameter, the t of all signals", ""});
    recorder.trajectory().reserve(std::size_t(study_.steps) + 1);
    x_ = scenario_.initial;
    last_q_ = before_q_ = oldest_q_ = x_.q;
    for (int i = 0; i <= study_.steps && result_.status.ok(); ++i) {
      if (!go_to(i)) break;
      if (i == 0) starts_stable_ = !watched || solver_.stable(u_, x_);
      if (watched && i > 0 && starts_stable_) leave_unstable();
      recorder.record(x_.t, x_, u_);
      renew_memory(scenario_.model, u_, x_, touching_);
      if (options_.progress) options_.progress(double(i) / study_.steps);
    }
    return std::move(recorder.trajectory());
  }

  bool stable() { return solver_.stable(u_, x_); }

  /// What was done where Newton's method gave up: the first time in words.
  void tell() {
    if (told_.empty()) return;
    result_.warnings.push_back(told_.front());
    if (told_.size() > 1)
      result_.warnings.push_back(fmt::format("... and at {} more loads", told_.size() - 1));
  }
  void forget() { told_.clear(); }

 private:
  bool go_to(int i) {
    const double load = study_.from + (study_.to - study_.from) * i / study_.steps;
    Status& status = result_.status;
    if (status = interruption(load); !status.ok()) return false;
    if (status = evaluate_at_rest(scenario_.inputs, load, u_); !status.ok()) return false;
    x_.t = load;
    if (i == 0) renew_memory(scenario_.model, u_, x_, touching_);

    // the path goes on as it went: extrapolate, and fall back to the last equilibrium
    oldest_q_ = before_q_;
    before_q_ = last_q_;
    last_q_ = x_.q;
    if (i == 2) x_.q = 2 * last_q_ - before_q_;
    if (i > 2) x_.q = 3 * (last_q_ - before_q_) + oldest_q_;
    StaticsResult step = solve(i == 0);
    if (!step.status.ok() && step.status.code != Status::Code::interrupted) {
      x_.q = last_q_;
      step = solve(i == 0);
    }
    if (!step.status.ok() && step.status.code != Status::Code::interrupted && i > 0) settle(step);
    if (step.status.ok()) return true;
    status = step.status;
    status.t = load;
    add_limit_hint(scenario_, i > 0 || step.load_steps > 0, status);
    return false;
  }

  StaticsResult solve(bool first) {
    StaticsOptions options = statics_;
    options.settle = first;  // later, the last equilibrium is the better place to begin
    StaticsResult step =
        first ? solver_.solve_built(u_, options, x_) : solver_.solve(u_, options, x_);
    note(step);
    return step;
  }

  /// Over a limit point or a bifurcation.
  void settle(StaticsResult& step) {
    if (!scenario_.model.contact.empty()) return;
    x_.q = last_q_;
    StaticsResult settled = solver_.descend(u_, statics_, x_);
    if (!settled.status.ok() && settled.status.code != Status::Code::interrupted) return;
    settled.way.push_back(fmt::format(
        "at load {:.4g} Newton's method gave up ({}); downhill in the energy the robot settled in "
        "{} steps{}",
        x_.t, to_string(step.status.code), settled.iterations, branch_words(settled)));
    note(settled);
    step = std::move(settled);
    last_q_ = before_q_ = oldest_q_ = x_.q;
  }

  void leave_unstable() {
    if (stable()) return;
    StaticsResult settled = solver_.descend(u_, statics_, x_);
    if (!settled.status.ok()) return;
    settled.way.push_back(fmt::format(
        "at load {:.4g} the equilibrium has become unstable; downhill in the energy the robot "
        "settled in {} steps{}",
        x_.t, settled.iterations, branch_words(settled)));
    note(settled);
    last_q_ = before_q_ = x_.q;
  }

  static std::string branch_words(const StaticsResult& settled) {
    return settled.ridges > 0 ? ": it left the unstable branch along its softest direction, whose "
                                "mirror image is as good"
                              : "";
  }

  void note(StaticsResult& step) {
    for (std::string& words : step.way) told_.push_back(std::move(words));
    step.way.clear();
    count_equilibrium(step, result_);
  }

  Scenario& scenario_;
  const StudySpec& study_;
  const RunOptions& options_;
  RunResult& result_;
  StaticsSolver solver_;
  const StaticsOptions statics_;
  Workspace touching_;
  State x_;
  Input u_;
  VectorX last_q_, before_q_, oldest_q_;
  bool starts_stable_ = true;
  std::vector<std::string> told_;
};

}  // namespace

void run_load_path(Scenario& scenario, const RunOptions& options, RunResult& result) {
  if (scenario.spec.study.control == PathControl::arc_length)
    return run_arc_length(scenario, options, result);
  LoadPath path(scenario, options, result);
  result.trajectory = path.follow(false);
  // a path that ends on an unstable branch is gone once more, with an eye on where it began
  if (result.status.ok() && scenario.model.contact.empty() && !path.stable()) {
    path.forget();
    result.trajectory = path.follow(true);
    if (result.status.ok() && !path.stable()) result.warnings.emplace_back(kUnstableEquilibrium);
  }
  path.tell();
}

void run_modes(Scenario& scenario, const RunOptions& options, RunResult& result) {
  const StudySpec& study = scenario.spec.study;
  Recorder recorder(scenario, {"mode", "-", "number of the mode", ""}, mode_columns());
  Input u;
  result.status = evaluate_at_rest(scenario.inputs, 0, u);
  if (study.about != StartFrom::steady) scenario.initial.v.setZero();
  if (result.status.ok() && study.about == StartFrom::statics)
    result.status = settle(scenario, 0, result);
  if (result.status.ok() && study.about == StartFrom::steady) {
    const SteadyResult steady =
        find_steady_motion(scenario.model, u, study.tolerance, scenario.initial);
    result.status = steady.status;
    result.solver.iterations += steady.iterations;
  }
  std::vector<NaturalMode> modes;
  Workspace ws(scenario.model);
  if (result.status.ok())
    modes = natural_modes(scenario.model, scenario.initial, u, study.count, ws, result.status);
  if (!result.status.ok() && u.u.size() == scenario.model.nu())
    recorder.record(0, scenario.initial, u, 0, {0, 0, 0});

  result.solver.method = "eigen";
  double number = 0;
  for (const NaturalMode& mode : modes) {
    // the row shows the robot displaced by a tenth of the shape
    State x = scenario.initial;
    const VectorX shift = 0.1 * mode.shape;
    retract(scenario.model, scenario.initial.q, shift, x.q);
    x.v = mode.shape;
    recorder.record(++number, x, u, 0, {mode.frequency, mode.growth, mode.damping});
  }
  result.trajectory = std::move(recorder.trajectory());
  if (options.progress) options.progress(1);
}

}  // namespace cuttle
