#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cuttle/dynamics/kinematics.h"
#include "cuttle/model/spec_choices.h"
#include "cuttle/sim/mechanical_system.h"
#include "cuttle/sim/net_runner.h"
#include "cuttle/sim/recorder.h"
#include "cuttle/sim/studies.h"
#include "cuttle/sim/switches.h"

namespace cuttle {
namespace {

// Fixed steps over so many safe ones may carry a shape through another.
constexpr double kPassingSteps = 4;
// Above, the energy residual is worth a word.
constexpr double kLargeResidual = 0.05;

/// Writes the rows of a regular time grid while the integrator passes over them.
class GridOutput {
 public:
  GridOutput(Scenario& scenario, Recorder& recorder, const MechanicalSystem& system,
             NetRunner& nets, const RunOptions& options, InputSource inputs)
      : recorder_(recorder),
        system_(system),
        nets_(nets),
        options_(options),
        inputs_(std::move(inputs)),
        duration_(scenario.spec.study.duration),
        step_(scenario.spec.study.output_step),
        x_(scenario.initial),
        w_(VectorX::Zero(kWorkKinds)) {
    rows_ = long(std::floor(duration_ / step_ + 1e-9));
    recorder_.trajectory().reserve(std::size_t(rows_) + 2);
  }

  /// All rows up to a time in the integrator's last step; the very end included.
  Status catch_up(Integrator& integrator, double limit) {
    while (true) {
      const double t = next_ <= rows_ ? std::min(step_ * double(next_), duration_) : duration_;
      if (done_ || t > limit) return {};
      if (next_ > rows_ || t == duration_) done_ = true;
      ++next_;
      if (Status status = inputs_.evaluate(t, u_); !status.ok()) return status;
      x_.t = t;
      if (t == integrator.t()) {
        x_.q = integrator.q();
        x_.v = integrator.v();
        w_ = integrator.w();
      } else {
        integrator.dense(t, x_.q, x_.v, w_);
      }
      x_.contacts = system_.contacts();  // as they were when the step began
      if (Status status = nets_.advance(t, options_.interrupted, x_); !status.ok()) return status;
      nets_.read(t, recorder_.nets());
      recorder_.record(t, x_, u_, w_.sum());
    }
  }

  void set_connections(const std::vector<ConnectionState>& connections) {
    x_.connections = connections;
  }

 private:
  Recorder& recorder_;
  const MechanicalSystem& system_;
  NetRunner& nets_;
  const RunOptions& options_;
  InputSource inputs_;
  double duration_, step_;
  long rows_ = 0, next_ = 0;
  bool done_ = false;
  State x_;
  Input u_;
  VectorX w_;
};

/// An integration in smooth pieces: between the corners of the signals, and from one switch of a
/// connection to the next. The integrator starts anew at each.
class PiecewiseRun {
 public:
  PiecewiseRun(Scenario& scenario, const RunOptions& options, MechanicalSystem& system,
               Integrator& integrator, GridOutput& output)
      : options_(options),
        model_(scenario.model),
        duration_(scenario.spec.study.duration),
        system_(system),
        integrator_(integrator),
        output_(output),
        switches_(scenario, system),
        x_(scenario.initial),
        w_(VectorX::Zero(kWorkKinds)) {
    ends_ = scenario.inputs.breakpoints(0, duration_);
    for (const double t : switches_.times()) ends_.push_back(t);
    ends_.push_back(duration_);
    std::ranges::sort(ends_);
    ends_.erase(std::unique(ends_.begin(), ends_.end()), ends_.end());
  }

  Status run() {
    Status status = switches_.at_time(x_, w_);
    w_.setZero();  // the books open after what happens at the start
    system_.set_piece_end(ends_.front());
    system_.accept(x_.t, x_.q, x_.v);
    if (status.ok()) status = restart();
    integrator_.limit_step(system_.safe_step());
    if (status.ok()) status = output_.catch_up(integrator_, integrator_.t());
    for (std::size_t piece = 0; piece < ends_.size() && status.ok(); ++piece) {
      system_.set_piece_end(ends_[piece]);
      if (piece > 0) status = switch_and_restart();
      if (status.ok()) status = advance(ends_[piece]);
    }
    return status;
  }

  /// True if fixed steps were so long that shapes may have passed through each other.
  bool passing() const { return passing_; }

  std::vector<std::string> never_closed() const { return switches_.never_closed(); }

 private:
  Status restart() {
    output_.set_connections(x_.connections);
    return integrator_.init(x_.t, x_.q, x_.v, w_);
  }

  /// Goes on from where the integrator is.
  void take_over() {
    x_.t = integrator_.t();
    x_.q = integrator_.q();
    x_.v = integrator_.v();
    w_ = integrator_.w();
  }

  Status switch_and_restart() {
    take_over();
    Status status = switches_.at_time(x_, w_);
    return status.ok() ? restart() : status;
  }

  /// Steps must not be so long that shapes pass through each other.
  void watch_steps() {
    const double safe = system_.safe_step();
    integrator_.limit_step(safe);
    if (integrator_.t() - integrator_.t_old() > kPassingSteps * safe) passing_ = true;
  }

  Status advance(double end) {
    while (integrator_.t() < end) {
      if (options_.interrupted && options_.interrupted())
        return Status::fail(Status::Code::interrupted, "stopped by the user", integrator_.t());
      Status status = integrator_.step(end);
      // a body that cannot be there explains a step that failed, too
      if (Status fault = body_fault(model_, system_.workspace(), integrator_.t()); !fault.ok())
        return fault;
      if (!status.ok()) return status;
      const bool met = switches_.within_step(integrator_, x_, w_);
      status = output_.catch_up(integrator_, met ? x_.t : integrator_.t());
      if (met && status.ok()) status = switches_.close_met(x_, w_);
      if (!met) take_over();
      const bool jumped = system_.accept(x_.t, x_.q, x_.v);
      if ((met || jumped) && status.ok()) status = restart();
      if (!status.ok()) return status;
      watch_steps();
      if (options_.progress) options_.progress(integrator_.t() / duration_);
    }
    return {};
  }

  const RunOptions& options_;
  const Model& model_;
  double duration_;
  MechanicalSystem& system_;
  Integrator& integrator_;
  GridOutput& output_;
  Switches switches_;
  std::vector<double> ends_;
  State x_;
  VectorX w_;
  bool passing_ = false;
};

}  // namespace

IntegratorOptions integrator_options(const StudySpec& study) {
  return {.rtol = study.rtol,
          .atol = study.atol,
          .step = study.step,
          .rho_infinity = study.rho_infinity,
          .max_steps = study.max_steps};
}

void add_stiff_hint(const IntegratorKind& kind, Status& status) {
  if (status.code == Status::Code::stalled && !kind.implicit)
    status.message += "; if the robot is stiff, method: bdf or implicit takes longer steps";
}

void run_dynamics(Scenario& scenario, const RunOptions& options, RunResult& result) {
  const StudySpec& study = scenario.spec.study;
  if (study.start == StartFrom::statics) {
    result.status = settle(scenario, 0, result);
    scenario.initial.v.setZero();
  }
  NetRunner nets(scenario);
  if (result.status.ok()) result.status = nets.start(options.interrupted, scenario.initial);
  Recorder recorder(scenario, {"t", "s", "time", ""});
  MechanicalSystem system(
      scenario.model, [&scenario](double t, Input& u) { return scenario.inputs.evaluate(t, u); });
  system.set_connections(scenario.initial.connections);
  system.set_constraints(study.constraints, study.baumgarte_rate);
  system.set_contacts(scenario.initial.contacts);
  GridOutput output(scenario, recorder, system, nets, options, scenario.inputs);
  const IntegratorKind& kind = *find_integrator(name_of(study.method));
  const auto integrator = kind.make(system, integrator_options(study));

  PiecewiseRun pieces(scenario, options, system, *integrator, output);
  if (result.status.ok()) result.status = pieces.run();
  for (const std::string& warning : pieces.never_closed()) result.warnings.push_back(warning);

  add_stiff_hint(kind, result.status);
  const IntegratorStatistics& s = integrator->statistics();
  // what an equilibrium at the start took is in there already
  result.solver.method = kind.name;
  result.solver.steps += s.steps;
  result.solver.rejected += s.rejected + s.failed;
  result.solver.evaluations += s.evaluations;
  result.solver.iterations += s.iterations;
  result.solver.exact_solves += s.exact_newton;
  nets.report(result);
  result.energy_residual = recorder.energy_residual();
  if (pieces.passing())
    result.warnings.push_back(
        "the steps are long against what shapes move in one: they may have passed through each "
        "other; a shorter study.step, or step: 0 with error control, sees them meet");
  if (result.status.ok() && result.energy_residual > kLargeResidual)
    result.warnings.push_back(
        s.impacts > 0
            ? fmt::format("the energy residual is {:.2g}: {} steps crossed an impact by backward "
                          "Euler, which loses energy; shorter steps lose less",
                          result.energy_residual, s.impacts)
            : fmt::format("the energy residual is {:.2g}: tighter tolerances or shorter steps give "
                          "a more accurate motion",
                          result.energy_residual));
  result.trajectory = std::move(recorder.trajectory());
}

}  // namespace cuttle
