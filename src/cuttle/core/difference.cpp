#include "cuttle/core/difference.h"

#include "cuttle/math/se3.h"

namespace cuttle {

void difference(const Model& model, const VectorX& q0, const VectorX& q, Eigen::Ref<VectorX> d) {
  for (const Body& body : model.bodies) {
    for (const JointStep& step : body.steps) {
      if (step.kind == StepKind::screw) d[step.v] = q[step.q] - q0[step.q];
      if (step.kind != StepKind::rotation && step.kind != StepKind::motion) continue;
      const Pose from = step_pose(step, q0.data() + step.q),
                 to = step_pose(step, q.data() + step.q);
      const Pose way = from.inverse() * to;
      if (step.kind == StepKind::rotation)
        d.segment<3>(step.v) = log_so3(way.R);
      else
        d.segment<6>(step.v) = log_se3(way);
    }
    d.segment(body.v, body.n()) = q.segment(body.q, body.n()) - q0.segment(body.q, body.n());
  }
}

}  // namespace cuttle
