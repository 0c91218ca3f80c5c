#include "cuttle/contact/part/warn.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>

#include "cuttle/contact/find_contacts.h"
#include "cuttle/contact/part/part.h"
#include "cuttle/contact/part/parties.h"

namespace cuttle {

namespace {

constexpr double kOverlap = 1e-3;  // part of the smaller radius from which it is told
constexpr std::size_t kMostPairs = 10;

// smallest radius or half edge; a plane has none
double radius_of(const ContactShape& shape) {
  if (shape.kind == ContactShapeKind::box) return shape.half.minCoeff();
  if (shape.kind == ContactShapeKind::capsule) return std::min(shape.radius[0], shape.radius[1]);
  return std::numeric_limits<double>::infinity();
}

// the body or obstacle that carries a shape; obstacles are the last shapes, one each
std::string name_of_shape(const Built& built, int shape) {
  const ContactModel& contact = built.model.contact;
  const int body = contact.shapes[size_t(shape)].body;
  if (body >= 0) return built.model.bodies[size_t(body)].name;
  const size_t first = contact.shapes.size() - built.spec.of<ObstacleSpec>().size();
  return built.spec.of<ObstacleSpec>()[size_t(shape) - first].name;
}

void warn_of_overlaps(const Built& built, Workspace& ws, std::vector<std::string>& warnings) {
  find_contacts(built.model, built.initial, ws);
  const std::vector<ContactShape>& shapes = built.model.contact.shapes;
  std::map<std::pair<std::string, std::string>, double> depths;
  for (const Contact& c : ws.contact.contacts) {
    const double radius =
        std::min(radius_of(shapes[size_t(c.key.a)]), radius_of(shapes[size_t(c.key.b)]));
    if (-c.gap <= kOverlap * radius) continue;
    double& depth = depths[{name_of_shape(built, c.key.a), name_of_shape(built, c.key.b)}];
    depth = std::max(depth, -c.gap);
  }
  std::size_t told = 0;
  for (const auto& [pair, depth] : depths) {
    if (told++ == kMostPairs) break;
    warnings.push_back(
        pair.first == pair.second
            ? fmt::format("{} overlaps with itself by {:.3g} m at the start", pair.first, depth)
            : fmt::format("{} and {} overlap by {:.3g} m at the start", pair.first, pair.second,
                          depth));
  }
  if (depths.size() > kMostPairs)
    warnings.push_back(
        fmt::format("{} more pairs overlap at the start", depths.size() - kMostPairs));
}

void warn_of_solids(const Built& built, std::vector<std::string>& warnings) {
  const std::set<const BodySpec*> touching = bodies_in_contacts(built.spec);
  for (const BodySpec& body : built.spec.bodies) {
    if (!body.rigid || body.rigid->touch || touching.count(&body) == 0) continue;
    for (const ShapeSpec& shape : body.rigid->shapes)
      if (cannot_touch(shape)) {
        warnings.push_back(fmt::format(
            "a {} of {} has no contact geometry, only its other shapes touch: give {} `touch: "
            "[...]` with sphere, capsule or box",
            solid_name(shape), body.name, body.name));
        break;
      }
  }
}

}  // namespace

void warn_of_contacts(const Built& built, Workspace& ws, std::vector<std::string>& warnings) {
  if (built.model.contact.empty()) return;
  warn_of_overlaps(built, ws, warnings);
  warn_of_solids(built, warnings);
}

}  // namespace cuttle
