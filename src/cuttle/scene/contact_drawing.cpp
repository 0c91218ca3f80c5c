#include "cuttle/scene/contact_drawing.h"

#include <Eigen/Geometry>
#include <algorithm>

#include "cuttle/contact/part/part.h"
#include "cuttle/math/turn_between.h"
#include "cuttle/record/contact_record.h"
#include "cuttle/scene/solid_mesh.h"

namespace cuttle {
namespace {

constexpr int kArrowsPerBody = 60;

ShapeSpec drawn_shape(const TouchSpec& touch) {
  ShapeSpec shape;
  shape.sphere = touch.sphere;
  shape.capsule = touch.capsule;
  shape.box = touch.box;
  return shape;
}

ShapeSpec drawn_shape(const ContactShape& contact) {
  ShapeSpec shape;
  if (contact.kind == ContactShapeKind::box)
    shape.box = Vector3(2 * contact.half);
  else
    shape.capsule = {contact.radius[0], 2 * contact.half_length};
  return shape;
}

SceneObstacle plane_obstacle(const std::string& name, const PlaneSpec& plane) {
  const auto turn = turn_between(Vector3::UnitZ(), plane.normal);
  return {name, -1, {turn.toRotationMatrix(), plane.point}};
}

}  // namespace

void add_obstacles(const Scenario& scenario, Drawing& drawing) {
  Scene& scene = drawing.still;
  for (const ObstacleSpec& obstacle : scenario.spec.of<ObstacleSpec>()) {
    if (obstacle.plane) {
      scene.obstacles.push_back(plane_obstacle(obstacle.name, *obstacle.plane));
      continue;
    }
    const PoseSpec& pose = obstacle.shape.pose;
    const int mesh = add_mesh(solid_mesh(drawn_shape(obstacle.shape)), scene);
    scene.obstacles.push_back({obstacle.name, mesh, {pose.rotation, pose.position}});
  }
}

void add_contacts(const Model& model, Drawing& drawing) {
  Scene& scene = drawing.still;
  std::vector<int> bodies;  // of the record
  for (const ContactShape& shape : model.contact.shapes) {
    if (shape.body < 0) continue;
    bodies.push_back(shape.body);
    // what rides on the base of a rigid body; the chain of a rod is the rod
    const bool rigid = model.bodies[std::size_t(shape.body)].family->family() == "rigid";
    if (!rigid || shape.point != 0) continue;
    const int mesh = add_mesh(solid_mesh(drawn_shape(shape)), scene);
    scene.shells.push_back({shape.body, mesh, shape.X_PS});
  }

  const std::vector<std::string> names = ContactRecord(model).names();
  for (std::size_t i = 0; i < bodies.size();) {
    std::size_t end = i;
    while (end < bodies.size() && bodies[end] == bodies[i]) ++end;
    const int count = int(end - i), each = (count + kArrowsPerBody - 1) / kArrowsPerBody;
    for (int k = 0; k < count; k += each) {
      const std::size_t first = i + std::size_t(k);
      scene.arrows.push_back({"contacts." + names[first], ArrowKind::contact, "N"});
      drawing.contacts.push_back({int(first), std::min(each, count - k)});
    }
    i = end;
  }
}

void add_connections(const Model& model, Drawing& drawing) {
  for (const Connection& connection : model.connections) {
    SceneConnection drawn{connection.name, std::string(connection.kind->name), {}};
    const HeldTurns turns = connection.kind->turns;
    const bool has_axis = turns == HeldTurns::off_axis || turns == HeldTurns::cardan ||
                          connection.kind->slides == HeldSlides::off_axis;
    if (has_axis) drawn.axes.push_back(connection.axis);
    if (turns == HeldTurns::cardan) drawn.axes.push_back(connection.axis2);
    drawing.still.connections.push_back(std::move(drawn));
    drawing.mounts.push_back(connection.a);
    drawing.mounts.push_back(connection.b);
  }
}

}  // namespace cuttle
