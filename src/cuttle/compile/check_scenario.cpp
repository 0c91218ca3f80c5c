#include "cuttle/compile/check_scenario.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

#include "cuttle/compile/family_table.h"
#include "cuttle/compile/part_table.h"
#include "cuttle/compile/tie_nets.h"
#include "cuttle/signal/expression.h"
#include "cuttle/spec/spec_walk.h"
#include "cuttle/water/build_water.h"

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

// Columns are called after who tells them, and the robot tells its energies.
void check_reserved(const std::string& name, const Origin& origin, Diagnostics& diagnostics) {
  if (name == "energy")
    diagnostics.add(origin.error(
        "name", "'energy' is reserved: the columns of the robot's energies begin with it",
        "choose another name; energy.total and others are recorded without a probe"));
}

// names that somebody else who tells columns has
void check_taken(const PartKind& kind, const ScenarioSpec& scenario,
                 const std::set<std::string>& taken, const char* by, Diagnostics& diagnostics) {
  for_each_part(kind, scenario, [&](const std::string& name, const Origin& origin) {
    if (!name.empty() && taken.contains(name))
      diagnostics.add(origin.error("name", fmt::format("a {} has the name '{}'", by, name),
                                   "columns are named after it"));
  });
}

// Who tells columns before copies are made: the names of probes may still change.
void check_heads(const ScenarioSpec& scenario, Diagnostics& diagnostics) {
  for (const ProbeSpec& probe : scenario.probes)
    check_reserved(probe.name, probe.origin, diagnostics);
  std::vector<const PartKind*> before;
  for (const PartKind* kind : part_table()) {
    if (!kind->has_columns) continue;
    for (const PartKind* other : before) {
      const std::vector<std::string> names = scenario.names(*other->type);
      check_taken(*kind, scenario, {names.begin(), names.end()}, other->word, diagnostics);
    }
    before.push_back(kind);
    for_each_part(*kind, scenario, [&](const std::string& name, const Origin& origin) {
      check_reserved(name, origin, diagnostics);
    });
  }
}

// Parents that lead back to where they began. Each body is walked over once.
void check_cycles(Checker& checker) {
  std::map<const BodySpec*, const BodySpec*> walked_from;
  for (const BodySpec& start : checker.spec.bodies) {
    const BodySpec* body = &start;
    while (body && walked_from.emplace(body, &start).second) body = checker.bodies.parent(*body);
    // ended at the world, or met an earlier walk
    if (!body || walked_from[body] != &start) continue;
    std::string circle = body->name;
    const BodySpec* next = checker.bodies.parent(*body);
    for (; next != body; next = checker.bodies.parent(*next)) circle += " -> " + next->name;
    checker.diagnostics.add(
        body->origin.error("parent", "the parents form a cycle: " + circle + " -> " + body->name,
                           "one body of a tree must be attached to the world"));
  }
}

// Is a body another one, or carried by it?
bool hangs_on(const BodySpec& body, const BodySpec& other, const Checker& checker) {
  const BodySpec* walk = &body;
  for (std::size_t i = 0; walk && walk != &other && i < checker.spec.bodies.size(); ++i)
    walk = checker.bodies.find(walk->parent);
  return walk == &other;
}

void check_tree(Checker& checker) {
  for (const BodySpec& body : checker.spec.bodies) {
    if (body.name == "world")
      checker.diagnostics.add(
          body.origin.error("name", "'world' is the fixed frame, not a body",
                            "give the body another name; the world is there without being listed"));
    if (body.parent == "world") {
      if (body.at.kind != BodyPlaceSpec::Kind::automatic)
        checker.diagnostics.add(body.origin.error("at", "the world has no such place", "use pose"));
      continue;
    }
    if (const BodySpec* const parent = checker.bodies.find(body.parent)) {
      checker.mount(body.at, parent, body.origin, "at");
      continue;
    }
    if (body.parent.empty()) continue;
    std::vector<std::string> parents = {"world"};
    for (const BodySpec& other : checker.spec.bodies)
      if (!hangs_on(other, body, checker)) parents.push_back(other.name);
    checker.diagnostics.add(body.origin.error("parent", "unknown body '" + body.parent + "'",
                                              suggest(body.parent, parents, "bodies")));
  }
  check_cycles(checker);
}

void check_depth(const ProbeSpec& probe, Checker& checker) {
  if (std::ranges::find(probe.record, Record::depth) != probe.record.end() && !checker.wet())
    checker.diagnostics.add(probe.origin.error("record", "there is no depth without water",
                                               "give water: {density: 1000}"));
}

// a probe looks at something that exists
void check_probe(const ProbeSpec& probe, Checker& checker) {
  const ProbeKind* const kind = find_probe_kind(probe.kind());
  const std::string& target = probe.target();
  if (!kind)
    checker.diagnostics.add(
        probe.origin.error("", fmt::format("there are no probes of '{}'", probe.kind())));
  if (!kind || !kind->list || target.empty()) return;
  if (const PartKind* part = find_part_kind(kind->list)) {
    const std::vector<std::string> names = checker.spec.names(*part->type);
    if (std::ranges::find(names, target) == names.end()) {
      checker.diagnostics.add(probe.origin.error(kind->field,
                                                 fmt::format("unknown {} '{}'", part->word, target),
                                                 suggest(target, names, part->list)));
      return;
    }
  } else if (kind->list == std::string_view("bodies")) {
    const BodySpec* const body = checker.body(target, probe.origin, kind->field);
    if (!body || !has_kind(*body)) return;
    if (kind->has_place) checker.mount(probe.at, body, probe.origin, "at");
  }
  if (kind->check) kind->check(probe, checker);
}

}  // namespace

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
  for (BodySpec& body : scenario.bodies)
    for (const FamilyKind* family : family_table())
      if (family->material_uses && family->is(body))
        for (MaterialUse* use : family->material_uses(body)) resolve(*use);
  const Vector3 down(0, 0, -ScenarioSpec().gravity.norm());
  if (scenario.frame == WorldFrame::ned && !scenario.origin.given("gravity") &&
      scenario.gravity == down)
    scenario.gravity = -down;
  for (const PartKind* kind : part_table()) name_parts(*kind, scenario);
  tie_nets(scenario);
}

void check_scenario(const ScenarioSpec& scenario, Diagnostics& diagnostics) {
  // a list that could not be read has been reported, at the same place
  const bool only_nets = scenario.origin.given("nets") && !scenario.origin.given("bodies");
  if (scenario.bodies.empty() && !has_subsystems(scenario))
    diagnostics.add(scenario.origin.error(only_nets ? "nets" : "bodies",
                                          "a model needs at least one body or net",
                                          "bodies are a list: - {name: arm, rigid: {...}}, or with "
                                          "rod or shell instead of rigid"));
  check_unique(scenario.bodies, "body", diagnostics);
  for (const PartKind* kind : part_table()) check_names(*kind, scenario, diagnostics);
  check_unique(scenario.probes, "probe", diagnostics);
  check_unique(scenario.figures, "figure", diagnostics);
  check_heads(scenario, diagnostics);
  for (const BodySpec& body : scenario.bodies) check_body(body, diagnostics);
  Checker checker(scenario, diagnostics);
  check_tree(checker);
  for (const PartKind* kind : part_table())
    if (kind->check) kind->check(checker);
  check_ties(scenario, diagnostics);
  check_water(scenario, diagnostics);
  check_swim_figures(scenario, diagnostics);
  check_bodies_in_model(scenario, diagnostics);
  for (const ProbeSpec& probe : scenario.probes) check_probe(probe, checker);
  for (const ProbeSpec& probe : scenario.probes) check_depth(probe, checker);
  check_study(scenario, diagnostics);
}

void check_expanded(const ScenarioSpec& scenario, Diagnostics& diagnostics) {
  check_unique(scenario.bodies, "body", diagnostics);
  for (const PartKind* kind : part_table()) check_names(*kind, scenario, diagnostics);
  check_unique(scenario.probes, "probe", diagnostics);
  std::set<std::string> probes;
  for (const ProbeSpec& probe : scenario.probes) probes.insert(probe.name);
  Checker checker(scenario, diagnostics);
  for (const PartKind* kind : part_table()) {
    if (kind->has_columns) check_taken(*kind, scenario, probes, "probe", diagnostics);
    if (kind->check_expanded) kind->check_expanded(checker);
  }
}

void check_expressions(Value spec, Diagnostics& diagnostics) {
  for_each_expression(spec, [&diagnostics](const ExpressionUse& use) {
    if (use.text.empty()) return;
    try {
      const Expression expression(use.text, use.variables, use.copy, use.origin);
      if (use.copy.n == 0 && (expression.uses("k") || expression.uses("n")))
        diagnostics.add(use.origin.error("", "k and n are defined only in copies made by repeat"));
    } catch (const InputError& error) {
      for (const Diagnostic& diagnostic : error.diagnostics()) diagnostics.add(diagnostic);
    }
  });
}

}  // namespace cuttle
