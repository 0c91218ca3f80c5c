#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "cuttle/connection/part/part.h"
#include "cuttle/connection/scales.h"
#include "cuttle/motion/motion.h"
#include "cuttle/motion/recorder.h"
#include "cuttle/motion/tree.h"
#include "cuttle/study/studies.h"

namespace cuttle {

namespace {

// Above, the energy residual is worth a word: where the books are off by a percent, the motion is.
constexpr double kLargeResidual = 0.01;
// [rad], and parts of the reach of the loop: loops are led back to 1e-7 and less; where they are
// only pulled together (baumgarte), a gap must not open further than this.
constexpr double kOpenGap = 1e-6, kPulledGap = 1e-2;
// Part of the energy turned over that closing the loops may take without a word.
constexpr double kLargeLoss = 1e-3;
// Part of its way that a joint may go beyond a stop without a word.
constexpr double kSoftStop = 0.1;
// Rows that are this part of a step apart are the same.
constexpr double kSameRow = 1e-9;

/// Writes the rows of a regular time grid while a motion passes over them.
class GridOutput {
 public:
  GridOutput(const Scenario& scenario, Recorder& recorder, Motion& motion, ControlLoop& control)
      : model_(scenario.model),
        recorder_(recorder),
        motion_(motion),
        control_(control),
        duration_(scenario.spec.study.duration),
        step_(scenario.spec.study.output_step),
        x_(scenario.initial),
        w_(VectorX::Zero(kWorkKinds)) {
    last_ = long(std::floor(duration_ / step_ + 1e-9));
    recorder_.trajectory().reserve(std::size_t(last_) + 2);
    // the very end is a row, unless it is the last one already but for round-off
    if (duration_ - step_ * double(last_) >= kSameRow * step_) ++last_;
  }

  /// All rows up to a time that is known; the very end included.
  Status catch_up(double limit) {
    while (next_ <= last_) {
      const double t = std::min(step_ * double(next_), duration_);
      if (t > limit) return {};
      ++next_;
      if (Status status = control_.evaluate(t, u_); !status.ok()) return status;
      if (Status status = motion_.at(t, x_, w_); !status.ok()) return status;
      show_arrival();
      if (Status status = motion_.pull(t, x_); !status.ok()) return status;
      motion_.read(t, recorder_.nets());
      control_.tell(told_);
      recorder_.record(t, x_, u_, w_.sum(), told_);
    }
    return {};
  }

 private:
  /// At a corner of a drive the row shows the robot as it arrives there.
  void show_arrival() {
    for (const Body& body : model_.bodies)
      for (const JointStep& step : body.steps)
        if (step.prescribed()) u_.u_dot[step.prescribed_input] = x_.v[step.v];
  }

  const Model& model_;
  Recorder& recorder_;
  Motion& motion_;
  ControlLoop& control_;
  double duration_, step_;
  long last_ = 0, next_ = 0;  // rows
  State x_;
  Input u_;
  VectorX w_;
  std::vector<double> told_;
};

/// Rows whose connections are open are no results.
Status check_gaps(const Scenario& scenario, const Recorder& recorder) {
  const bool pulled = scenario.spec.study.constraints == ConstraintMethod::baumgarte;
  const Recorder::WidestGap& widest = recorder.widest_gap();
  if (widest.size <= (pulled ? std::max(kPulledGap, widest.first) : kOpenGap)) return {};
  return Status::fail(
      Status::Code::diverged,
      fmt::format("connection '{}' is open, its gap is {:.3g} (m, rad); {}",
                  scenario.model.connections[std::size_t(widest.connection)].name, widest.gap,
                  pulled ? "shorter steps, a larger baumgarte_rate or constraints: projection "
                           "keep it closed"
                         : "shorter steps or tighter tolerances keep it closed"),
      widest.axis);
}

/// A jump at a singular position of the loops leaves the energy books with less than there was.
void warn_of_closing(const Scenario& scenario, const Recorder& recorder, const ClosingLoss& loss,
                     RunResult& result) {
  if (!(loss.total > 0)) return;
  // where nothing is turned over, what is lost is round-off
  Workspace ws(scenario.model);
  const double energy =
      std::max(recorder.largest_energy(), kLargeLoss * energy_scale(scenario.model, ws));
  if (!(loss.total > kLargeLoss * energy)) return;
  const ConnectionSpec& worst = scenario.spec.of<ConnectionSpec>()[std::size_t(loss.connection)];
  result.warnings.push_back(warning_text(worst.origin.warning(
      "",
      fmt::format("closing the loops took {:.2g} J, {:.2g} % of the energy, {:.2g} J of it at t = "
                  "{:.6g} s at connection '{}': there the loops pass through a singular position, "
                  "or the steps are too long; tighter tolerances or shorter steps lose less",
                  loss.total, 100 * loss.total / energy, loss.largest, loss.t, worst.name))));
}

/// A stop that gives way by a large part of the way that it ends is softer than was meant. Told of
/// the worst joint alone: copies are all alike.
void warn_of_soft_stops(const Scenario& scenario, const State& end, RunResult& result) {
  const Model& model = scenario.model;
  const JointContact* worst = nullptr;
  double deepest = 0, most = kSoftStop;
  int soft = 0;
  for (size_t i = 0; i < end.joint_contacts.size(); ++i) {
    const JointContact& c = model.joint_contacts[i];
    const double way = c.high - c.low, depth = end.joint_contacts[i].deepest;
    const double share = depth / (std::isfinite(way) ? way : model.q_scale[c.q]);
    soft += share > kSoftStop;
    if (!(share > most)) continue;
    most = share;
    deepest = depth;
    worst = &c;
  }
  if (!worst) return;
  const BodySpec* const body = find_body(scenario.spec, model.bodies[size_t(worst->body)].name);
  const bool turns = model.bodies[size_t(worst->body)].steps[size_t(worst->step)].S.head<3>().any();
  result.warnings.push_back(warning_text(body->joint.origin.warning(
      "limits", fmt::format("{} went {:.3g} {} beyond a stop, {:.0f} % of {}{}: a larger "
                            "stop_stiffness holds it back",
                            worst->name, deepest, turns ? "rad" : "m", 100 * most,
                            std::isfinite(worst->high - worst->low) ? "its way between the stops"
                                                                    : "the usual size",
                            soft > 1 ? fmt::format(" (so did {} more joints)", soft - 1) : ""))));
}

/// True if a formula moves a coordinate; where it is not smooth is known only as far as it shows.
bool driven_by_formula(const ScenarioSpec& spec) {
  const auto formula = [](const std::optional<SignalSpec>& signal) {
    return signal && signal->kind == SignalSpec::Kind::expression;
  };
  return std::ranges::any_of(spec.bodies, [&](const BodySpec& body) {
    return std::ranges::any_of(body.joint.prescribed, formula);
  });
}

void warn_of_residual(const Scenario& scenario, const IntegratorStatistics& s, RunResult& result) {
  if (!result.status.ok() || !(result.energy_residual > kLargeResidual)) return;
  if (s.impacts > 0) {
    result.warnings.push_back(
        fmt::format("the energy residual is {:.2g}: {} steps crossed an impact with backward "
                    "Euler, which loses energy; shorter steps lose less",
                    result.energy_residual, s.impacts));
    return;
  }
  const bool damped_nets =
      !scenario.nets.empty() && scenario.spec.study.net_method == NetMethod::euler;
  if (damped_nets) {
    result.warnings.push_back(
        fmt::format("the energy residual is {:.2g}: the steps of nets (net_method: euler) damp; "
                    "shorter ones damp less, and net_method: midpoint, which needs a ground of "
                    "contact: penalty if there is one, does not",
                    result.energy_residual));
    return;
  }
  result.warnings.push_back(fmt::format(
      "the energy residual is {:.2g}: tighter tolerances or shorter steps give a more accurate "
      "motion{}",
      result.energy_residual,
      driven_by_formula(scenario.spec) ? "; a corner in the expression of a prescribed coordinate "
                                         "may also be the cause: a table declares its corners"
                                       : ""));
}

/// What lets shapes meet that may have passed through each other.
std::string passing_advice(const StudySpec& study, const IntegratorKind& kind) {
  if (!kind.fixed_step || study.step == 0) return "tighter tolerances detect the contact";
  return kind.adaptive
             ? "a shorter study.step detects the contact, or no study.step at all: error control"
             : fmt::format("a study.step shorter than {:.3g} s detects the contact", study.step);
}

}  // namespace

void run_dynamics(Scenario& scenario, const RunOptions& options, RunResult& result) {
  const StudySpec& study = scenario.spec.study;
  if (study.start == StartFrom::statics) {
    result.status = settle(scenario, subsystems_of(scenario), 0, result);
    scenario.initial.v.setZero();
  }
  ControlLoop control(scenario);
  if (options.control) options.control(control);
  Recorder recorder(scenario, {"t", "s", "time", ""}, control.columns());
  Motion motion(scenario, study, control);
  GridOutput output(scenario, recorder, motion, control);
  motion.observe([&](double t) {
    Status status = output.catch_up(t);
    if (status.ok() && options.progress) options.progress(motion.time() / study.duration);
    return status;
  });
  if (result.status.ok())
    result.status = motion.start(scenario.initial, {.horizon = study.duration});
  if (result.status.ok()) result.status = motion.advance(study.duration);
  // a corner that is the end but for round-off ends the motion before the last row
  if (result.status.ok()) result.status = output.catch_up(study.duration);
  if (result.status.ok()) result.status = check_gaps(scenario, recorder);
  warn_of_closing(scenario, recorder, motion.closing_loss(), result);
  for (const std::string& warning : motion.switch_warnings()) result.warnings.push_back(warning);
  for (const std::string& warning : control.warnings()) result.warnings.push_back(warning);
  State end = scenario.initial;
  motion.end(end);
  warn_of_soft_stops(scenario, end, result);
  motion.report(result);
  result.energy_residual = recorder.energy_residual();
  if (motion.passing())
    result.warnings.push_back(
        fmt::format("shapes move far in a single step: they may have passed through each other; {}",
                    passing_advice(study, *motion.kind())));
  warn_of_residual(scenario, motion.statistics(), result);
  result.trajectory = std::move(recorder.trajectory());
}

}  // namespace cuttle
