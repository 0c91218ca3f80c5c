#include "cuttle/connection/scales.h"

#include <algorithm>

#include "cuttle/connection/islands.h"
#include "cuttle/dynamics/energy.h"
#include "cuttle/dynamics/kinematics.h"

namespace cuttle {

std::vector<int> displacement_coordinate(const Model& model) {
  std::vector<int> index(size_t(model.nv));
  for (const Body& body : model.bodies) {
    for (const JointStep& step : body.steps)
      for (int i = 0; i < step.nv(); ++i) {
        const int shift = step.kind == StepKind::screw ? 0 : i + 1;  // past the quaternion's w
        index[size_t(step.v + i)] = step.q + shift;
      }
    for (int i = 0; i < body.n(); ++i) index[size_t(body.v + i)] = body.q + i;
  }
  return index;
}

double loop_reach(const Model& model, const Workspace& ws, const Connection& connection) {
  const Mount& mount = connection.b.body >= 0 ? connection.b : connection.a;
  const Vector3 end = (point_pose(ws, mount.body, mount.point) * mount.X_PM).p;
  double reach = 0;
  for (const int body : loop_bodies(model, connection)) {
    const BodyWork& work = ws.bodies[size_t(body)];
    reach = std::max(reach, (work.X_WB.p - end).norm());
    for (const auto& point : work.points)
      reach = std::max(reach, ((work.X_WB * point.X_BP).p - end).norm());
  }
  return reach > 0 ? reach : 1;
}

VectorX displacement_scale(const Model& model) {
  const std::vector<int> index = displacement_coordinate(model);
  VectorX scale(model.nv);
  for (int i = 0; i < model.nv; ++i) scale[i] = model.q_scale[index[size_t(i)]];
  return scale;
}

VectorX reach_scale(const Model& model) {
  VectorX scale = model.q_scale;
  for (const Body& body : model.bodies) {
    const std::vector<StrainCoordinate> strains = body.family->coordinates();
    for (int i = 0; i < body.n(); ++i)
      if (!strains[size_t(i)].turns && !strains[size_t(i)].place) scale[body.q + i] = 1;
  }
  return scale;
}

double energy_scale(const Model& model, Workspace& ws) {
  State x = rest_state(model);
  x.v = model.v_scale;
  Input u;
  u.u = u.u_dot = u.u_ddot = VectorX::Zero(model.nu());
  // what is driven takes its velocity from its input
  for (const Body& body : model.bodies)
    for (const JointStep& step : body.steps)
      if (step.prescribed()) u.u_dot[step.prescribed_input] = model.v_scale[step.v];
  update_kinematics(model, x, u, nullptr, ws);
  return kinetic_energy(model, ws);
}

}  // namespace cuttle
