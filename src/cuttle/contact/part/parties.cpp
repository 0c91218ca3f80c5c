#include "cuttle/contact/part/parties.h"

namespace cuttle {

namespace {

bool has_any_shape(const BodySpec& body) {
  if (!body.rigid) return body.rod.has_value();
  return body.rigid->touch ? !body.rigid->touch->empty() : !body.rigid->shapes.empty();
}

}  // namespace

ContactParties parties_of(const ScenarioSpec& scenario, const ContactSideSpec& side) {
  const std::set<std::string> names(side.names.begin(), side.names.end());
  const bool all = names.count(kAllShapes) > 0;
  ContactParties parties;
  for (const BodySpec& body : scenario.bodies)
    if (names.count(body.name) > 0 || (all && has_any_shape(body))) parties.bodies.push_back(&body);
  for (const ObstacleSpec& obstacle : scenario.of<ObstacleSpec>())
    if (all || names.count(obstacle.name) > 0) parties.obstacles.push_back(&obstacle);
  return parties;
}

std::set<const BodySpec*> bodies_in_contacts(const ScenarioSpec& scenario) {
  std::set<const BodySpec*> bodies;
  for (const ContactSpec& contact : scenario.of<ContactSpec>())
    for (const ContactSideSpec& side : contact.between)
      for (const BodySpec* body : parties_of(scenario, side).bodies) bodies.insert(body);
  return bodies;
}

std::vector<TouchSpec> touching_shapes(const RigidSpec& rigid) {
  if (rigid.touch) return *rigid.touch;
  std::vector<TouchSpec> list;
  for (const ShapeSpec& shape : rigid.shapes) {
    TouchSpec& touch = list.emplace_back();
    touch.sphere = shape.sphere;
    touch.capsule = shape.capsule;
    touch.box = shape.box;
    touch.ellipsoid = shape.ellipsoid;
    touch.cylinder = shape.cylinder;
    touch.cone = shape.cone;
    touch.hull = shape.hull;
    touch.mesh = shape.mesh;
    touch.pose = shape.pose;
    touch.origin = shape.origin;
  }
  return list;
}

}  // namespace cuttle
