#include "cuttle/contact/place_shapes.h"

#include "cuttle/dynamics/kinematics.h"

namespace cuttle {
namespace {

Vector3 place_of(const Workspace& ws, int body, int point) {
  const BodyWork& b = ws.bodies[size_t(body)];
  return b.X_WB * b.points[size_t(point)].X_BP.p;
}

void place_link(const ContactModel& model, const ContactShape& shape, const Workspace& ws,
                PlacedShape& placed) {
  placed.ends = {place_of(ws, shape.body, shape.point), place_of(ws, shape.body, shape.point2)};
  placed.has_previous = shape.previous >= 0;
  placed.has_next = shape.next >= 0;
  if (placed.has_previous)
    placed.beyond[0] = place_of(ws, shape.body, model.shapes[size_t(shape.previous)].point);
  if (placed.has_next)
    placed.beyond[1] = place_of(ws, shape.body, model.shapes[size_t(shape.next)].point2);
}

}  // namespace

void place_shapes(const Model& model, const Workspace& ws, ContactWork& work) {
  const std::vector<ContactShape>& shapes = model.contact.shapes;
  work.placed.resize(shapes.size());
  for (size_t i = 0; i < shapes.size(); ++i) {
    const ContactShape& shape = shapes[i];
    PlacedShape& placed = work.placed[i];
    placed.kind = shape.kind;
    placed.radius = shape.radius;
    placed.half = shape.half;
    if (shape.point2 >= 0) {
      place_link(model.contact, shape, ws, placed);
      continue;
    }
    placed.X = shape.body < 0 ? shape.X_PS : point_pose(ws, shape.body, shape.point) * shape.X_PS;
    const Vector3 half_axis = shape.half_length * placed.X.R.col(0);
    placed.ends = {placed.X.p - half_axis, placed.X.p + half_axis};
  }
}

}  // namespace cuttle
