#include "cuttle/contact/contact_rows.h"

namespace cuttle {

Matrix3 contact_axes(const Vector3& n) {
  Eigen::Index smallest = 0;
  n.cwiseAbs().minCoeff(&smallest);
  Matrix3 axes;
  axes.col(0) = n;
  axes.col(1) = n.cross(Vector3(Vector3::Unit(smallest))).normalized();
  axes.col(2) = n.cross(Vector3(axes.col(1)));
  return axes;
}

void add_contact_row(const Model& model, const Contact& c, const Vector3& axis, const Workspace& ws,
                     TreeColumns& columns) {
  std::array<TreeColumns::Push, 4> pushes;
  int count = 0;
  for (size_t s = 0; s < 2; ++s) {
    const ContactSide& side = c.sides[s];
    if (side.body < 0) continue;
    const BodyWork& b = ws.bodies[size_t(side.body)];
    const Vector3 f = b.X_WB.R.transpose() * (s == 0 ? Vector3(-axis) : axis);
    const Vector3 x_B = b.X_WB.inverse() * c.x;
    for (size_t k = 0; k < 2; ++k) {
      if (side.weight[k] == 0) continue;
      TreeColumns::Push& push = pushes[size_t(count++)];
      push.body = side.body;
      push.point = side.point[k];
      push.wrench.head<3>() = side.weight[k] * x_B.cross(f);
      push.wrench.tail<3>() = side.weight[k] * f;
    }
  }
  columns.add(model, ws, std::span(pushes).first(size_t(count)));
}

}  // namespace cuttle
