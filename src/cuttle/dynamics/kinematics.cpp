#include "cuttle/dynamics/kinematics.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "cuttle/math/se3.h"

namespace cuttle {
namespace {

/// What a joint hangs on: the pose of the point's frame in the body that carries it (or in the
/// world), and twist and acceleration there, in that body's base coordinates.
struct Carrier {
  Pose X;
  Vector6 V, A;
};

Carrier carrier_of(const Model& model, const Body& body, const Workspace& ws) {
  if (body.parent < 0) {
    // gravity is the acceleration of the world, upwards
    Vector6 A = Vector6::Zero();
    A.tail<3>() = -model.gravity;
    return {body.X_PJ, Vector6::Zero(), A};
  }
  const BodyWork& parent = ws.bodies[size_t(body.parent)];
  const Point& point = parent.points[size_t(body.parent_point)];
  return {point.X_BP * body.X_PJ, parent.V_B + point.r,
          parent.A_B + point.beta + ad_apply(parent.V_B, point.r)};
}

}  // namespace

void update_kinematics(const Model& model, const State& x, const Input& u, const double* a,
                       Workspace& ws) {
  for (size_t i = 0; i < model.bodies.size(); ++i) {
    const Body& body = model.bodies[i];
    BodyWork& b = ws.bodies[i];
    Carrier at = carrier_of(model, body, ws);
    b.X_WB = body.parent < 0 ? Pose::identity() : ws.bodies[size_t(body.parent)].X_WB;

    // through the joint, step by step: V' = Ad^-1 V + S v, A' = Ad^-1 A + S a + ad(V') S v
    for (size_t s = 0; s < body.steps.size(); ++s) {
      const JointStep& step = body.steps[s];
      StepWork& w = ws.steps[i][s];
      const int input = step.prescribed_input;
      const double* q = step.prescribed() ? &u.u[input] : x.q.data() + step.q;
      const double* v = step.prescribed() ? &u.u_dot[input] : x.v.data() + step.v;
      w.X = s == 0 ? at.X * step_pose(step, q) : step_pose(step, q);
      const Vector6 Sv = step_twist(step, v);
      w.V = Ad_inv_apply(w.X, at.V) + Sv;
      w.c = ad_apply(w.V, Sv);
      if (step.prescribed()) w.c += step.S * u.u_ddot[input];
      w.A = Ad_inv_apply(w.X, at.A) + w.c;
      if (a != nullptr && !step.prescribed()) w.A += step_twist(step, a + step.v);
      at = {Pose::identity(), w.V, w.A};
      b.X_WB = b.X_WB * w.X;
    }
    b.V_B = at.V;
    b.A_B = at.A;

    body.family->kinematics(x.q.data() + body.q, x.v.data() + body.v,
                            a == nullptr ? nullptr : a + body.v, b);
    for (Point& point : b.points) point.load.setZero();
    std::fill(b.p_q.begin(), b.p_q.end(), Lanes(0));
  }
  if (!model.law) return;
  ws.acting = u;
  model.law->act(model, x, ws);
}

void apply_actors(const Model& model, const State& x, const Input& u, bool with_tangent,
                  Workspace& ws) {
  for (BodyWork& b : ws.bodies) {
    if (b.has_K_act) std::fill(b.K_act.begin(), b.K_act.end(), Lanes(0));
    b.has_K_act = false;
    b.tangents.clear();
    b.dampers.clear();
  }
  for (const JointContact& c : model.joint_contacts) {
    StepWork& step = ws.steps[size_t(c.body)][size_t(c.step)];
    step.load = step.K = step.D = 0;
  }
  ws.couplings.clear();
  const Input& acting = acting_input(model, u, ws);
  for (const auto& actor : model.actors) actor->apply(model, x, acting, with_tangent, ws);
}

Input input_at(const Model& model, const State& x, const Input& u) {
  if (!model.law) return u;
  Workspace ws(model);
  update_kinematics(model, x, u, nullptr, ws);
  return std::move(ws.acting);
}

Pose point_pose(const Workspace& ws, int body, int point) {
  const BodyWork& b = ws.bodies[size_t(body)];
  return b.X_WB * b.points[size_t(point)].X_BP;
}

Vector6 point_twist(const Workspace& ws, int body, int point) {
  const BodyWork& b = ws.bodies[size_t(body)];
  const Point& p = b.points[size_t(point)];
  return Ad_inv_apply(p.X_BP, b.V_B + p.r);
}

Status body_fault(const Model& model, const Workspace& ws, double t) {
  for (size_t i = 0; i < model.bodies.size(); ++i)
    if (const std::string fault = model.bodies[i].family->fault(ws.bodies[i]); !fault.empty())
      return Status::fail(Status::Code::diverged,
                          fmt::format("'{}' {}", model.bodies[i].name, fault), t);
  return {};
}

}  // namespace cuttle
