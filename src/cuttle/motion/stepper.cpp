#include "cuttle/motion/stepper.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "cuttle/analysis/equilibrium.h"
#include "cuttle/compile/method_check.h"
#include "cuttle/motion/recorder.h"

namespace cuttle {
namespace {

std::vector<Column> probe_columns(const std::vector<Probe>& probes) {
  std::vector<Column> columns;
  for (const Probe& probe : probes)
    columns.insert(columns.end(), probe.columns().begin(), probe.columns().end());
  return columns;
}

/// What a caller wants to hold must be what an actuator can do.
Status check_inputs(const Scenario& scenario, std::span<const double> u, double t) {
  for (std::size_t i = 0; i < u.size(); ++i) {
    const InputInfo& input = scenario.model.inputs[i];
    if (!std::isfinite(u[i]))
      return Status::fail(Status::Code::not_finite,
                          fmt::format("{} is {} at t = {} s", input.name, u[i], t), t);
    if (const char* const why = forbidden(scenario.inputs.role(int(i)), u[i]))
      return Status::fail(Status::Code::stalled,
                          fmt::format("{} is {:.6g}{} at t = {} s: {}", input.name, u[i],
                                      unit_behind(input.unit), t, why),
                          t);
  }
  return {};
}

/// What a step says that comes after the end of a motion: what is wrong is not its own input.
Status ended_before(const Status& end) {
  return Status::fail(
      end.code,
      "the motion failed earlier and needs a reset to continue; the message was: " + end.message,
      end.t);
}

}  // namespace

StudySpec motion_study(const StudySpec& study) {
  if (study.type == StudyType::dynamics) return study;
  StudySpec motion;
  motion.method = Method::bdf;
  motion.rtol = 1e-4;
  motion.atol = 1e-6;
  return motion;
}

Stepper::Stepper(const Scenario& scenario) : Stepper(scenario, motion_study(scenario.spec.study)) {}

Stepper::Stepper(const Scenario& scenario, const StudySpec& study)
    : scenario_(scenario),
      study_(study),
      control_(scenario),
      columns_(probe_columns(scenario.probes)),
      reader_(scenario),
      x_(scenario.initial),
      failed_(Status::fail(Status::Code::stalled, "reset comes before the first step")) {
  Diagnostics diagnostics;
  check_method(!scenario.model.connections.empty(), study, diagnostics);
  diagnostics.throw_if_any();
  study_.max_steps = std::numeric_limits<int>::max();
  row_.resize(columns_.size());
  const std::vector<Column> more = control_.columns();
  columns_.insert(columns_.end(), more.begin(), more.end());
}

Status Stepper::reset() { return begin(motion_start(scenario_), true); }

Status Stepper::reset(const State& x) { return begin(x, false); }

Status Stepper::begin(const State& x, bool come_down) {
  x_ = x;
  control_.release(x_.t);
  motion_.emplace(scenario_, study_, control_);
  // corners of the signals are looked up for as long as the study lasts; controllers decide when
  // they are asked to: a caller may hold the inputs
  failed_ =
      motion_->start(x_, {.horizon = study_.duration, .decide = false, .come_down = come_down});
  if (failed_.ok()) failed_ = motion_->pull(x_.t, x_);
  return failed_;
}

Status Stepper::step(std::span<const double> u, double dt) {
  if (!motion_) return failed_;
  if (!failed_.ok()) return ended_before(failed_);
  if (failed_ = check_inputs(scenario_, u, x_.t); !failed_.ok()) return failed_;
  control_.hold(u, x_.t, dt);
  return go(dt, true);
}

Status Stepper::step(double dt) {
  if (!motion_) return failed_;
  if (!failed_.ok()) return ended_before(failed_);
  const bool corner = control_.held();
  if (corner) control_.release(x_.t);
  return go(dt, corner);
}

Status Stepper::go(double dt, bool corner) {
  failed_ = motion_->advance(x_.t + dt, corner);
  motion_->end(x_);
  if (failed_.ok()) failed_ = motion_->pull(x_.t, x_);
  return failed_;
}

const Input& Stepper::input() {
  // a failure has been told by the step
  static_cast<void>(control_.evaluate(x_.t, u_));
  return u_;
}

std::span<const double> Stepper::record() {
  row_.resize(columns_.size());
  if (motion_) motion_->read(x_.t, reader_.nets());
  reader_.read(x_, input(), true);
  std::size_t next = 0;
  for (const Probe& probe : scenario_.probes) {
    const std::size_t size = probe.columns().size();
    probe.evaluate(scenario_.model, x_, u_, reader_.workspace(),
                   std::span(row_).subspan(next, size));
    next += size;
  }
  control_.tell(told_);
  std::ranges::copy(told_, row_.begin() + std::ptrdiff_t(next));
  return row_;
}

}  // namespace cuttle
