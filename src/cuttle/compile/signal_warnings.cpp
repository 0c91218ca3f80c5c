#include "cuttle/compile/signal_warnings.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "cuttle/part/input_survey.h"
#include "cuttle/solve/table.h"
#include "cuttle/spec/spec_choices.h"

namespace cuttle {
namespace {

/// Several signals with the same thing to say: the first ones by name.
struct Group {
  std::vector<std::string> labels;
  Origin first;  // where it is written
  double shortest = std::numeric_limits<double>::infinity();

  void add(const InputSurvey::Seen& seen) {
    if (labels.empty()) first = {seen.origin.path, seen.origin.mark, {}};
    labels.push_back(seen.label);
    shortest = std::min(shortest, seen.signal.shortest);
  }

  std::string text() const {
    constexpr std::size_t kShown = 3;
    const std::size_t shown = std::min(kShown, labels.size());
    const std::string names =
        fmt::format("{}", fmt::join(labels.begin(), labels.begin() + std::ptrdiff_t(shown), ", "));
    const std::size_t more = labels.size() - shown;
    return more > 0 ? fmt::format("{} and {} more", names, more) : names;
  }
};

}  // namespace

void add_signal_warnings(const Scenario& scenario, Diagnostics& warnings) {
  const StudySpec& study = scenario.spec.study;
  if (study.type != StudyType::dynamics || scenario.model.bodies.empty()) return;
  const bool fixed = find_integrator(name_of(study.method))->fixed_step && study.step > 0;
  Group unseen, coarse;
  for (const InputSurvey::Seen& seen : scenario.inputs.survey(scenario.initial.t)->signals) {
    if (fixed && seen.signal.shortest < study.step)
      coarse.add(seen);
    else if (!seen.signal.complete)
      unseen.add(seen);
  }
  if (!unseen.labels.empty())
    warnings.add(unseen.first.warning(
        "",
        fmt::format("{}: changes so often (within {:.2g} s) that a survey of the {:.6g} s ahead "
                    "cannot resolve all of it; jumps and short events in between may be missed: a "
                    "table or a pulse declares its corners",
                    unseen.text(), unseen.shortest, study.duration)));
  if (!coarse.labels.empty())
    warnings.add(coarse.first.warning(
        "", fmt::format("{}: changes within {:.2g} s, but study.step is {:.6g} s: fixed steps miss "
                        "what it does between them",
                        coarse.text(), coarse.shortest, study.step)));
}

}  // namespace cuttle
