#include <algorithm>
#include <cmath>

#include "cuttle/model/spec_choices.h"
#include "cuttle/sim/mechanical_system.h"
#include "cuttle/sim/recorder.h"
#include "cuttle/sim/studies.h"

namespace cuttle {
namespace {

/// Writes the rows of a regular time grid while the integrator passes over them.
class GridOutput {
 public:
  GridOutput(Scenario& scenario, Recorder& recorder, InputSource inputs)
      : recorder_(recorder),
        inputs_(std::move(inputs)),
        duration_(scenario.spec.study.duration),
        step_(scenario.spec.study.output_step),
        x_(scenario.initial),
        w_(VectorX::Zero(kWorkKinds)) {
    rows_ = long(std::floor(duration_ / step_ + 1e-9));
    recorder_.trajectory().reserve(std::size_t(rows_) + 2);
  }

  /// All rows up to the integrator's time, the very end included.
  Status catch_up(Integrator& integrator) {
    while (true) {
      const double t = next_ <= rows_ ? std::min(step_ * double(next_), duration_) : duration_;
      if (done_ || t > integrator.t()) return {};
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
      recorder_.record(t, x_, u_, w_.sum());
    }
  }

 private:
  Recorder& recorder_;
  InputSource inputs_;
  double duration_, step_;
  long rows_ = 0, next_ = 0;
  bool done_ = false;
  State x_;
  Input u_;
  VectorX w_;
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
  Recorder recorder(scenario, {"t", "s", "time", ""});
  GridOutput output(scenario, recorder, scenario.inputs);
  MechanicalSystem system(
      scenario.model, [&scenario](double t, Input& u) { return scenario.inputs.evaluate(t, u); });
  system.set_connections(scenario.initial.connections);
  const IntegratorKind& kind = *find_integrator(name_of(study.method));
  const auto integrator = kind.make(system, integrator_options(study));

  // smooth pieces between the corners of the signals; the integrator starts anew at each
  std::vector<double> ends = scenario.inputs.breakpoints(0, study.duration);
  ends.push_back(study.duration);
  if (result.status.ok())
    result.status = integrator->init(0, scenario.initial.q, scenario.initial.v);
  if (result.status.ok()) result.status = output.catch_up(*integrator);
  for (std::size_t piece = 0; piece < ends.size() && result.status.ok(); ++piece) {
    if (piece > 0) {
      const VectorX q = integrator->q(), v = integrator->v(), w = integrator->w();
      result.status = integrator->init(integrator->t(), q, v, w);
    }
    while (integrator->t() < ends[piece] && result.status.ok()) {
      if (options.interrupted && options.interrupted()) {
        result.status =
            Status::fail(Status::Code::interrupted, "stopped by the user", integrator->t());
        break;
      }
      result.status = integrator->step(ends[piece]);
      if (!result.status.ok()) break;
      result.status = output.catch_up(*integrator);
      if (options.progress) options.progress(integrator->t() / study.duration);
    }
  }

  add_stiff_hint(kind, result.status);
  const IntegratorStatistics& s = integrator->statistics();
  // what an equilibrium at the start took is in there already
  result.solver.method = kind.name;
  result.solver.steps += s.steps;
  result.solver.rejected += s.rejected + s.failed;
  result.solver.evaluations += s.evaluations;
  result.solver.iterations += s.iterations;
  result.solver.exact_solves += s.exact_newton;
  result.energy_residual = recorder.energy_residual();
  result.trajectory = std::move(recorder.trajectory());
}

}  // namespace cuttle
