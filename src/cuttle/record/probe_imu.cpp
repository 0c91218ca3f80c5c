#include "cuttle/record/probe_imu.h"

#include "cuttle/dynamics/jacobian.h"
#include "cuttle/dynamics/kinematics.h"
#include "cuttle/math/se3.h"

namespace cuttle {

namespace {

// J a of a point, in its own frame: column by column, from the body to the world
Vector6 jacobian_times_a(const Model& model, const Input& u, const Workspace& ws, int body,
                         int point) {
  Vector6 sum = Vector6::Zero();
  // X: pose of the point in the frame that the walk has reached
  Pose X = ws.bodies[size_t(body)].points[size_t(point)].X_BP;
  for (int i = body, k = point; i >= 0;) {
    const Body& at = model.bodies[size_t(i)];
    const BodyWork& b = ws.bodies[size_t(i)];
    Vector6 own = Vector6::Zero();
    for (int row = 0; row < 6; ++row)
      for (int j = 0; j < b.n; ++j)
        own[row] += b.J_row(k, row)[j / kBlock][j % kBlock] * ws.a[at.v + j];
    sum += Ad_inv_apply(X, own);
    for (int s = int(at.steps.size()) - 1; s >= 0; --s) {
      const JointStep& step = at.steps[size_t(s)];
      const double* const a =
          step.prescribed() ? &u.u_ddot[step.prescribed_input] : ws.a.data() + step.v;
      sum += Ad_inv_apply(X, step_twist(step, a));
      X = ws.steps[size_t(i)][size_t(s)].X * X;
    }
    k = at.parent_point;
    i = at.parent;
  }
  return sum;
}

}  // namespace

ImuReading imu_reading(const Model& model, const Input& u, const Workspace& ws,
                       const BodyPlace& at) {
  if (!at.on_body()) return {.acceleration = -model.gravity};
  const Vector6 V = point_twist(ws, at.body, at.point);
  const Vector6 A = jacobian_times_a(model, u, ws, at.body, at.point) +
                    jacobian_rate_times_v(model, ws, at.body, at.point);
  // A is the rate of V in turning axes; the acceleration of the place is v' + omega x v
  const Vector3 omega = V.head<3>(), turning = A.head<3>();
  const Vector3 v = V.tail<3>() + omega.cross(at.offset);
  const Vector3 acceleration = A.tail<3>() + turning.cross(at.offset) + omega.cross(v);
  const Matrix3 R = point_pose(ws, at.body, at.point).R;
  return {acceleration - R.transpose() * model.gravity, omega};
}

}  // namespace cuttle
