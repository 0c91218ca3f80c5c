#include "cuttle/compile/build_signals.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cuttle/part/input_survey.h"

namespace cuttle {

void set_survey_span(ScenarioDraft& draft) {
  const StudySpec& study = draft.spec.study;
  if (study.type == StudyType::load_path && study.from != study.to)
    draft.inputs.set_survey_span(std::min(study.from, study.to), std::abs(study.to - study.from));
  else
    draft.inputs.set_survey_span(0, study.duration);
}

void check_tensions(ScenarioDraft& draft) {
  const StudySpec& study = draft.spec.study;
  const bool path = study.type == StudyType::load_path;
  if (study.type != StudyType::dynamics && !path) return;
  const double middle = 0.5 * (path ? study.from + study.to : study.duration);
  for (const InputSurvey::Seen& seen : draft.inputs.survey(middle)->signals) {
    const SignalSurvey& signal = seen.signal;
    if (seen.role != InputRole::tension || signal.lowest >= -kTensionSlack) continue;
    draft.diagnostics.add(seen.origin.error(
        "",
        fmt::format("falls below zero, first seen at t = {:.6g} s; it is {:.6g} {} at t = {:.6g} "
                    "s, but cables only pull",
                    signal.below_zero, signal.lowest, seen.unit, signal.lowest_time),
        "max(0, ...) in an expression keeps it at zero"));
  }
}

}  // namespace cuttle
