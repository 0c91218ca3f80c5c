#include "cuttle/compile/compile.h"

#include <algorithm>
#include <map>
#include <new>

#include "cuttle/compile/build_checks.h"
#include "cuttle/compile/build_draft.h"
#include "cuttle/compile/build_inputs.h"
#include "cuttle/compile/build_size.h"
#include "cuttle/compile/build_warnings.h"
#include "cuttle/compile/check_built.h"
#include "cuttle/compile/check_scenario.h"
#include "cuttle/compile/close_built.h"
#include "cuttle/compile/compile_sample.h"
#include "cuttle/compile/expand_repeats.h"
#include "cuttle/compile/family_table.h"
#include "cuttle/compile/part_table.h"
#include "cuttle/compile/sound_rest.h"
#include "cuttle/compile/tie_nets.h"
#include "cuttle/connection/part/part.h"
#include "cuttle/core/coordinate_names.h"
#include "cuttle/dynamics/kinematics.h"
#include "cuttle/part/input_source.h"
#include "cuttle/record/column_formulas.h"
#include "cuttle/record/probe_condition.h"
#include "cuttle/water/build_water.h"

namespace cuttle {

namespace {

enum class Wanted {
  scenario,
  sample,   // a scenario without warnings: who looks at them asks for them
  mistakes  // what is wrong with a model that is not whole
};

// Names resolved, and what needs no physics to be seen to be wrong.
void check_as_it_stands(ScenarioSpec& spec, Diagnostics& diagnostics) {
  resolve_names(spec, diagnostics);
  check_scenario(spec, diagnostics);
  check_families(spec, diagnostics);
  check_asked(spec, diagnostics);
}

// The spec with names resolved and repeats written out; nothing if it is wrong as it stands.
std::optional<ScenarioSpec> prepare(ScenarioSpec spec, Diagnostics& diagnostics) {
  check_as_it_stands(spec, diagnostics);
  if (!diagnostics.empty()) return std::nullopt;
  spec = expand_repeats(std::move(spec));
  check_expanded(spec, diagnostics);
  check_expressions(look_at(spec), diagnostics);
  if (!diagnostics.empty()) return std::nullopt;
  return spec;
}

// parents first, else in the order of the file
std::vector<const BodySpec*> parents_first(const ScenarioSpec& spec) {
  std::map<std::string, const BodySpec*> waiting;
  for (const BodySpec& body : spec.bodies) waiting[body.name] = &body;
  std::vector<const BodySpec*> order, ancestors;
  for (const BodySpec& body : spec.bodies) {
    // up to the first ancestor that is placed, and down again
    for (auto it = waiting.find(body.name); it != waiting.end();) {
      ancestors.push_back(it->second);
      waiting.erase(it);
      it = waiting.find(ancestors.back()->parent);
    }
    order.insert(order.end(), ancestors.rbegin(), ancestors.rend());
    ancestors.clear();
  }
  return order;
}

// What acts on the bodies or moves beside them.
void make_parts(ScenarioDraft& draft) {
  add_drives(draft);
  for (const FamilyKind* family : family_table())
    if (family->drive) family->drive(draft);
  const auto build_parts = [&draft](auto belongs) {
    for (const PartKind* kind : parts_by_turn())
      if (kind->build && belongs(kind->turn)) kind->build(draft);
  };
  build_parts([](int turn) { return turn <= kTurnOfWater; });
  add_water(draft, draft.water);
  build_parts([](int turn) { return turn > kTurnOfWater; });
}

// Signals over the time of the study, and the state in which it begins. That is as good as it gets
// if something was reported.
void find_start(ScenarioDraft& draft) {
  const auto good = [&draft] { return draft.sound(); };
  set_survey_span(draft);
  check_signals(draft);
  name_coordinates(draft.model);
  set_scales(draft);
  check_drives(draft);

  Input& u = draft.initial_input;
  if (const Status status = draft.inputs.evaluate(draft.t0, u); !status.ok()) {
    // a signal that was reported need not be told of twice
    if (good()) draft.diagnostics.add(draft.spec.origin.error("", status.message));
    const VectorX none = VectorX::Zero(draft.model.nu());
    u = {none, none, none};
  }
  draft.initial = placed_state(draft.spec, draft.model, u, draft.t0);
  if (good()) check_planes(draft, u, draft.initial);
  if (good()) close_connections(draft, u, draft.initial);
  if (good()) add_joint_contacts(draft);
  for (const PartKind* kind : parts_by_turn())
    if (kind->build_at_start && good()) kind->build_at_start(draft);
  if (good() && needs_inertia(draft.spec.study)) check_inertia(draft, draft.initial, u);
}

// Parts that need the initial state have been built, or there are none.
bool has_all_actors(const ScenarioDraft& draft) {
  if (draft.sound()) return true;
  return !has_joint_contacts(draft.spec) &&
         std::ranges::none_of(part_table(), [&](const PartKind* kind) {
           return kind->build_at_start && draft.spec.size(*kind->type) > 0;
         });
}

// Probes, and who looks at them.
void plan_record(ScenarioDraft& draft, Scenario& scenario) {
  std::vector<KnownProbe> known;
  std::vector<const ProbeKind*> kinds;
  for (const ProbeSpec& probe : draft.spec.probes) {
    const ProbeKind& kind = *find_probe_kind(probe.kind());
    const Probe& made =
        scenario.probes.emplace_back(probe.name, draft.model, kind.make(draft, probe));
    const bool outside = kind.outside && kind.outside(draft, probe);
    known.push_back({made.name(), made.columns(), outside});
    kinds.push_back(&kind);
  }
  if (const auto law = make_column_formulas(draft, scenario.probes, kinds)) {
    draft.model.law = law;
    law->check(input_at(draft.model, draft.initial, draft.initial_input), draft.t0,
               draft.diagnostics);
  }
  check_conditions(draft.spec.of<ConnectionSpec>(), scenario.probes, draft.diagnostics);
  scenario.sensors = plan_sensors(draft, known);
  InputNames names(draft);
  scenario.controllers = plan_controllers({draft, known, scenario.sensors, names});
}

void take_over(ScenarioDraft& draft, Scenario& scenario) {
  const NetList& nets = draft.shared<NetList>();
  for (const auto& net : nets) draft.initial.nets.push_back(initial_net_state(*net));
  scenario.model = std::move(draft.model);
  scenario.inputs = std::move(draft.inputs);
  scenario.initial = std::move(draft.initial);
  scenario.nets = nets;
  scenario.actors = std::move(draft.actors);
  scenario.not_followed = std::move(draft.not_followed);
}

double length_of(const RodSpec& rod) {
  double sum = 0;
  for (const DivisionSpec& division : rod.divisions) sum += division.length;
  return sum;
}

// Gauss points of rods are chosen before anybody knows what formulas of the state give: if there
// are any, a first model tells how large they may be. Nothing: no need.
std::map<std::string, double> sizes_for_rods(const ScenarioDraft& draft) {
  if (!draft.model.law || !draft.formula_sizes.empty()) return {};
  const auto chooses = [](const BodySpec& body) {
    return body.rod && std::ranges::any_of(body.rod->divisions, [](const DivisionSpec& division) {
             return !division.quadrature;
           });
  };
  if (std::ranges::none_of(draft.spec.bodies, chooses)) return {};
  double length = 0;
  for (const BodySpec& body : draft.spec.bodies)
    if (body.rod) length = std::max(length, length_of(*body.rod));
  constexpr int kTimes = 9;
  const StudySpec& study = draft.spec.study;
  std::vector<double> times;
  for (int i = 0; i < kTimes; ++i)
    times.push_back(study.type == StudyType::load_path
                        ? study.from + (study.to - study.from) * i / (kTimes - 1)
                        : draft.t0 + study.duration * i / (kTimes - 1));
  if (study.type != StudyType::load_path && study.type != StudyType::dynamics) times = {draft.t0};
  return static_cast<const ColumnFormulas&>(*draft.model.law)
      .sizes(draft.model, draft.initial, draft.initial_input, times, length);
}

// Bodies, what acts on them, where it begins, what is recorded, what is asked: each stage reports
// all that it finds, and is left out if it cannot do without what failed before. Of a model that is
// not whole only what concerns single parts is judged, and nothing comes back.
std::optional<Scenario> compile_prepared(ScenarioSpec prepared, Wanted wanted,
                                         Diagnostics& diagnostics,
                                         std::map<std::string, double> formula_sizes = {}) {
  Scenario scenario;
  scenario.spec = std::move(prepared);
  const ScenarioSpec& spec = scenario.spec;
  ScenarioDraft draft(spec);
  draft.whole = wanted != Wanted::mistakes;
  draft.formula_sizes = std::move(formula_sizes);
  const auto reported = [&] { return draft.diagnostics.size(); };
  const auto give_up = [&]() -> std::optional<Scenario> {
    for (const Diagnostic& diagnostic : draft.diagnostics.list()) diagnostics.add(diagnostic);
    return std::nullopt;
  };
  draft.t0 = start_time(spec.study);
  draft.set_order(parents_first(spec));
  draft.model.name = spec.name;
  draft.model.gravity = spec.gravity;
  draft.guard([&] { make_bodies(draft); });
  if (reported() == 0) draft.guard([&] { make_parts(draft); });
  if (reported() > 0) return give_up();

  bool has_state = false;
  draft.guard([&] {
    find_start(draft);
    has_state = true;
  });
  const std::size_t before = reported();
  const bool starts = draft.sound(), records = has_state && has_all_actors(draft);
  if (records) draft.guard([&] { plan_record(draft, scenario); });
  const bool planned = records && reported() == before;
  if (planned && draft.sound())
    if (auto sizes = sizes_for_rods(draft); !sizes.empty())
      return compile_prepared(ScenarioSpec(spec), wanted, diagnostics, std::move(sizes));
  take_over(draft, scenario);
  if (planned) {
    check_recorded(scenario, draft.diagnostics);
    check_record_size(spec.study, scenario.model, scenario.probes, scenario.nets,
                      draft.diagnostics);
  }
  if (starts) check_possible(scenario, draft.diagnostics);
  if (!draft.sound()) return give_up();
  if (wanted == Wanted::scenario) scenario.warnings = model_warnings(scenario);
  return scenario;
}

bool has_repeats(const ScenarioSpec& spec) {
  return std::ranges::any_of(spec.bodies, [](const BodySpec& b) { return b.repeat.has_value(); });
}

std::optional<Scenario> compile_once(const ScenarioSpec& spec, Wanted wanted,
                                     Diagnostics& diagnostics) {
  try {
    std::optional<ScenarioSpec> prepared = prepare(spec, diagnostics);
    // a file is checked when it is read, and again as it is then: with its repeats written out
    if (wanted == Wanted::sample && prepared && has_repeats(spec))
      check_as_it_stands(*prepared, diagnostics);
    if (prepared && diagnostics.empty())
      return compile_prepared(std::move(*prepared), wanted, diagnostics);
  } catch (const InputError& error) {
    for (const Diagnostic& diagnostic : error.diagnostics()) diagnostics.add(diagnostic);
  } catch (const std::bad_alloc&) {
    diagnostics.add(spec.origin.error("", "there is not enough memory for this model",
                                      "use fewer bodies, coordinates or Gauss points"));
  }
  return std::nullopt;
}

}  // namespace

std::optional<Scenario> compile(const ScenarioSpec& spec, Diagnostics& diagnostics) {
  Diagnostics found;
  std::optional<Scenario> scenario = compile_once(spec, Wanted::scenario, found);
  find_more(spec, found);
  for (const Diagnostic& diagnostic : found.list()) diagnostics.add(diagnostic);
  return scenario;
}

std::optional<Scenario> compile_sample(const ScenarioSpec& spec, Diagnostics& diagnostics) {
  return compile_once(spec, Wanted::sample, diagnostics);
}

void find_more(const ScenarioSpec& spec, Diagnostics& known) {
  constexpr int kMostRounds = 10;  // each may be as long as a compilation
  for (int round = 0; round < kMostRounds && !known.empty(); ++round) {
    const std::optional<ScenarioSpec> rest = sound_rest(spec, known);
    if (!rest) return;
    Diagnostics found;
    compile_once(*rest, Wanted::mistakes, found);
    const std::size_t before = known.size();
    for (const Diagnostic& diagnostic : found.list())
      if (concerns_a_part(diagnostic)) known.add(diagnostic);
    if (known.size() == before) return;
  }
}

Scenario build(const ScenarioSpec& spec) {
  Diagnostics diagnostics;
  std::optional<Scenario> scenario = compile(spec, diagnostics);
  diagnostics.throw_if_any();
  return std::move(*scenario);
}

void check_again(Scenario& scenario) {
  Diagnostics diagnostics;
  check_study(scenario.spec, diagnostics);
  check_asked(scenario.spec, diagnostics);
  check_recorded(scenario, diagnostics);
  check_record_size(scenario.spec.study, scenario.model, scenario.probes, scenario.nets,
                    diagnostics);
  check_possible(scenario, diagnostics);
  diagnostics.throw_if_any();
  scenario.warnings = model_warnings(scenario);
}

}  // namespace cuttle
