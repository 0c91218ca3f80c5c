#include "cuttle/connection/connection_forces.h"

#include "cuttle/connection/connection_rows.h"
#include "cuttle/math/so3.h"

namespace cuttle {

void ConnectionForces::apply(const Model& model, const State& x, const Input&, bool with_tangent,
                             Workspace& ws) const {
  int first = 0;
  for (size_t i = 0; i < model.connections.size(); ++i) {
    const Connection& c = model.connections[i];
    const int count = c.rows();
    if (x.connections[i].closed) {
      const ConnectionMotion m = connection_motion(model, ws, c, x.connections[i], false);
      const RowWrenches wrenches = row_wrenches(m);
      const auto forces = ws.lambda.segment(first, count);
      const auto push = [&](const Mount& mount, const Vector6& wrench) {
        if (mount.body >= 0)
          ws.bodies[size_t(mount.body)].points[size_t(mount.point)].load += wrench;
      };
      // constant in frame B, so that only body A sees it turn
      const Vector6 on_a = wrenches.on_a.leftCols(count) * forces;
      push(c.a, on_a);
      push(c.b, wrenches.on_b.leftCols(count) * forces);
      if (with_tangent && c.a.body >= 0)
        ws.bodies[size_t(c.a.body)].tangents.push_back(
            {c.a.point, fixed_wrench_stiffness(on_a), Matrix6::Zero()});
    }
    first += count;
  }
}

Matrix6 fixed_wrench_stiffness(const Vector6& wrench) {
  const Matrix3 moment = hat(wrench.head<3>()), force = hat(wrench.tail<3>());
  Matrix6 K;
  K << -moment, -force, -force, Matrix3::Zero();
  return K;
}

}  // namespace cuttle
