#include "cuttle/compile/build_inputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "cuttle/compile/drive_corner.h"
#include "cuttle/part/input_survey.h"
#include "cuttle/signal/rough_places.h"

namespace cuttle {

void set_survey_span(ScenarioDraft& draft) {
  const StudySpec& study = draft.spec.study;
  if (study.type == StudyType::load_path && study.from != study.to)
    draft.inputs.set_survey_span(std::min(study.from, study.to), std::abs(study.to - study.from));
  else
    draft.inputs.set_survey_span(0, study.duration);
}

namespace {

void report_not_finite(const InputSurvey::Seen& seen, Diagnostics& diagnostics) {
  diagnostics.add(seen.origin.error(
      "",
      fmt::format("is not a finite number, first seen at t = {:.6g} s", seen.signal.lowest_time),
      "an expression may choose, such as t < 0.5 ? sqrt(0.5 - t) : 0"));
}

}  // namespace

void check_signals(ScenarioDraft& draft) {
  const StudySpec& study = draft.spec.study;
  const bool path = study.type == StudyType::load_path;
  if (study.type != StudyType::dynamics && !path) return;
  const double middle = 0.5 * (path ? study.from + study.to : study.duration);
  for (const InputSurvey::Seen& seen : draft.inputs.survey(middle)->signals) {
    const SignalSurvey& signal = seen.signal;
    const bool lost = std::isnan(signal.lowest);
    const bool pushes =
        lost ? signal.below_zero < signal.lowest_time : signal.lowest < -kTensionSlack;
    const char* const why = forbidden(seen.role, -1);
    if ((seen.role == InputRole::tension || seen.role == InputRole::coefficient) && pushes)
      draft.diagnostics.add(seen.origin.error(
          "",
          lost ? fmt::format("falls below zero, first seen at t = {:.6g} s, but {}",
                             signal.below_zero, why)
               : fmt::format("falls below zero, first seen at t = {:.6g} s; it is {:.6g}{} at t = "
                             "{:.6g} s, but {}",
                             signal.below_zero, signal.lowest, unit_behind(seen.unit),
                             signal.lowest_time, why),
          "max(0, ...) in an expression keeps it at zero"));
    else if (seen.role == InputRole::positive && !lost && !(signal.lowest > 0))
      draft.diagnostics.add(
          seen.origin.error("",
                            fmt::format("falls to {:.6g} at t = {:.6g} s, but must be > 0",
                                        signal.lowest, signal.lowest_time),
                            "max(0.01, ...) in an expression keeps it above zero"));
    else if (lost && (path || seen.role != InputRole::prescribed))
      report_not_finite(seen, draft.diagnostics);  // of drives, check_drives knows more
  }
}

namespace {

constexpr double kExpressionJump = 1e-3;  // of the scale of a velocity; slopes are differences
// From a corner to where slopes are looked at: if it is known, a part of the time, if it was found
// by looking, a part of the whole.
constexpr double kBeside = 1e-8, kBesideFound = 1e-5;
constexpr double kNearer = 1e-6;

/// How much the value and the slope of a signal change at a corner.
struct Jump {
  double value = 0, slope = 0;
};

Jump change_at(const Signal& signal, double corner, double d) {
  // value and slope of one side, continued to the corner: a parabola through three places beside it
  const auto side = [&](double h) {
    const double a = signal.value(corner + h), b = signal.value(corner + 2 * h),
                 c = signal.value(corner + 3 * h);
    return Jump{3 * a - 3 * b + c, (-5 * a + 8 * b - 3 * c) / (2 * h)};
  };
  const Jump after = side(d);
  // time begins at 0
  const Jump before = corner > 3 * d ? side(-d) : Jump{signal.value(0), after.slope};
  return {after.value - before.value, after.slope - before.slope};
}

/// One prescribed coordinate. Reports the first thing that is wrong with it.
class DriveCheck {
 public:
  DriveCheck(const SignalSpec& spec, double scale, double rate_scale, Diagnostics& diagnostics)
      : spec_(spec),
        signal_(spec),
        scale_(scale),
        rate_scale_(rate_scale),
        diagnostics_(diagnostics),
        formula_(spec.kind == SignalSpec::Kind::expression && spec.lag == 0) {}

  void run(const std::vector<double>& corners, double duration, int samples) const {
    using Kind = RoughPlace::Kind;
    std::optional<RoughPlace> found;
    if (formula_)
      found = first_rough_place([this](double t) { return signal_.value(t); }, 0, duration,
                                kExpressionJump * rate_scale_, samples);
    if (found && found->kind == Kind::pole)
      return report(
          fmt::format("has a pole at t = {:.6g} s: its value grows without bound there", found->t));
    if (found && found->kind == Kind::steep)
      return report(fmt::format("its velocity is infinite at t = {:.6g} s", found->t),
                    "t*t*(3-2*t) is a smooth ramp");
    if (const double jump = followed_jump(); jump > kDriveJump * rate_scale_ * spec_.lag)
      return report(fmt::format("the value it follows jumps by {:.6g} at t = 0 s: it would have to "
                                "begin both at rest and with a velocity",
                                jump),
                    "give the value after the jump, and the one before it as initial");
    for (const double corner : corners) {
      const Jump change = change_at(signal_, corner, kBeside * (1 + std::abs(corner)));
      if (std::abs(change.value) > kDriveJump * scale_) return report_jump(change, corner);
      if (is_blow(change)) return report_blow(change, corner);
    }
    if (!found) return;
    const Jump change = change_at(signal_, found->t, kBesideFound * duration);
    if (found->kind == Kind::value_jump) return report_jump(change, found->t);
    if (is_blow(change)) report_blow(change, found->t);
  }

 private:
  /// By how much the formula that a lag follows changes at the very start.
  double followed_jump() const {
    if (spec_.kind != SignalSpec::Kind::expression || spec_.lag == 0) return 0;
    SignalSpec followed = spec_;
    followed.lag = 0;
    const Signal formula(followed);
    const double change = std::abs(change_at(formula, 0, kBeside).value);
    // what only rises steeply, such as a root, comes nearer
    const double nearer = std::abs(change_at(formula, 0, kNearer * kBeside).value);
    return nearer > 0.5 * change ? nearer : 0;
  }

  bool is_blow(const Jump& change) const {
    return formula_ && std::abs(change.slope) > kExpressionJump * rate_scale_;
  }

  void report_jump(const Jump& change, double t) const {
    report(
        fmt::format(
            "jumps by {:.6g} at t = {:.6g} s: what it moves would have to be in two places at once",
            change.value, t),
        "give a pulse a rise, a table linear or cubic interpolation, an expression a ramp");
  }

  void report_blow(const Jump& change, double t) const {
    report(fmt::format("its velocity jumps by {:.6g} at t = {:.6g} s, and for an expression the "
                       "velocities on both sides are not known exactly",
                       change.slope, t),
           "a table (linear) gives the impact that such a corner is; t*t*(3-2*t) is a smooth ramp");
  }

  void report(const std::string& message, const std::string& hint = "") const {
    diagnostics_.add(spec_.origin.error("", message, hint));
  }

  const SignalSpec& spec_;
  Signal signal_;
  double scale_, rate_scale_;
  Diagnostics& diagnostics_;
  bool formula_;  // whose slopes are differences
};

}  // namespace

void check_drives(ScenarioDraft& draft) {
  if (draft.spec.study.type != StudyType::dynamics) return;
  const std::shared_ptr<const InputSurvey> survey =
      draft.inputs.survey(0.5 * draft.spec.study.duration);
  const int samples = samples_of_each(survey->signals.size());
  std::vector<const InputSurvey::Seen*> seen(std::size_t(draft.inputs.size()), nullptr);
  for (const InputSurvey::Seen& signal : survey->signals) seen[std::size_t(signal.entry)] = &signal;
  for (std::size_t i = 0; i < draft.order.size(); ++i) {
    const SignalList& list = draft.order[i]->joint.prescribed;
    std::size_t first = 0;
    for (const JointStep& step : draft.model.bodies[i].steps) {
      const InputSurvey::Seen* drive =
          step.prescribed() ? seen[std::size_t(step.prescribed_input)] : nullptr;
      if (drive) {
        const std::size_t before = draft.diagnostics.size();
        DriveCheck(list[first].value(), draft.model.q_scale[step.q], draft.model.v_scale[step.v],
                   draft.diagnostics)
            .run(drive->signal.corners, draft.spec.study.duration, samples);
        if (draft.diagnostics.size() == before && std::isnan(drive->signal.lowest))
          report_not_finite(*drive, draft.diagnostics);
      }
      first += std::size_t(step.nv());
    }
  }
}

}  // namespace cuttle
