#include "cuttle/part/canvas.h"

namespace cuttle {

Vector3 force_on_point(const Actor& actor, int body, int point, const Snapshot& at) {
  BodyWork& work = at.ws.bodies[std::size_t(body)];
  Vector6& load = work.points[std::size_t(point)].load;
  const Vector6 kept = load;
  load.setZero();
  actor.apply(at.model, at.x, at.u, false, at.ws);
  const Vector3 force = work.X_WB.R * load.tail<3>();
  load = kept;
  return force;
}

}  // namespace cuttle
