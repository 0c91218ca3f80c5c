#include "cuttle/control/open_loop/part.h"

#include "cuttle/control/controller/law_kind.h"
#include "cuttle/control/numbers.h"
#include "cuttle/spec/describe.h"

namespace cuttle {

void OpenLoopSpec::describe(Fields& v) {
  v.about("open loop", "commands known in advance, held between the samples");
  v.field("signals", signals)
      .unit("*")
      .required()
      .doc("one for each input in order, or one for all");
}

namespace {

void check(const ControllerSpec& controller, Diagnostics& diagnostics) {
  const OpenLoopSpec& law = *controller.law<OpenLoopSpec>();
  check_list_size(law.signals.size(), controller.inputs.size(), "signal", "input", law.origin,
                  "signals", diagnostics);
}

void plan(const ControlDesk& desk, ControllerPlan& plan) {
  const OpenLoopSpec& law = *plan.spec->law<OpenLoopSpec>();
  if (law.signals.empty())
    desk.draft.diagnostics.add(law.origin.error("signals", "give at least one signal"));
}

std::unique_ptr<Controller> make(const ControllerPlan& plan, const LawDesk&) {
  const std::vector<SignalSpec>& signals = plan.spec->law<OpenLoopSpec>()->signals;
  return std::make_unique<OpenLoop>(std::vector<Signal>(signals.begin(), signals.end()));
}

}  // namespace

extern constinit const LawKind kOpenLoopLaw{.field = "open_loop",
                                            .doc = "plays signals",
                                            .type = &kLawOf<OpenLoopSpec>,
                                            .origin = law_origin<OpenLoopSpec>,
                                            .check = check,
                                            .plan = plan,
                                            .make = make};

}  // namespace cuttle
