#include "cuttle/contact/part/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "cuttle/contact/part/part.h"
#include "cuttle/contact/part/parties.h"
#include "cuttle/contact/part/shapes.h"
#include "cuttle/core/contact.h"

namespace cuttle {

namespace {

// What the checks of contacts share.
struct Parts {
  explicit Parts(const ScenarioSpec& s) : scenario(s), index(s) {
    const auto add = [this](const std::string& name, bool touches) {
      known.insert(name);
      if (touches) touching.push_back(name);
    };
    for (const BodySpec& body : s.bodies)
      add(body.name, !body.shell && !(body.rigid && touching_shapes(*body.rigid).empty()));
    for (const ObstacleSpec& obstacle : s.of<ObstacleSpec>()) add(obstacle.name, true);
    touching.push_back(kAllShapes);
  }
  // does `repeat` make several of it?
  bool copied(const BodySpec& body) const {
    const BodySpec* walk = &body;
    for (std::size_t i = 0; walk && i < known.size(); ++i, walk = index.parent(*walk))
      if (walk->repeat && walk->repeat->count > 1) return true;
    return false;
  }

  const ScenarioSpec& scenario;
  BodyIndex index;
  std::set<std::string> known;        // names of bodies and obstacles
  std::vector<std::string> touching;  // of those that can touch something
};

void check_obstacles(const Parts& parts, Diagnostics& diagnostics) {
  std::set<std::string> seen;
  for (const ObstacleSpec& obstacle : parts.scenario.of<ObstacleSpec>()) {
    if (obstacle.height_field) check_heights(*obstacle.height_field, diagnostics);
    const std::string& name = obstacle.name;
    if (name.empty()) continue;
    if (name == kAllShapes || name == "world")
      diagnostics.add(obstacle.origin.error("name", "'" + name + "' has another meaning"));
    else if (parts.index.find(name))
      diagnostics.add(obstacle.origin.error("name", "a body has the name '" + name + "'"));
    else if (!seen.insert(name).second)
      diagnostics.add(
          obstacle.origin.error("name", "another obstacle has the name '" + name + "'"));
  }
  if (parts.scenario.of<ContactSpec>().empty()) return;
  for (const BodySpec& body : parts.scenario.bodies)
    if (body.name == kAllShapes)
      diagnostics.add(body.origin.error("name", "'all' stands for all bodies in contacts"));
}

void report(const ContactSideSpec& side, const std::string& name, const std::string& message,
            const std::string& hint, Diagnostics& diagnostics) {
  Diagnostic diagnostic = side.origin.error("", message, hint);
  diagnostic.mark = side.origin.at(name);
  diagnostics.add(std::move(diagnostic));
}

void check_names(const Parts& parts, const ContactSideSpec& side, Diagnostics& diagnostics) {
  for (const std::string& name : side.names) {
    if (name == kAllShapes || parts.known.count(name) > 0) continue;
    const bool world = name == "world";
    report(side, name, "unknown body or obstacle '" + name + "'",
           world ? "shapes of the world are obstacles: give their names"
                 : suggest(name, parts.touching, "bodies and obstacles"),
           diagnostics);
  }
}

// each body needs shapes that can touch
void check_shapes(const Parts& parts, const ContactSideSpec& side, Diagnostics& diagnostics) {
  for (const BodySpec* body : parties_of(parts.scenario, side).bodies) {
    if (body->shell)
      report(side, body->name, "the shell " + body->name + " has no contact geometry",
             "shells take no part in contacts: leave it out", diagnostics);
    if (!body->rigid || !touching_shapes(*body->rigid).empty()) continue;
    report(side, body->name, fmt::format("the body {} has no shape that can touch", body->name),
           fmt::format("give {} `touch: [...]` with sphere, box, cylinder, mesh, ...", body->name),
           diagnostics);
  }
}

// Why two parties never touch; empty: they may.
std::string why_never(const Parts& parts, const BodySpec& a, const BodySpec& b) {
  if (&a == &b && a.rigid && !parts.copied(a))
    return "shapes of one rigid body do not touch each other";
  const BodySpec* const parent = a.parent == b.name ? &b : b.parent == a.name ? &a : nullptr;
  if (parent && !parts.copied(*parent)) return "a body and its parent do not touch each other";
  return "";
}

void check_pairs(const Parts& parts, const ContactSpec& contact, Diagnostics& diagnostics) {
  const ContactParties a = parties_of(parts.scenario, contact.between[0]);
  const ContactParties b = parties_of(parts.scenario, contact.between[1]);
  const bool against_world =
      (!a.bodies.empty() && !b.obstacles.empty()) || (!a.obstacles.empty() && !b.bodies.empty());
  if (against_world) return;
  std::set<std::string> reasons;
  if (!a.obstacles.empty() && !b.obstacles.empty())
    reasons.insert("obstacles do not touch each other");
  for (const BodySpec* one : a.bodies)
    for (const BodySpec* other : b.bodies) {
      const std::string reason = why_never(parts, *one, *other);
      if (reason.empty()) return;
      reasons.insert(reason);
    }
  if (reasons.empty()) reasons.insert("one side is empty");
  diagnostics.add(contact.origin.error(
      "between", fmt::format("nothing here can ever touch: {}", fmt::join(reasons, "; "))));
}

void check_friction(const FrictionSpec& friction, Diagnostics& diagnostics) {
  const double kinetic = friction.kinetic_coefficient.value_or(0);
  if (kinetic > friction.static_coefficient && friction.origin.given("static"))
    diagnostics.add(friction.origin.error(
        "kinetic",
        fmt::format("must be <= static = {}, got {}", friction.static_coefficient, kinetic)));
}

// only rods touch along lines
void check_lines(const Parts& parts, const ContactSpec& contact, Diagnostics& diagnostics) {
  for (const ContactSideSpec& side : contact.between)
    for (const BodySpec* body : parties_of(parts.scenario, side).bodies)
      if (body->rod) return;
  for (const auto& [field, given] :
       {std::pair("line_stiffness", contact.line_stiffness.has_value()),
        std::pair("line_damping", contact.line_damping.has_value())})
    if (given)
      diagnostics.add(contact.origin.error(field, "has no meaning here: no rod takes part",
                                           "give stiffness and damping"));
}

// rods touch with their radius; that of a custom section is not known unless it is given
void check_custom_sections(const Parts& parts, Diagnostics& diagnostics) {
  std::set<const BodySpec*> rods;
  for (const ContactSpec& contact : parts.scenario.of<ContactSpec>())
    for (const ContactSideSpec& side : contact.between)
      for (const BodySpec* body : parties_of(parts.scenario, side).bodies)
        if (body->rod && rods.insert(body).second)
          for (const DivisionSpec& division : body->rod->divisions) {
            const SectionSpec& section = division.section;
            if (section.shape == SectionShape::custom && !section.radius &&
                !section.origin.given("radius"))
              diagnostics.add(section.origin.error("radius",
                                                   "missing: the rod takes part in contacts",
                                                   "how thick it is in contacts [m]"));
          }
}

}  // namespace

void check_obstacles(Checker& checker) {
  check_obstacles(Parts(checker.spec), checker.diagnostics);
}

void check_contacts(Checker& checker) {
  const Parts parts(checker.spec);
  Diagnostics& diagnostics = checker.diagnostics;
  const std::vector<ContactSpec>& contacts = checker.spec.of<ContactSpec>();
  if (contacts.size() > kMaxContactRules)
    diagnostics.add(contacts[kMaxContactRules].origin.error(
        "",
        fmt::format("{} contacts, but at most {} are possible", contacts.size(), kMaxContactRules),
        "contacts of the same kind can be combined: each side takes a list of names"));
  for (const ContactSpec& contact : contacts) {
    const std::size_t before = diagnostics.size();
    for (const ContactSideSpec& side : contact.between) {
      check_names(parts, side, diagnostics);
      check_shapes(parts, side, diagnostics);
    }
    // a side that could not be read has been reported already
    const bool read = !contact.between[0].names.empty() && !contact.between[1].names.empty();
    if (diagnostics.size() == before && read) check_pairs(parts, contact, diagnostics);
    check_friction(contact.friction, diagnostics);
    if (diagnostics.size() == before) check_lines(parts, contact, diagnostics);
  }
  check_custom_sections(parts, diagnostics);
}

}  // namespace cuttle
