#include "cuttle/model/spec_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "cuttle/base/names.h"
#include "cuttle/model/expression.h"
#include "cuttle/model/spec_place.h"
#include "cuttle/model/spec_walk.h"

namespace cuttle {

namespace {

template <class Part>
void check_unique(const std::vector<Part>& parts, const std::string& kind,
                  Diagnostics& diagnostics) {
  std::set<std::string> seen;
  for (const Part& part : parts)
    if (!part.name.empty() && !seen.insert(part.name).second)
      diagnostics.add(
          part.origin.error("name", "another " + kind + " has the name '" + part.name + "'"));
}

// What the checks of references share.
struct References {
  explicit References(const ScenarioSpec& s) : scenario(s), index(s) {}

  const ScenarioSpec& scenario;
  BodyIndex index;

  // the body that a field names, or nullptr (reported)
  const BodySpec* require(const std::string& name, const Origin& origin, const char* field,
                          Diagnostics& diagnostics) const {
    const BodySpec* const body = index.find(name);
    if (!body && !name.empty())
      diagnostics.add(origin.error(field, "unknown body '" + name + "'",
                                   suggest(name, names_of_all(scenario.bodies), "bodies")));
    return body;
  }
};

// from .. to along a rod
template <class Spec>
void check_span(const Spec& spec, const BodySpec* body, Diagnostics& diagnostics) {
  if (!body || !has_kind(*body)) return;
  if (!body->rod) {
    const char* const field = spec.from ? "from" : "to";
    diagnostics.add(
        spec.origin.error(field, "the body " + body->name + " is not a rod",
                          body->shell ? "what acts along a shell is in shell_loads" : ""));
    return;
  }
  const auto abscissa = [body](const MountSpec& at, double otherwise) {
    if (at.kind == MountSpec::Kind::abscissa) return at.abscissa;
    if (at.kind == MountSpec::Kind::tip) return body->rod->length();
    return at.kind == MountSpec::Kind::base ? 0.0 : otherwise;
  };
  if (spec.from) check_mount(*spec.from, body, spec.origin, "from", diagnostics);
  if (spec.to) check_mount(*spec.to, body, spec.origin, "to", diagnostics);
  const double from = spec.from ? abscissa(*spec.from, 0) : 0;
  const double to = spec.to ? abscissa(*spec.to, body->rod->length()) : body->rod->length();
  if (!(from < to) && body->rod->length() > 0)
    diagnostics.add(spec.origin.error(
        spec.to ? "to" : "from",
        fmt::format("the span ends at {:.6g} m, before its start at {:.6g} m", to, from)));
}

// Parents that lead back to where they began. Each body is walked over once.
void check_cycles(const References& references, Diagnostics& diagnostics) {
  std::map<const BodySpec*, const BodySpec*> walked_from;
  for (const BodySpec& start : references.scenario.bodies) {
    const BodySpec* body = &start;
    while (body && walked_from.emplace(body, &start).second) body = references.index.parent(*body);
    // ended at the world, or met an earlier walk
    if (!body || walked_from[body] != &start) continue;
    std::string circle = body->name;
    const BodySpec* next = references.index.parent(*body);
    for (; next != body; next = references.index.parent(*next)) circle += " -> " + next->name;
    diagnostics.add(body->origin.error("parent",
                                       "the parents form a cycle: " + circle + " -> " + body->name,
                                       "one body of a tree hangs on the world"));
  }
}

void check_tree(const References& references, Diagnostics& diagnostics) {
  for (const BodySpec& body : references.scenario.bodies) {
    if (body.name == "world")
      diagnostics.add(body.origin.error("name", "'world' is the fixed frame, not a body"));
    if (body.parent == "world") {
      if (body.at.kind != MountSpec::Kind::automatic)
        diagnostics.add(body.origin.error("at", "the world has no such place", "use pose"));
      continue;
    }
    const BodySpec* const parent =
        references.require(body.parent, body.origin, "parent", diagnostics);
    check_mount(body.at, parent, body.origin, "at", diagnostics);
  }
  check_cycles(references, diagnostics);
}

void check_loads(const References& references, Diagnostics& diagnostics) {
  for (const LoadSpec& load : references.scenario.loads) {
    const BodySpec* const body = references.require(load.body, load.origin, "body", diagnostics);
    if (load.distributed())
      check_span(load, body, diagnostics);
    else
      check_mount(load.at, body, load.origin, "at", diagnostics);
    // what was written but could not be read has been reported already
    if (!load.force && !load.moment && !load.origin.given("force") && !load.origin.given("moment"))
      diagnostics.add(load.origin.error("force", "missing", "give force, moment or both"));
  }
}

void check_cables(const References& references, Diagnostics& diagnostics) {
  for (const CableSpec& cable : references.scenario.cables) {
    const bool single = cable.path.size() == 1 && !cable.path[0].run();
    if (cable.path.empty() || single)
      diagnostics.add(cable.origin.error("path", "a cable needs two points, or a run along a rod"));
    for (const CablePathSpec& piece : cable.path) {
      // a cable may end at a point of the world
      if (piece.body == "world" && !piece.run()) continue;
      const BodySpec* const body =
          references.require(piece.body, piece.origin, "body", diagnostics);
      using Kind = MountSpec::Kind;
      const bool base = piece.at.kind == Kind::automatic || piece.at.kind == Kind::base;
      if (body && body->shell && (piece.run() || !base))
        diagnostics.add(piece.origin.error(
            "body", "a cable cannot pass the shell " + body->name + " but at its base",
            "cables that squeeze a shell are in shell_loads: {cables: ...}"));
      else if (piece.run())
        check_span(piece, body, diagnostics);
      else
        check_mount(piece.at, body, piece.origin, "at", diagnostics);
    }
  }
}

void check_muscles(const References& references, Diagnostics& diagnostics) {
  for (const MuscleSpec& muscle : references.scenario.muscles) {
    const BodySpec* const body =
        references.require(muscle.body, muscle.origin, "body", diagnostics);
    if (!body || !has_kind(*body)) continue;
    if (!body->rod) {
      diagnostics.add(muscle.origin.error("body", "the body " + body->name + " is not a rod",
                                          body->shell ? "what acts on a shell is in shell_loads"
                                                      : "a muscle works on the strains of a rod"));
      continue;
    }
    check_span(muscle, body, diagnostics);
    const auto has = [body](size_t mode) {
      return std::ranges::any_of(body->rod->divisions, [mode](const DivisionSpec& division) {
        return division.strain.modes[mode].has_value();
      });
    };
    if (has(size_t(muscle.mode))) continue;
    std::vector<std::string> modes;
    for (size_t mode = 0; mode < kModes; ++mode)
      if (has(mode)) modes.emplace_back(kModeNames[mode]);
    const char* const name = kModeNames[size_t(muscle.mode)];
    diagnostics.add(muscle.origin.error(
        "mode", fmt::format("the rod {} has no coordinates of {}", body->name, name),
        fmt::format("it has {}; or give it strain: {{{}: 2}}",
                    modes.empty() ? "none" : fmt::format("{}", fmt::join(modes, ", ")), name)));
  }
}

void check_connections(const References& references, Diagnostics& diagnostics) {
  for (const ConnectionSpec& connection : references.scenario.connections) {
    for (const ConnectionEndSpec* end : {&connection.a, &connection.b}) {
      if (end->body == "world") {
        if (end->at.kind != MountSpec::Kind::automatic)
          diagnostics.add(end->origin.error("at", "the world has no such place", "use pose"));
        continue;
      }
      const BodySpec* const body = references.require(end->body, end->origin, "body", diagnostics);
      check_mount(end->at, body, end->origin, "at", diagnostics);
    }
    if (connection.a.body == connection.b.body)
      diagnostics.add(
          connection.origin.error("b", fmt::format("both ends are on {}", connection.a.body),
                                  "a connection joins two bodies, or a body and the world"));
    if ((connection.closes || connection.opens) &&
        references.scenario.study.type != StudyType::dynamics)
      diagnostics.add(connection.origin.error(connection.closes ? "closes" : "opens",
                                              "connections switch in a study of dynamics only"));
    if (connection.closes && connection.closes->time && connection.opens &&
        *connection.opens <= *connection.closes->time)
      diagnostics.add(connection.origin.error("opens", "must be later than the time of closing"));
    if (connection.axis2 && connection.axis.cross(*connection.axis2).norm() < 1e-6)
      diagnostics.add(connection.origin.error("axis2", "must not be parallel to axis"));
  }
}

void check_probes(const References& references, Diagnostics& diagnostics) {
  for (const ProbeSpec& probe : references.scenario.probes) {
    using Kind = ProbeSpec::Kind;
    const Kind kind = probe.kind();
    const bool elsewhere = kind == Kind::contact || kind == Kind::thruster || kind == Kind::fin ||
                           kind == Kind::shell || kind == Kind::jet || kind == Kind::net;
    if (kind == Kind::momentum || elsewhere || probe.target().empty()) continue;
    if (kind == Kind::cable) {
      const std::vector<std::string> names = names_of_all(references.scenario.cables);
      if (std::find(names.begin(), names.end(), probe.cable) == names.end())
        diagnostics.add(probe.origin.error("cable", "unknown cable '" + probe.cable + "'",
                                           suggest(probe.cable, names, "cables")));
      continue;
    }
    if (kind == Kind::muscle) {
      const std::vector<std::string> names = names_of_all(references.scenario.muscles);
      if (std::find(names.begin(), names.end(), probe.muscle) == names.end())
        diagnostics.add(probe.origin.error("muscle", "unknown muscle '" + probe.muscle + "'",
                                           suggest(probe.muscle, names, "muscles")));
      continue;
    }
    if (kind == Kind::connection) {
      const std::vector<std::string> names = names_of_all(references.scenario.connections);
      if (std::find(names.begin(), names.end(), probe.connection) == names.end())
        diagnostics.add(probe.origin.error("connection",
                                           "unknown connection '" + probe.connection + "'",
                                           suggest(probe.connection, names, "connections")));
      continue;
    }
    const char* const field = kind == Kind::frame      ? "frame"
                              : kind == Kind::strain   ? "strain"
                              : kind == Kind::joint    ? "joint"
                              : kind == Kind::reaction ? "reaction"
                                                       : "swimmer";
    const BodySpec* const body =
        references.require(probe.target(), probe.origin, field, diagnostics);
    if (body && !has_kind(*body)) continue;
    if (kind == Kind::strain && body && !body->rod)
      diagnostics.add(probe.origin.error("strain", "the body " + body->name + " is not a rod",
                                         body->shell ? "take a probe {shell: ...}" : ""));
    else if (kind == Kind::reaction && !references.scenario.connections.empty())
      diagnostics.add(
          probe.origin.error("reaction", "is not known in a robot with connections",
                             "make the joint a connection: its probe tells force and moment"));
    else if (kind != Kind::joint && kind != Kind::reaction)
      check_mount(probe.at, body, probe.origin, "at", diagnostics);
  }
}

// rods need the density of their materials
void check_densities(const ScenarioSpec& scenario, Diagnostics& diagnostics) {
  std::set<std::string> told;
  for (const BodySpec& body : scenario.bodies) {
    if (!body.rod) continue;
    for (const DivisionSpec& division : body.rod->divisions) {
      const Origin& origin = division.material.spec.origin;
      const bool written = !origin.path.empty() && division.section.shape != SectionShape::custom;
      if (written && !origin.given("density") && told.insert(origin.path).second)
        diagnostics.add(origin.error("density", "missing", "mass density [kg/m^3]"));
    }
  }
}

}  // namespace

bool has_kind(const BodySpec& body) { return body.rod || body.rigid || body.shell; }

void check_mount(const MountSpec& at, const BodySpec* body, const Origin& origin, const char* field,
                 Diagnostics& diagnostics) {
  using Kind = MountSpec::Kind;
  if (!body || !has_kind(*body)) return;
  if (body->shell) return check_shell_mount(at, *body, origin, field, diagnostics);
  if (body->rigid && named_frame(*body->rigid, at)) return;
  if (at.kind == Kind::frame) {
    std::vector<std::string> frames;
    if (body->rigid)
      for (const auto& [name, pose] : body->rigid->frames) frames.push_back(name);
    if (body->rod)
      diagnostics.add(origin.error(field, "'" + at.frame + "' is no place on the rod " + body->name,
                                   "give an abscissa in metres, base or tip"));
    else
      diagnostics.add(origin.error(field, "unknown frame '" + at.frame + "' of body " + body->name,
                                   suggest(at.frame, frames, "frames")));
  } else if (body->rigid && (at.kind == Kind::abscissa || at.kind == Kind::tip)) {
    diagnostics.add(origin.error(field, "the rigid body " + body->name + " has no abscissa",
                                 "name one of its frames, or use pose or point"));
  } else if (at.kind == Kind::abscissa && at.abscissa > body->rod->length() * (1 + 1e-12)) {
    diagnostics.add(origin.error(field, fmt::format("{:.6g} m is beyond the tip of {}, at {:.6g} m",
                                                    at.abscissa, body->name, body->rod->length())));
  }
}

void resolve_names(ScenarioSpec& scenario, Diagnostics& diagnostics) {
  std::vector<std::string> materials;
  for (const auto& [name, material] : scenario.materials) materials.push_back(name);
  const auto resolve = [&](MaterialUse& use) {
    if (use.name.empty()) return;
    const auto found = scenario.materials.find(use.name);
    if (found != scenario.materials.end())
      use.spec = found->second;
    else
      diagnostics.add(use.origin.error("", "unknown material '" + use.name + "'",
                                       suggest(use.name, materials, "materials")));
  };
  for (BodySpec& body : scenario.bodies) {
    if (body.shell) resolve(body.shell->material);
    if (!body.rod) continue;
    for (DivisionSpec& division : body.rod->divisions) resolve(division.material);
  }
  const Vector3 down(0, 0, -ScenarioSpec().gravity.norm());
  if (scenario.frame == WorldFrame::ned && !scenario.origin.given("gravity") &&
      scenario.gravity == down)
    scenario.gravity = -down;
  int count = 0;
  for (LoadSpec& load : scenario.loads) {
    ++count;
    if (load.name.empty()) load.name = fmt::format("load_{}", count);
  }
}

void check_scenario(const ScenarioSpec& scenario, Diagnostics& diagnostics) {
  const bool none = !scenario.origin.given("bodies") && !scenario.origin.given("nets");
  if (scenario.bodies.empty() && scenario.nets.empty() && none)
    diagnostics.add(scenario.origin.error("bodies", "a model needs at least one body or net"));
  check_unique(scenario.bodies, "body", diagnostics);
  check_unique(scenario.nets, "net", diagnostics);
  check_unique(scenario.loads, "load", diagnostics);
  check_unique(scenario.cables, "cable", diagnostics);
  check_unique(scenario.muscles, "muscle", diagnostics);
  check_unique(scenario.shell_loads, "shell load", diagnostics);
  check_unique(scenario.jets, "jet", diagnostics);
  check_unique(scenario.connections, "connection", diagnostics);
  check_unique(scenario.contacts, "contact", diagnostics);
  check_unique(scenario.thrusters, "thruster", diagnostics);
  check_unique(scenario.fins, "fin", diagnostics);
  check_unique(scenario.probes, "probe", diagnostics);
  check_unique(scenario.sensors, "sensor", diagnostics);
  check_unique(scenario.controllers, "controller", diagnostics);
  check_unique(scenario.figures, "figure", diagnostics);
  for (const BodySpec& body : scenario.bodies) check_body(body, diagnostics);
  check_densities(scenario, diagnostics);
  const References references(scenario);
  check_tree(references, diagnostics);
  check_loads(references, diagnostics);
  check_cables(references, diagnostics);
  check_muscles(references, diagnostics);
  check_connections(references, diagnostics);
  check_contacts(scenario, diagnostics);
  check_water(scenario, diagnostics);
  check_shells(scenario, diagnostics);
  check_nets(scenario, diagnostics);
  check_probes(references, diagnostics);
  check_control(scenario, diagnostics);
  check_study(scenario, diagnostics);
}

void check_expanded(const ScenarioSpec& scenario, Diagnostics& diagnostics) {
  check_unique(scenario.bodies, "body", diagnostics);
  check_unique(scenario.loads, "load", diagnostics);
  check_unique(scenario.cables, "cable", diagnostics);
  check_unique(scenario.muscles, "muscle", diagnostics);
  check_unique(scenario.shell_loads, "shell load", diagnostics);
  check_unique(scenario.jets, "jet", diagnostics);
  check_unique(scenario.connections, "connection", diagnostics);
  check_unique(scenario.thrusters, "thruster", diagnostics);
  check_unique(scenario.fins, "fin", diagnostics);
  check_unique(scenario.probes, "probe", diagnostics);
  check_control_names(scenario, diagnostics);
  for_each_expression(look_at(scenario), [&diagnostics](const ExpressionUse& use) {
    if (use.text.empty() || use.copy.n > 0) return;
    const Expression expression(use.text, {"t", "X", "s"}, {}, use.origin);
    if (expression.uses("k") || expression.uses("n"))
      diagnostics.add(use.origin.error("", "k and n are known only in copies made by repeat"));
  });
}

}  // namespace cuttle
