#include "cuttle/model/model.h"

#include "cuttle/math/so3.h"
#include "cuttle/model/workspace.h"

namespace cuttle {

int Model::find_body(std::string_view body_name) const {
  for (size_t i = 0; i < bodies.size(); ++i)
    if (bodies[i].name == body_name) return int(i);
  return -1;
}

void finish_layout(Model& model) {
  model.nq = model.nv = 0;
  for (Body& body : model.bodies) {
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
  State x{0, VectorX::Zero(model.nq), VectorX::Zero(model.nv)};
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

Workspace::Workspace(const Model& model) : a(model.nv), tau(model.nv) {
  bodies.resize(model.bodies.size());
  steps.resize(model.bodies.size());
  for (size_t i = 0; i < bodies.size(); ++i) {
    const BodyFamily& family = *model.bodies[i].family;
    BodyWork& b = bodies[i];
    b.n = family.n();
    b.nb = block_count(b.n);
    b.scratch = family.make_scratch();
    const auto nb = size_t(b.nb), points = size_t(family.n_points());
    b.points.resize(points);
    b.J.assign(points * 6 * nb, Lanes(0));
    b.M_bq.assign(6 * nb, Lanes(0));
    b.M_qq.assign(kBlock * nb * nb, Lanes(0));
    b.K_act.assign(kBlock * nb * nb, Lanes(0));
    b.p_q.assign(nb, Lanes(0));
    b.W.assign(size_t(b.n), Lanes(0));
    steps[i].resize(model.bodies[i].steps.size());
  }
}

}  // namespace cuttle
