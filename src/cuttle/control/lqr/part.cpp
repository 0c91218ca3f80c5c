#include "cuttle/control/lqr/part.h"

#include <fmt/format.h>

#include <cmath>

#include "cuttle/control/controller/law_kind.h"
#include "cuttle/control/numbers.h"
#include "cuttle/spec/describe.h"

namespace cuttle {

void LqrSpec::describe(Fields& v) {
  v.about("lqr",
          "linear quadratic regulator about a state at rest: it minimises the integral of "
          "position_cost dq^2 + velocity_cost dv^2 + input_cost du^2");
  v.field("about", about).doc("the state that it holds");
  v.field("position_cost", position_cost)
      .at_least(0)
      .otherwise("1")
      .doc("one number for all coordinates, or one for each velocity");
  v.field("velocity_cost", velocity_cost).at_least(0).otherwise("1").doc("likewise");
  v.field("input_cost", input_cost)
      .above(0)
      .otherwise("1")
      .doc("one number for all inputs, or one for each");
}

namespace {

void check(const ControllerSpec& controller, Diagnostics& diagnostics) {
  if (controller.delay > controller.sample_time)
    diagnostics.add(
        controller.origin.error("delay",
                                fmt::format("must be <= sample_time = {} s for an lqr, got {} s",
                                            controller.sample_time, controller.delay),
                                "its design allows for a delay of at most one sample"));
  const LqrSpec& law = *controller.law<LqrSpec>();
  check_list(law.position_cost, 0, law.origin, "position_cost", diagnostics);
  check_list(law.velocity_cost, 0, law.origin, "velocity_cost", diagnostics);
  if (law.input_cost.empty())
    diagnostics.add(law.origin.error("input_cost", "give one number, or one for each input"));
  check_list_size(law.input_cost.size(), controller.inputs.size(), "number", "input", law.origin,
                  "input_cost", diagnostics);
  for (const double cost : law.input_cost)
    if (!(cost > 0 && std::isfinite(cost)))
      return diagnostics.add(
          law.origin.error("input_cost", fmt::format("must be > 0 and finite, got {}", cost)));
}

void plan(const ControlDesk& desk, ControllerPlan& plan) {
  const LqrSpec& law = *plan.spec->law<LqrSpec>();
  const int nv = desk.draft.model.nv;
  for (const auto& [field, list] :
       {std::pair("position_cost", &law.position_cost), {"velocity_cost", &law.velocity_cost}})
    if (list->size() != 1 && list->size() != std::size_t(nv))
      desk.draft.diagnostics.add(law.origin.error(
          field, fmt::format("expected one number, or {} of them, one for each velocity, got {}",
                             nv, list->size())));
}

std::vector<ControllerColumn> columns(const ControllerPlan&) { return lqr_columns(); }

std::unique_ptr<Controller> make(const ControllerPlan& plan, const LawDesk& desk) {
  return desk.regulate(lqr_task(plan, desk.model()));
}

}  // namespace

LqrTask lqr_task(const ControllerPlan& plan, const Model& model) {
  const LqrSpec& law = *plan.spec->law<LqrSpec>();
  return {.about = law.about,
          .position_cost = spread(law.position_cost, model.nv),
          .velocity_cost = spread(law.velocity_cost, model.nv),
          .input_cost = spread(law.input_cost, int(plan.inputs.size())),
          .inputs = plan.inputs,
          .bounds = plan.bounds,
          .sample_time = plan.sample_time,
          .delay = plan.delay};
}

extern constinit const LawKind kLqrLaw{.field = "lqr",
                                       .doc = "holds the whole robot at a state of rest",
                                       .type = &kLawOf<LqrSpec>,
                                       .origin = law_origin<LqrSpec>,
                                       .check = check,
                                       .plan = plan,
                                       .columns = columns,
                                       .make = make};

}  // namespace cuttle
