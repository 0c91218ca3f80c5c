#include "cuttle/contact/part/draw.h"

#include <Eigen/Geometry>
#include <algorithm>

#include "cuttle/contact/part/shapes.h"
#include "cuttle/contact/recorded_shapes.h"
#include "cuttle/math/turn_between.h"

namespace cuttle {
namespace {

constexpr int kArrowsPerBody = 60;

/// One for each shape, or for as many neighbours as leave few enough.
void draw_arrows(const Model& model, Canvas& canvas) {
  const std::vector<RecordedShape> shapes = recorded_shapes(model);
  const auto body_of = [&](std::size_t i) {
    return model.contact.shapes[std::size_t(shapes[i].shape)].body;
  };
  for (std::size_t i = 0; i < shapes.size();) {
    std::size_t end = i;
    while (end < shapes.size() && body_of(end) == body_of(i)) ++end;
    const int count = int(end - i), each = (count + kArrowsPerBody - 1) / kArrowsPerBody;
    for (int k = 0; k < count; k += each) {
      const std::size_t first = i + std::size_t(k);
      canvas.contact_arrow({.name = "contacts." + shapes[first].name,
                            .first = int(first),
                            .count = std::min(each, count - k)});
    }
    i = end;
  }
}

}  // namespace

void draw_obstacles(const Built& built, Canvas& canvas) {
  for (const ObstacleSpec& obstacle : built.spec.of<ObstacleSpec>()) {
    if (obstacle.plane) {
      const auto turn = turn_between(Vector3::UnitZ(), obstacle.plane->normal);
      canvas.obstacle(obstacle.name, std::nullopt,
                      {turn.toRotationMatrix(), obstacle.plane->point});
    } else {
      const PoseSpec& pose = obstacle.shape.pose;
      canvas.obstacle(
          obstacle.name,
          obstacle.height_field ? drawn_shape(*obstacle.height_field) : drawn_shape(obstacle.shape),
          {pose.rotation, pose.position});
    }
  }
}

void draw_contacts(const Built& built, Canvas& canvas) {
  const Model& model = built.model;
  for (const ContactShape& shape : model.contact.shapes) {
    if (shape.body < 0) continue;
    // what rides on the base of a rigid body; the chain of a rod is the rod
    const bool rigid = model.bodies[std::size_t(shape.body)].family->family() == "rigid";
    if (rigid && shape.point == 0) canvas.contact_shape(shape.body, drawn_shape(shape), shape.X_PS);
  }
  draw_arrows(model, canvas);
}

}  // namespace cuttle
