#include "cuttle/contact/part/warn.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "cuttle/contact/find_contacts.h"
#include "cuttle/contact/part/part.h"
#include "cuttle/contact/part/parties.h"
#include "cuttle/contact/part/shapes.h"

namespace cuttle {

namespace {

constexpr double kOverlap = 1e-3;  // part of the smaller radius from which it is told
constexpr std::size_t kMostPairs = 10;

// The body or obstacle that carries a shape: its name, and where it is written. Obstacles are the
// last shapes, one each.
struct Carrier {
  std::string name;
  const Origin* origin;
};
Carrier carrier_of(const Built& built, int shape) {
  const ContactModel& contact = built.model.contact;
  if (const int body = contact.shapes[size_t(shape)].body; body >= 0) {
    const std::string& name = built.model.bodies[size_t(body)].name;
    return {name, &find_body(built.spec, name)->origin};
  }
  const size_t first = contact.shapes.size() - built.spec.of<ObstacleSpec>().size();
  if (size_t(shape) < first) return {"the ground of a net", &built.spec.origin};
  const ObstacleSpec& obstacle = built.spec.of<ObstacleSpec>()[size_t(shape) - first];
  return {obstacle.name, &obstacle.origin};
}

void warn_of_overlaps(const Built& built, Workspace& ws, Diagnostics& warnings) {
  find_contacts(built.model, built.initial, ws);
  const std::vector<ContactShape>& shapes = built.model.contact.shapes;
  struct Overlap {
    double depth = 0;
    const Origin* origin = nullptr;
  };
  std::map<std::pair<std::string, std::string>, Overlap> overlaps;
  for (const Contact& c : ws.contact.contacts) {
    const double radius =
        std::min(least_radius(shapes[size_t(c.key.a)]), least_radius(shapes[size_t(c.key.b)]));
    if (-c.gap <= kOverlap * radius) continue;
    const Carrier first = carrier_of(built, c.key.a), second = carrier_of(built, c.key.b);
    Overlap& overlap = overlaps[{first.name, second.name}];
    overlap = {std::max(overlap.depth, -c.gap), first.origin};
  }
  std::size_t told = 0;
  for (const auto& [pair, overlap] : overlaps) {
    if (told++ == kMostPairs) break;
    Diagnostic warning = overlap.origin->warning(
        "", pair.first == pair.second
                ? fmt::format("{} overlaps with itself by {:.3g} m at the start", pair.first,
                              overlap.depth)
                : fmt::format("{} and {} overlap by {:.3g} m at the start", pair.first, pair.second,
                              overlap.depth));
    warning.copy = {};  // each pair for itself: the text names both
    warnings.add(std::move(warning));
  }
  if (overlaps.size() > kMostPairs)
    warnings.add(built.spec.origin.warning(
        "contacts",
        fmt::format("{} more pairs overlap at the start", overlaps.size() - kMostPairs)));
}

// "all" where there is but one rod: what is left is the rod with itself.
void warn_of_lone_rods(const Built& built, Diagnostics& warnings) {
  for (const ContactSpec& contact : built.spec.of<ContactSpec>()) {
    const ContactParties a = parties_of(built.spec, contact.between[0]);
    const ContactParties b = parties_of(built.spec, contact.between[1]);
    const bool alone = a.bodies.size() == 1 && a.bodies == b.bodies && a.obstacles.empty() &&
                       b.obstacles.empty() && a.bodies.front()->rod;
    const auto says_all = [](const ContactSideSpec& side) {
      return std::ranges::find(side.names, kAllShapes) != side.names.end();
    };
    if (!alone || !says_all(contact.between[0]) || !says_all(contact.between[1])) continue;
    warnings.add(contact.origin.warning(
        "between", fmt::format("nothing has shapes but {}: it can touch nothing but itself",
                               a.bodies.front()->name)));
  }
}

}  // namespace

void look_at_obstacles(const Built& built, Diagnostics& warnings) {
  for (const ObstacleSpec& obstacle : built.spec.of<ObstacleSpec>())
    for (const auto* mesh : {&obstacle.shape.hull, &obstacle.shape.mesh})
      if (*mesh)
        for (const std::string& note : (*mesh)->notes)
          warnings.add((*mesh)->origin.warning("", note));
}

void warn_of_contacts(const Built& built, Workspace& ws, Diagnostics& warnings) {
  if (built.model.contact.empty()) return;
  warn_of_overlaps(built, ws, warnings);
  warn_of_lone_rods(built, warnings);
}

}  // namespace cuttle
