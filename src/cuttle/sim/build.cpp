#include "cuttle/sim/build.h"

#include <algorithm>
#include <new>

#include "cuttle/dynamics/kinematics.h"
#include "cuttle/model/spec_check.h"
#include "cuttle/model/spec_repeat.h"
#include "cuttle/sim/build_checks.h"
#include "cuttle/sim/build_control.h"
#include "cuttle/sim/build_draft.h"
#include "cuttle/sim/build_drives.h"
#include "cuttle/sim/build_limits.h"
#include "cuttle/sim/build_names.h"
#include "cuttle/sim/build_shell.h"
#include "cuttle/sim/build_signals.h"
#include "cuttle/sim/build_water.h"
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

State initial_state(const Draft& draft, const Input& u) {
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

FrameTarget frame_target(const Draft& draft, int body, const ProbeSpec& probe) {
  const auto records = [&probe](Record what) {
    return std::find(probe.record.begin(), probe.record.end(), what) != probe.record.end();
  };
  FrameTarget frame;
  frame.at = attach(draft, body, probe.at, probe.point);
  frame.position = records(Record::position);
  frame.rotation = records(Record::rotation);
  frame.velocity = records(Record::velocity);
  frame.imu = records(Record::imu);
  frame.depth = records(Record::depth);
  frame.up = up_of(draft.spec);
  if (draft.spec.water) frame.level = draft.spec.water->level.value_or(0);
  return frame;
}

ContactTarget contact_target(const Draft& draft, const ProbeSpec& probe) {
  ContactTarget target;
  const auto& contacts = draft.spec.contacts;
  while (contacts[size_t(target.rule)].name != probe.contact) ++target.rule;
  target.body = draft.body_index(probe.of);
  // obstacles are the last shapes, one each
  const auto& obstacles = draft.spec.obstacles;
  const size_t first = draft.model.contact.shapes.size() - obstacles.size();
  for (size_t i = 0; i < obstacles.size(); ++i)
    if (obstacles[i].name == probe.of) target.obstacle = int(first + i);
  return target;
}

// a swimmer starts where the initial state has it
SwimmerTarget swimmer_target(const Draft& draft, const ProbeSpec& probe, const State& initial,
                             const Input& u) {
  Workspace ws(draft.model);
  update_kinematics(draft.model, initial, u, nullptr, ws);
  const Attachment at = attach(draft, draft.body_index(probe.swimmer), probe.at, probe.point);
  return make_swimmer(draft.model, at, probe.forward, ws);
}

ShellTarget shell_target(const Draft& draft, int body, const ProbeSpec& probe) {
  const ShellSpec& spec = *draft.body_spec(body).shell;
  const double length = draft.shell(body).data().length;
  std::vector<double> places;
  for (const double X : probe.abscissas)
    places.push_back(from_held_edge(spec, length, std::min(X, length)));
  return make_shell_target(draft.model, body, places);
}

using Nets = std::vector<std::shared_ptr<const NetModel>>;

Probe::Target probe_target(const Draft& draft, const ProbeSpec& probe, const State& initial,
                           const Input& u, const Nets& nets) {
  const int body = draft.body_index(probe.target());
  switch (probe.kind()) {
    case ProbeSpec::Kind::frame:
      return frame_target(draft, body, probe);
    case ProbeSpec::Kind::strain: {
      const double X = abscissa_of(probe.at, *draft.body_spec(body).rod);
      const Rod& rod = draft.rod(body);
      return StrainTarget{body, rod.rest_strain(X), rod.basis(X)};
    }
    case ProbeSpec::Kind::joint:
      return JointTarget{body};
    case ProbeSpec::Kind::cable:
      return CableTarget{draft.cables.at(probe.cable)};
    case ProbeSpec::Kind::muscle:
      return MuscleTarget{draft.muscles.at(probe.muscle)};
    case ProbeSpec::Kind::connection:
      for (size_t i = 0; i < draft.model.connections.size(); ++i)
        if (draft.model.connections[i].name == probe.connection) return ConnectionTarget{int(i)};
      break;
    case ProbeSpec::Kind::contact:
      return contact_target(draft, probe);
    case ProbeSpec::Kind::thruster:
      return ThrusterTarget{draft.thrusters.at(probe.thruster)};
    case ProbeSpec::Kind::fin:
      return FinTarget{draft.fins.at(probe.fin)};
    case ProbeSpec::Kind::swimmer:
      return swimmer_target(draft, probe, initial, u);
    case ProbeSpec::Kind::shell:
      return shell_target(draft, body, probe);
    case ProbeSpec::Kind::reaction:
      return ReactionTarget{body};
    case ProbeSpec::Kind::jet:
      return JetTarget{draft.jets.at(probe.jet)};
    case ProbeSpec::Kind::net:
      for (size_t i = 0; i < nets.size(); ++i)
        if (nets[i]->name == probe.net) return make_net_target(nets[i], int(i), probe);
      break;
    case ProbeSpec::Kind::momentum:
      break;
  }
  return MomentumTarget{};
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
  Draft draft(spec);
  draft.t0 = start_time(spec.study);
  draft.order = parents_first(spec);
  draft.model.name = spec.name;
  draft.model.gravity = spec.gravity;

  // bodies, then what acts on them; each stage reports all that it finds
  make_bodies(draft);
  draft.diagnostics.throw_if_any();
  add_drives(draft);
  add_loads(draft);
  add_cables(draft);
  add_muscles(draft);
  add_shell_loads(draft);
  add_water(draft);
  add_jets(draft);
  add_connections(draft);
  add_contacts(draft);
  Nets nets;
  for (const NetSpec& net : spec.nets) {
    for_each_signal(net, [&](const SignalSpec& signal) {
      check_corners(signal, spec.study, draft.diagnostics);
    });
    nets.push_back(build_net_model(spec, net, draft.diagnostics));
  }
  draft.diagnostics.throw_if_any();
  set_survey_span(draft);
  check_tensions(draft);
  draft.diagnostics.throw_if_any();
  name_coordinates(draft.model);
  set_scales(draft);
  check_drives(draft);
  draft.diagnostics.throw_if_any();

  Input u;
  const Status status = draft.inputs.evaluate(draft.t0, u);
  if (!status.ok()) throw InputError(spec.origin.error("", status.message));
  State initial = initial_state(draft, u);
  close_connections(draft, u, initial);
  draft.diagnostics.throw_if_any();
  if (needs_inertia(spec.study)) check_inertia(draft, initial, u);
  draft.diagnostics.throw_if_any();

  for (const auto& net : nets) initial.nets.push_back(initial_net_state(*net));

  std::vector<Probe> probes;
  for (const ProbeSpec& probe : spec.probes)
    probes.emplace_back(probe.name, draft.model, probe_target(draft, probe, initial, u, nets));
  check_conditions(spec.connections, probes);
  std::vector<SensorPlan> sensors = plan_sensors(draft, probes);
  std::vector<ControllerPlan> controllers = plan_controllers(draft, probes, sensors);
  draft.diagnostics.throw_if_any();
  Scenario scenario{.spec = spec,
                    .model = std::move(draft.model),
                    .inputs = std::move(draft.inputs),
                    .initial = initial,
                    .probes = std::move(probes),
                    .sensors = std::move(sensors),
                    .controllers = std::move(controllers),
                    .nets = std::move(nets),
                    .turned = draft.turned};
  check_record_size(scenario);
  return scenario;
}

}  // namespace

Scenario build(const ScenarioSpec& given) {
  try {
    return build_prepared(prepared(given));
  } catch (const std::bad_alloc&) {
    throw InputError(given.origin.error("", "there is not enough memory for this model",
                                        "take fewer bodies, coordinates or Gauss points"));
  }
}

}  // namespace cuttle
