#include "cuttle/core/model.h"

#include "cuttle/base/error.h"
#include "cuttle/math/se3.h"
#include "cuttle/math/so3.h"

namespace cuttle {

int Model::find_body(std::string_view body_name) const {
  for (size_t i = 0; i < bodies.size(); ++i)
    if (bodies[i].name == body_name) return int(i);
  return -1;
}

void finish_layout(Model& model) {
  model.nq = model.nv = 0;
  for (Body& body : model.bodies) {
    expects(!body.steps.empty(), "a joint of at least one step, if only a fixed one");
    for (JointStep& step : body.steps) {
      step.q = model.nq;
      step.v = model.nv;
      model.nq += step_nq(step.kind);
      model.nv += step_nv(step.kind);
    }
    body.q = model.nq;
    body.v = model.nv;
    model.nq += body.n();
    model.nv += body.n();
  }
  model.q_scale = VectorX::Ones(model.nq);
  model.v_scale = VectorX::Ones(model.nv);
}

State rest_state(const Model& model) {
  State x{0, VectorX::Zero(model.nq), VectorX::Zero(model.nv),
          std::vector<ConnectionState>(model.connections.size())};
  for (const Body& body : model.bodies)
    for (const JointStep& step : body.steps) {
      if (step.kind == StepKind::screw) x.q[step.q] = step.rest;
      if (step.kind == StepKind::rotation || step.kind == StepKind::motion) x.q[step.q] = 1;
    }
  return x;
}

void position_rate(const Model& model, const VectorX& q, const VectorX& v, VectorX& q_dot) {
  for (const Body& body : model.bodies) {
    for (const JointStep& step : body.steps)
      step_position_rate(step, q.data() + step.q, v.data() + step.v, q_dot.data() + step.q);
    q_dot.segment(body.q, body.n()) = v.segment(body.v, body.n());
  }
}

void retract(const Model& model, const VectorX& q, const VectorX& d, VectorX& out) {
  for (const Body& body : model.bodies) {
    for (const JointStep& step : body.steps)
      step_retract(step, q.data() + step.q, d.data() + step.v, out.data() + step.q);
    out.segment(body.q, body.n()) = q.segment(body.q, body.n()) + d.segment(body.v, body.n());
  }
}

void displacement(const Model& model, const VectorX& q, const VectorX& r, VectorX& d) {
  d.resize(model.nv);
  for (const Body& body : model.bodies) {
    for (const JointStep& step : body.steps) {
      if (step.kind == StepKind::screw) d[step.v] = r[step.q];
      if (step.kind != StepKind::rotation && step.kind != StepKind::motion) continue;
      // twice the vector part of conj(q) r
      const Vector4 at = q.segment<4>(step.q), change = r.segment<4>(step.q);
      const Vector3 turn = at[0] * change.tail<3>() - change[0] * at.tail<3>() -
                           at.tail<3>().cross(change.tail<3>());
      d.segment<3>(step.v) = 2 / at.squaredNorm() * turn;
      if (step.kind == StepKind::motion)
        d.segment<3>(step.v + 3) =
            quaternion_to_rotation(at).transpose() * r.segment<3>(step.q + 4);
    }
    d.segment(body.v, body.n()) = r.segment(body.q, body.n());
  }
}

void normalize(const Model& model, const Input& u, VectorX& q, VectorX& v) {
  for (const Body& body : model.bodies)
    for (const JointStep& step : body.steps) {
      if (step.kind == StepKind::rotation || step.kind == StepKind::motion)
        q.segment<4>(step.q).normalize();
      if (step.prescribed()) {
        q[step.q] = u.u[step.prescribed_input];
        v[step.v] = u.u_dot[step.prescribed_input];
      }
    }
}

void clear_prescribed(const Model& model, VectorX& residual) {
  for (const Body& body : model.bodies)
    for (const JointStep& step : body.steps)
      if (step.prescribed()) residual[step.v] = 0;
}

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
