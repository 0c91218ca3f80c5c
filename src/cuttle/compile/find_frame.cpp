#include "cuttle/compile/find_frame.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "cuttle/compile/family_table.h"
#include "cuttle/compile/scenario.h"

namespace cuttle {
namespace {

constexpr double kSameAbscissa = 1e-9;  // part of the length

/// Abscissas of the points of a body, as a file counts them; empty: it has none.
std::vector<double> abscissas(const Scenario& scenario, const Body& body) {
  const FamilyKind& family = family_of(body);
  if (!family.abscissas) return {};
  return family.abscissas(*find_body(scenario.spec, body.name), *body.family);
}

int point_at(const std::vector<double>& places, double X) {
  const double length = *std::max_element(places.begin(), places.end());
  for (std::size_t i = 0; i < places.size(); ++i)
    if (std::abs(places[i] - X) <= kSameAbscissa * length) return int(i);
  return -1;
}

/// What the body itself means: the tip of a rod, the base of other bodies.
int own_point(const Body& body) {
  const FamilyKind& family = family_of(body);
  return family.own_point ? family.own_point(*body.family) : 0;
}

/// Places of a body that have names.
std::vector<NamedPoint> places_of(const Scenario& scenario, const Body& body) {
  return family_of(body).named_points(*find_body(scenario.spec, body.name), *body.family);
}

[[noreturn]] void refuse(const std::string& field, std::string message, std::string hint) {
  throw InputError(Diagnostic{{}, field, std::move(message), std::move(hint)});
}

}  // namespace

BodyPlace find_frame(const Scenario& scenario, std::string_view name) {
  const std::vector<Body>& bodies = scenario.model.bodies;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (!name.starts_with(bodies[i].name)) continue;
    const std::string_view rest = name.substr(bodies[i].name.size());
    if (rest.empty()) return {.body = int(i), .point = own_point(bodies[i])};
    for (const NamedPoint& place : places_of(scenario, bodies[i]))
      if (rest.front() == '.' && rest.substr(1) == place.name)
        return {.body = int(i), .point = place.point};
  }
  for (const Probe& probe : scenario.probes)
    if (const BodyPlace* place = probe.target().place();
        place && place->on_body() && probe.name() == name)
      return *place;
  refuse("frame", fmt::format("no such frame: '{}'", name),
         suggest(std::string(name), frame_names(scenario), "frames"));
}

BodyPlace find_frame(const Scenario& scenario, const std::string& body, double abscissa) {
  const int index = scenario.model.find_body(body);
  std::vector<std::string> names;
  for (const Body& b : scenario.model.bodies) names.push_back(b.name);
  if (index < 0)
    refuse("frame", fmt::format("no such body: '{}'", body), suggest(body, names, "bodies"));
  const auto places = abscissas(scenario, scenario.model.bodies[std::size_t(index)]);
  if (places.empty())
    refuse("frame", fmt::format("'{}' is rigid and has no abscissas", body),
           "name one of its frames");
  const int point = point_at(places, abscissa);
  if (point < 0)
    refuse(
        "frame", fmt::format("'{}' has no point at {} m", body, abscissa),
        fmt::format("add a probe {{name: ..., frame: {}, at: {}}} to the model", body, abscissa));
  return {.body = index, .point = point};
}

std::vector<std::string> frame_names(const Scenario& scenario) {
  std::vector<std::string> names;
  for (const Body& body : scenario.model.bodies) {
    names.push_back(body.name);
    for (const NamedPoint& place : places_of(scenario, body))
      names.push_back(body.name + "." + place.name);
  }
  for (const Probe& probe : scenario.probes)
    if (const BodyPlace* place = probe.target().place(); place && place->on_body())
      names.push_back(probe.name());
  return names;
}

}  // namespace cuttle
