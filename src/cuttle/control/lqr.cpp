#include "cuttle/control/lqr.h"

#include "cuttle/base/contract.h"
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

Lqr::Lqr(const Model& model, State x0, VectorX u0, MatrixX K)
    : x0_(std::move(x0)),
      u0_(std::move(u0)),
      K_(std::move(K)),
      deviation_(VectorX::Zero(2 * model.nv)) {
  expects(K_.rows() == u0_.size() && K_.cols() == 2 * model.nv, "gains (inputs x 2 nv)");
  expects(x0_.q.size() == model.nq && x0_.v.size() == model.nv, "a state of this model");
}

Status Lqr::command(const Observation& seen, std::span<double> commands) {
  const int nv = seen.model.nv;
  difference(seen.model, x0_.q, seen.x.q, deviation_.head(nv));
  deviation_.tail(nv) = seen.x.v - x0_.v;
  Eigen::Map<VectorX> u(commands.data(), Eigen::Index(commands.size()));
  u = u0_;
  u.noalias() -= K_ * deviation_;
  return {};
}

std::vector<ControllerColumn> Lqr::columns() const {
  return {{"deviation", "", "length of the displacement from the state to hold"}};
}

void Lqr::tell(std::span<double> values) const {
  values[0] = deviation_.head(deviation_.size() / 2).norm();
}

}  // namespace cuttle
