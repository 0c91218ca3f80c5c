#include "cuttle/sim/build_drives.h"

#include <fmt/format.h>

#include <cmath>

#include "cuttle/sim/drive_corner.h"
#include "cuttle/sim/input_survey.h"

namespace cuttle {
namespace {

constexpr double kExpressionJump = 1e-3;  // of the scale of a velocity; slopes are differences
constexpr double kBeside = 1e-8;  // part of the time, from a corner to where slopes are looked at

/// How much the value and the slope of a signal change at a corner.
struct Change {
  double value = 0, slope = 0;
};

Change change_at(const Signal& signal, double corner) {
  const double d = kBeside * (1 + std::abs(corner));
  // value and slope of one side, continued to the corner: a parabola through three places beside it
  const auto side = [&](double h) {
    const double a = signal.value(corner + h), b = signal.value(corner + 2 * h),
                 c = signal.value(corner + 3 * h);
    return Change{3 * a - 3 * b + c, (-5 * a + 8 * b - 3 * c) / (2 * h)};
  };
  const Change before = side(-d), after = side(d);
  return {after.value - before.value, after.slope - before.slope};
}

void check_drive(const SignalSpec& spec, const std::vector<double>& corners, double scale,
                 double rate_scale, Diagnostics& diagnostics) {
  const Signal signal(spec);
  for (const double corner : corners) {
    const Change change = change_at(signal, corner);
    if (std::abs(change.value) > kDriveJump * scale) {
      diagnostics.add(spec.origin.error(
          "",
          fmt::format(
              "jumps by {:.6g} at t = {:.6g} s: what it moves would have to be in two places",
              change.value, corner),
          "give a pulse a rise, a table linear or cubic interpolation, an expression a ramp"));
      return;
    }
    if (spec.kind != SignalSpec::Kind::expression || spec.lag > 0) continue;
    if (std::abs(change.slope) <= kExpressionJump * rate_scale) continue;
    diagnostics.add(spec.origin.error(
        "",
        fmt::format("its velocity jumps by {:.6g} at t = {:.6g} s, and of an expression the "
                    "velocities on both sides are not known exactly",
                    change.slope, corner),
        "a table (linear) gives the blow that such a corner is; t*t*(3-2*t) is a smooth ramp"));
    return;
  }
}

}  // namespace

void check_drives(Draft& draft) {
  if (draft.spec.study.type != StudyType::dynamics) return;
  const std::shared_ptr<const InputSurvey> survey =
      draft.inputs.survey(0.5 * draft.spec.study.duration);
  std::vector<const SignalSurvey*> seen(std::size_t(draft.inputs.size()), nullptr);
  for (const InputSurvey::Seen& signal : survey->signals)
    seen[std::size_t(signal.entry)] = &signal.signal;
  for (std::size_t i = 0; i < draft.order.size(); ++i) {
    const SignalList& list = draft.order[i]->joint.prescribed;
    std::size_t first = 0;
    for (const JointStep& step : draft.model.bodies[i].steps) {
      const SignalSurvey* signal =
          step.prescribed() ? seen[std::size_t(step.prescribed_input)] : nullptr;
      if (signal)
        check_drive(list[first].value(), signal->corners, draft.model.q_scale[step.q],
                    draft.model.v_scale[step.v], draft.diagnostics);
      first += std::size_t(step.nv());
    }
  }
}

}  // namespace cuttle
