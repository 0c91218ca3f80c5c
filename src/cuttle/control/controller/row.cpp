#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "cuttle/control/controller/law_kind.h"
#include "cuttle/control/controller/part.h"
#include "cuttle/control/frame/controlled_frame.h"
#include "cuttle/control/numbers.h"
#include "cuttle/math/constants.h"
#include "cuttle/part/counts.h"
#include "cuttle/part/part_kind.h"
#include "cuttle/spec/describe.h"

namespace cuttle {

// ---------------------------------------------------------------------------------------- fields

void ControllerSpec::describe(Fields& v) {
  v.about("controller", "computes inputs at its sample times and holds them in between");
  v.field("name", name).identifier().required().doc("prefix of the column names, unique");
  v.field("inputs", inputs)
      .required()
      .doc(
          "what it drives: cables.c1.tension, or a shorter name if it is unambiguous: c1; the "
          "effort of a joint needs `effort: 0` there");
  v.field("sample_time", sample_time).unit("s").at_least(1e-6).doc("time between two decisions");
  v.field("delay", delay).unit("s").at_least(0).doc("time until a command takes effect");
  v.field("start", start)
      .unit("s")
      .at_least(0)
      .doc("time of the first decision; until then, the signals of the file act");
  v.field("min", min)
      .unit("*")
      .otherwise("none; 0 for tensions")
      .doc("smallest command; tensions are never below 0");
  v.field("max", max).unit("*").otherwise("none").doc("largest command");
  std::vector<const char*> kinds;
  for (const LawKind* kind : law_table()) kinds.push_back(kind->field);
  v.visit_one_of(kinds);
  for (const LawKind* kind : law_table())
    Field(v, kind->field, laws.value(*kind->type)).doc(kind->doc);
}

ControlledFrameSpec* ControllerSpec::controlled_frame() {
  const LawKind* const kind = law_of(*this);
  return kind && kind->controlled_frame ? kind->controlled_frame(*this) : nullptr;
}

const Origin& ControllerSpec::controlled_frame_origin() const {
  return law_of(*this)->origin(*this);
}

namespace {

// ---------------------------------------------------------------------------------------- checks

void check_controller(const ControllerSpec& controller, Diagnostics& diagnostics) {
  const Origin& origin = controller.origin;
  require(controller.sample_time > 0, origin, "sample_time", controller.sample_time, "> 0 s",
          diagnostics);
  require(controller.delay >= 0, origin, "delay", controller.delay, ">= 0 s", diagnostics);
  require(controller.start >= 0, origin, "start", controller.start, ">= 0 s", diagnostics);
  if (controller.min && controller.max && !(*controller.min < *controller.max))
    diagnostics.add(origin.error("max", fmt::format("must be greater than min = {:.6g}, got {:.6g}",
                                                    *controller.min, *controller.max)));
  for (std::size_t i = 0; i < controller.inputs.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (controller.inputs[i] == controller.inputs[j])
        diagnostics.add(origin.error("inputs", "'" + controller.inputs[i] + "' is listed twice"));
  for (const LawKind* kind : law_table())
    if (kind->check && controller.laws.size(*kind->type) > 0) kind->check(controller, diagnostics);
}

void check(Checker& checker) {
  for (const ControllerSpec& controller : checker.spec.of<ControllerSpec>())
    check_controller(controller, checker.diagnostics);
}

void check_study(const ScenarioSpec& scenario, Diagnostics& diagnostics) {
  const StudySpec& study = scenario.study;
  if (study.type != StudyType::dynamics) return;
  for (const ControllerSpec& controller : scenario.of<ControllerSpec>())
    check_ticks(study.duration, controller.sample_time, kMaxTicks, controller.origin, "sample_time",
                "samples", diagnostics);
}

// bodies that are copies have their names only now
void check_expanded(Checker& checker) {
  for (const ControllerSpec& controller : checker.spec.of<ControllerSpec>())
    if (const ControlledFrameSpec* const frame = controller.controlled_frame())
      check_controlled_frame(*frame, controller.controlled_frame_origin(), checker);
}

// A command that comes after the end is none.
void warn_of_late_ones(const Built& built, Diagnostics& warnings) {
  const double duration = built.spec.study.duration;
  for (const ControllerSpec& controller : built.spec.of<ControllerSpec>()) {
    if (controller.start + controller.delay < duration) continue;
    const char* const field = controller.start >= duration ? "start" : "delay";
    warnings.add(controller.origin.warning(
        field, fmt::format("controller {} does nothing: its first command takes effect at {:.6g} "
                           "s, and the study ends at {:.6g} s",
                           controller.name, controller.start + controller.delay, duration)));
  }
}

void warn(const Built& built, Workspace&, Diagnostics& warnings) {
  if (built.spec.study.type == StudyType::dynamics) return warn_of_late_ones(built, warnings);
  if (built.spec.of<ControllerSpec>().empty()) return;
  warnings.add(built.spec.origin.warning(
      "controllers",
      "controllers act only in a study of type dynamics: in this one they do nothing"));
}

void places(const ScenarioSpec& spec, Places& places) {
  for (const ControllerSpec& controller : spec.of<ControllerSpec>())
    if (const ControlledFrameSpec* const frame = controller.controlled_frame())
      places.looked_at(frame->body, frame->at, controller.controlled_frame_origin());
}

PartSummary summary(const Built& built) {
  PartSummary table;
  for (const ControllerSpec& spec : built.spec.of<ControllerSpec>()) {
    std::vector<std::string> inputs;
    for (const int input : built.actors.find<ControllerPlan>(spec.name)->inputs)
      inputs.push_back(built.model.inputs[std::size_t(input)].name);
    table.rows.push_back({spec.name, law_of(spec)->field,
                          fmt::format("every {:.6g} s", spec.sample_time),
                          fmt::format("drives {}", fmt::join(inputs, ", "))});
  }
  return table;
}

// ---------------------------------------------------------------------------------------- plan

/// False: it is not known which law it follows.
bool check_given(const ControllerSpec& c, Diagnostics& diagnostics) {
  std::vector<const char*> names;
  std::size_t given = 0;
  for (const LawKind* kind : law_table()) {
    names.push_back(kind->field);
    given += c.laws.size(*kind->type);
  }
  if (given != 1)
    diagnostics.add(
        c.origin.error("", fmt::format("give exactly one of {}", fmt::join(names, ", "))));
  if (c.inputs.empty()) diagnostics.add(c.origin.error("inputs", "name at least one input"));
  return given == 1;
}

// cables only pull
void set_bounds(const Draft& draft, const ControllerSpec& spec, ControllerPlan& plan,
                Diagnostics& diagnostics) {
  const auto is_tension = [&draft](int input) {
    return input >= 0 && draft.inputs.role(input) == InputRole::tension;
  };
  const auto n = Eigen::Index(plan.inputs.size());
  plan.bounds = {VectorX::Constant(n, spec.min.value_or(-kInfinity)),
                 VectorX::Constant(n, spec.max.value_or(kInfinity))};
  std::size_t tensions = 0;
  for (Eigen::Index i = 0; i < n; ++i) {
    if (!is_tension(plan.inputs[std::size_t(i)])) continue;
    plan.bounds.low[i] = std::max(plan.bounds.low[i], 0.0);
    ++tensions;
  }
  if (tensions == 0) return;
  if (spec.max && !(*spec.max > 0))
    diagnostics.add(
        spec.origin.error("max", fmt::format("must be > 0 for a tension, got {:.6g}", *spec.max)));
  if (spec.min && *spec.min < 0 && tensions == plan.inputs.size())
    diagnostics.add(spec.origin.error(
        "min", fmt::format("must be >= 0, got {:.6g}: cables only pull", *spec.min)));
}

}  // namespace

std::vector<ControllerPlan> plan_controllers(const ControlDesk& desk) {
  Draft& draft = desk.draft;
  std::map<int, std::string> taken;  // input: its controller
  std::vector<ControllerPlan> plans;
  for (const ControllerSpec& spec : draft.spec.of<ControllerSpec>()) {
    ControllerPlan& plan = plans.emplace_back();
    plan.spec = std::make_shared<const ControllerSpec>(spec);
    plan.kind = law_of(spec);
    plan.name = spec.name;
    plan.sample_time = spec.sample_time;
    plan.delay = spec.delay;
    plan.start = spec.start;
    if (draft.model.bodies.empty()) {
      draft.diagnostics.add(spec.origin.error("", "nets have no inputs that could be controlled",
                                              "controllers drive models with bodies"));
      continue;
    }
    const bool known_law = check_given(spec, draft.diagnostics);
    for (const std::string& name : spec.inputs) {
      const int input = desk.names.find(name, spec.origin, "inputs");
      plan.inputs.push_back(input);
      if (input < 0) continue;
      const auto [at, fresh] = taken.emplace(input, spec.name);
      if (!fresh)
        draft.diagnostics.add(spec.origin.error(
            "inputs",
            fmt::format("'{}' is already driven by the controller {}", name, at->second)));
    }
    set_bounds(draft, spec, plan, draft.diagnostics);
    if (!known_law) continue;
    if (plan.kind->plan) plan.kind->plan(desk, plan);
    if (const ControlledFrameSpec* const frame = spec.controlled_frame())
      plan_controlled_frame(desk, *frame, plan);
  }
  for (const ControllerPlan& plan : plans)
    draft.actors.add(plan.name, std::make_shared<const ControllerPlan>(plan));
  return plans;
}

extern constinit const PartKind kControllers{.list = "controllers",
                                             .word = "controller",
                                             .doc = "what computes inputs while the robot moves",
                                             .type = &kListOf<ControllerSpec>,
                                             .turn = 210,
                                             .chapter = Chapter::control,
                                             .has_columns = true,
                                             .needs_all_inputs = true,
                                             .check = check,
                                             .check_study = check_study,
                                             .check_expanded = check_expanded,
                                             .places = places,
                                             .summary = summary,
                                             .warn = warn};

}  // namespace cuttle
