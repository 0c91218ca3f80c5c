#include "cuttle/sim/build.h"

#include <algorithm>
#include <new>

#include "cuttle/connection/part/part.h"
#include "cuttle/dynamics/kinematics.h"
#include "cuttle/part/signal_corners.h"
#include "cuttle/sim/build_checks.h"
#include "cuttle/sim/build_control.h"
#include "cuttle/sim/build_draft.h"
#include "cuttle/sim/build_drives.h"
#include "cuttle/sim/build_limits.h"
#include "cuttle/sim/build_names.h"
#include "cuttle/sim/build_signals.h"
#include "cuttle/sim/build_water.h"
#include "cuttle/sim/check_scenario.h"
#include "cuttle/sim/expand_repeats.h"
#include "cuttle/sim/part_table.h"
#include "cuttle/sim/probe_condition.h"

namespace cuttle {

namespace {

// names resolved, everything checked that needs no physics, repeats written out
ScenarioSpec prepared(ScenarioSpec spec) {
  Diagnostics diagnostics;
  resolve_names(spec, diagnostics);
  check_scenario(spec, diagnostics);
  for (const BodySpec& body : spec.bodies)
    if (int(body.rigid.has_value()) + int(body.rod.has_value()) + int(body.shell.has_value()) != 1)
      diagnostics.add(body.origin.error("", "give exactly one of rigid, rod, shell"));
  diagnostics.throw_if_any();
  spec = expand_repeats(std::move(spec));
  check_control_names(spec, diagnostics);
  diagnostics.throw_if_any();
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

State initial_state(const ScenarioDraft& draft, const Input& u) {
  State x = rest_state(draft.model);
  x.t = draft.t0;
  for (size_t i = 0; i < draft.order.size(); ++i) {
    const Body& body = draft.model.bodies[i];
    set_initial_joint(draft.order[i]->joint, body, x);
    if (draft.order[i]->rod) set_initial_strain(*draft.order[i]->rod, body, x);
  }
  normalize(draft.model, u, x.q, x.v);
  return x;
}

bool needs_inertia(const StudySpec& study) {
  return study.type == StudyType::dynamics || study.type == StudyType::modes;
}

}  // namespace

double start_time(const StudySpec& study) {
  return study.type == StudyType::load_path ? study.from : 0;
}

namespace {

Scenario build_prepared(const ScenarioSpec& spec) {
  ScenarioDraft draft(spec);
  draft.t0 = start_time(spec.study);
  draft.set_order(parents_first(spec));
  draft.model.name = spec.name;
  draft.model.gravity = spec.gravity;

  // bodies, then what acts on them; each stage reports all that it finds
  make_bodies(draft);
  draft.diagnostics.throw_if_any();
  add_drives(draft);
  const auto build_parts = [&draft](auto belongs) {
    for (const PartKind* kind : parts_by_turn())
      if (kind->build && belongs(kind->turn)) kind->build(draft);
  };
  build_parts([](int turn) { return turn <= kTurnOfWater; });
  add_water(draft);
  build_parts([](int turn) { return turn > kTurnOfWater; });
  NetList nets;
  for (const NetSpec& net : spec.nets) {
    for_each_signal(net, [&](const SignalSpec& signal) {
      check_corners(signal, spec.study, draft.diagnostics);
    });
    nets.push_back(build_net_model(spec, net, draft.diagnostics));
  }
  draft.share(nets);
  draft.diagnostics.throw_if_any();
  set_survey_span(draft);
  check_tensions(draft);
  draft.diagnostics.throw_if_any();
  name_coordinates(draft.model);
  set_scales(draft);
  check_drives(draft);
  draft.diagnostics.throw_if_any();

  Input& u = draft.initial_input;
  const Status status = draft.inputs.evaluate(draft.t0, u);
  if (!status.ok()) throw InputError(spec.origin.error("", status.message));
  draft.initial = initial_state(draft, u);
  close_connections(draft, u, draft.initial);
  draft.diagnostics.throw_if_any();
  for (const PartKind* kind : parts_by_turn())
    if (kind->build_at_start) kind->build_at_start(draft);
  draft.diagnostics.throw_if_any();
  if (needs_inertia(spec.study)) check_inertia(draft, draft.initial, u);
  draft.diagnostics.throw_if_any();

  for (const auto& net : nets) draft.initial.nets.push_back(initial_net_state(*net));

  std::vector<Probe> probes;
  for (const ProbeSpec& probe : spec.probes)
    probes.emplace_back(probe.name, draft.model, find_probe_kind(probe.kind())->make(draft, probe));
  check_conditions(spec.of<ConnectionSpec>(), probes);
  std::vector<SensorPlan> sensors = plan_sensors(draft, probes);
  std::vector<ControllerPlan> controllers = plan_controllers(draft, probes, sensors);
  draft.diagnostics.throw_if_any();
  Scenario scenario{.spec = spec,
                    .model = std::move(draft.model),
                    .inputs = std::move(draft.inputs),
                    .initial = std::move(draft.initial),
                    .probes = std::move(probes),
                    .sensors = std::move(sensors),
                    .controllers = std::move(controllers),
                    .nets = std::move(nets),
                    .actors = std::move(draft.actors),
                    .not_followed = draft.not_followed};
  check_record_size(spec.study, scenario.model, scenario.probes, scenario.nets);
  return scenario;
}

}  // namespace

Scenario build(const ScenarioSpec& given) {
  try {
    return build_prepared(prepared(given));
  } catch (const std::bad_alloc&) {
    throw InputError(given.origin.error("", "there is not enough memory for this model",
                                        "use fewer bodies, coordinates or Gauss points"));
  }
}

}  // namespace cuttle
