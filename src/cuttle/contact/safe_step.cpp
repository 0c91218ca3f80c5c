#include "cuttle/contact/safe_step.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "cuttle/contact/broad_phase.h"
#include "cuttle/contact/contact_side.h"
#include "cuttle/contact/find_contacts.h"
#include "cuttle/contact/solid/solid.h"

namespace cuttle {
namespace {

// Shapes that are near may come nearer by this share of the smaller one in a step.
constexpr double kShare = 0.25;

/// Half of what a shape measures across where it is thinnest.
double half_thickness(const PlacedShape& shape) {
  if (shape.kind == ContactShapeKind::solid) return shape.solid->features().thickness;
  return shape.kind == ContactShapeKind::box ? shape.half.minCoeff()
                                             : std::min(shape.radius[0], shape.radius[1]);
}

/// Of the middle of a shape; of a panel the mean of its ends.
Vector3 velocity_of(const ContactShape& shape, const Vector3& centre, const Workspace& ws) {
  ContactSide side = rigid_side(shape, centre, ws);
  if (shape.is_panel()) {
    side.points = 2;
    side.point[1] = shape.point2;
    side.weight = {0.5, 0.5};
    side.arm[0] *= 0.5;
    side.arm[1] = side.arm[0];
  }
  return side_velocity(side, ws);
}

/// How fast the rim of a shape may move against its centre.
double rim_speed(const ContactShape& shape, double radius, const Workspace& ws) {
  if (shape.body < 0) return 0;
  const BodyWork& b = ws.bodies[size_t(shape.body)];
  return radius * (b.V_B + b.points[size_t(shape.point)].r).head<3>().norm();
}

/// Time for a way under a speed and an acceleration, which gravity gives at least.
double time_of_way(double way, double speed, double acceleration) {
  const double root = std::sqrt(speed * speed + 2 * acceleration * way);
  return speed + root > 0 ? 2 * way / (speed + root) : std::numeric_limits<double>::infinity();
}

}  // namespace

double safe_step(const Model& model, const Workspace& ws) {
  const std::vector<ContactShape>& shapes = model.contact.shapes;
  const std::vector<PlacedShape>& placed = ws.contact.placed;
  double limit = std::numeric_limits<double>::infinity();
  for (size_t i = 0; i < placed.size(); ++i) {
    if (placed[i].kind == ContactShapeKind::plane) continue;
    const Bounds a = bounds_of(placed[i]);
    const Vector3 v_a = velocity_of(shapes[i], a.centre, ws);
    const double rim_a = rim_speed(shapes[i], a.radius, ws);
    for (size_t j = i + 1; j < placed.size(); ++j) {
      if (placed[j].kind == ContactShapeKind::plane) continue;
      if (rule_of(shapes[i], shapes[j]) < 0 || !may_touch(model, shapes[i], shapes[j])) continue;
      const Bounds b = bounds_of(placed[j]);
      const double speed = (velocity_of(shapes[j], b.centre, ws) - v_a).norm() + rim_a +
                           rim_speed(shapes[j], b.radius, ws);
      const double apart = (b.centre - a.centre).norm() - a.radius - b.radius;
      const double near = kShare * std::min(half_thickness(placed[i]), half_thickness(placed[j]));
      limit = std::min(limit, time_of_way(std::max(apart, near), speed, model.gravity.norm()));
    }
  }
  return limit;
}

}  // namespace cuttle
