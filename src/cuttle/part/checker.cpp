#include "cuttle/part/checker.h"

#include <fmt/format.h>

#include "cuttle/spec/spec_place.h"
#include "cuttle/spec/strip_place.h"

namespace cuttle {

namespace {

using Kind = BodyPlaceSpec::Kind;

// base, edge or an abscissa
void check_shell_mount(const BodyPlaceSpec& at, const BodySpec& body, const Origin& origin,
                       const char* field, Diagnostics& diagnostics) {
  const bool named = at.kind == Kind::frame && at.frame != "edge";
  if (!named && at.kind != Kind::tip) return;
  diagnostics.add(origin.error(
      field,
      fmt::format("'{}' is not a place on the shell {}", named ? at.frame : "tip", body.name),
      "give base, edge, or an abscissa in metres"));
}

// one of its nodes, or between two of them
void check_net_mount(const BodyPlaceSpec& at, const BodySpec& body, const Origin& origin,
                     const char* field, Diagnostics& diagnostics) {
  const FoundStripPlace found = find_strip_place(*body.net, body.name, at);
  if (!found.fault.empty()) diagnostics.add(origin.error(field, found.fault, found.hint));
}

}  // namespace

bool has_kind(const BodySpec& body) { return body.rod || body.rigid || body.shell || body.net; }

std::vector<std::string> Checker::body_names() const {
  std::vector<std::string> names;
  for (const BodySpec& body : spec.bodies) names.push_back(body.name);
  return names;
}

namespace {

Diagnostic unknown_body(const std::string& name, const Origin& origin, const char* field,
                        const std::vector<std::string>& offered, const char* kinds = "bodies") {
  return origin.error(field, "unknown body '" + name + "'", suggest(name, offered, kinds));
}

}  // namespace

const BodySpec* Checker::body(const std::string& name, const Origin& origin,
                              const char* field) const {
  const BodySpec* const found = bodies.find(name);
  if (!found && !name.empty()) diagnostics.add(unknown_body(name, origin, field, body_names()));
  return found;
}

const BodySpec* Checker::shell(const std::string& name, const Origin& origin, const char* field,
                               const char* hint) const {
  const BodySpec* const found = bodies.find(name);
  if (!found && !name.empty()) {
    std::vector<std::string> shells;
    for (const BodySpec& body : spec.bodies)
      if (body.shell || !has_kind(body)) shells.push_back(body.name);
    diagnostics.add(unknown_body(name, origin, field, shells, "shells"));
  }
  if (!found || found->shell) return found;
  if (has_kind(*found))
    diagnostics.add(origin.error(field, "the body " + name + " is not a shell", hint));
  return nullptr;
}

void Checker::mount(const BodyPlaceSpec& at, const BodySpec* body, const Origin& origin,
                    const char* field) const {
  if (!body || !has_kind(*body)) return;
  if (body->shell) return check_shell_mount(at, *body, origin, field, diagnostics);
  if (body->net) return check_net_mount(at, *body, origin, field, diagnostics);
  if (body->rigid && named_frame(*body->rigid, at)) return;
  if (at.kind == Kind::frame) {
    std::vector<std::string> frames;
    if (body->rigid)
      for (const auto& [name, pose] : body->rigid->frames) frames.push_back(name);
    if (body->rod)
      diagnostics.add(origin.error(field,
                                   "'" + at.frame + "' is not a place on the rod " + body->name,
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

void Checker::mount_or_world(const std::string& name, const BodyPlaceSpec& at, const Origin& origin,
                             const char* offset) const {
  if (const BodySpec* const found = bodies.find(name)) return mount(at, found, origin, "at");
  if (name != "world" && !name.empty()) {
    std::vector<std::string> places = body_names();
    places.push_back("world");
    diagnostics.add(unknown_body(name, origin, "body", places));
  }
  if (name != "world") return;
  if (at.kind != Kind::automatic)
    diagnostics.add(
        origin.error("at", "the world has no such place", fmt::format("use {}", offset)));
}

void Checker::span(const std::optional<BodyPlaceSpec>& from, const std::optional<BodyPlaceSpec>& to,
                   const BodySpec* body, const Origin& origin) const {
  if (!body || !has_kind(*body)) return;
  if (!body->rod) {
    diagnostics.add(origin.error(from ? "from" : "to", "the body " + body->name + " is not a rod",
                                 body->shell ? "loads along a shell belong in shell_loads" : ""));
    return;
  }
  const auto abscissa = [body](const BodyPlaceSpec& at, double otherwise) {
    if (at.kind == Kind::abscissa) return at.abscissa;
    if (at.kind == Kind::tip) return body->rod->length();
    return at.kind == Kind::base ? 0.0 : otherwise;
  };
  if (from) mount(*from, body, origin, "from");
  if (to) mount(*to, body, origin, "to");
  const double start = from ? abscissa(*from, 0) : 0;
  const double end = to ? abscissa(*to, body->rod->length()) : body->rod->length();
  if (!(start < end) && body->rod->length() > 0)
    diagnostics.add(origin.error(
        to ? "to" : "from",
        fmt::format("the span ends at {:.6g} m, before its start at {:.6g} m", end, start)));
}

void Checker::needs_water(const Origin& origin, const char* message) const {
  if (!wet()) diagnostics.add(origin.error("", message, "give the model water: {density: 1000}"));
}

}  // namespace cuttle
