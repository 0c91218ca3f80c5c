#include "cuttle/dynamics/dampers.h"

#include <algorithm>

#include "cuttle/dynamics/elimination.h"
#include "cuttle/math/se3.h"

namespace cuttle {
namespace {

bool has_dampers(const Workspace& ws) {
  return std::ranges::any_of(ws.bodies, [](const BodyWork& b) { return !b.dampers.empty(); });
}

/// J x of a point, for own coordinates x.
Vector6 own_motion(const BodyWork& b, int point, const double* x) {
  Vector6 sum = Vector6::Zero();
  for (int row = 0; row < 6; ++row) {
    const Lanes* J = b.J_row(point, row);
    for (int j = 0; j < b.n; ++j) sum[row] += J[j / kBlock][j % kBlock] * x[j];
  }
  return sum;
}

/// f += J^T wrench on own coordinates.
void push_own(const Body& body, const BodyWork& b, int point, const Vector6& wrench, VectorX& f) {
  for (int row = 0; row < 6; ++row) {
    const Lanes* J = b.J_row(point, row);
    for (int j = 0; j < b.n; ++j) f[body.v + j] += J[j / kBlock][j % kBlock] * wrench[row];
  }
}

}  // namespace

void add_dampers(const Model& model, double gamma, const double* a_old, Workspace& ws) {
  if (!has_dampers(ws)) return;
  // accelerations of the bases, as `solve_tree` finds them
  for (size_t i = 0; i < model.bodies.size(); ++i) {
    const Body& body = model.bodies[i];
    Vector6 A = Vector6::Zero();
    if (body.parent < 0) {
      A.tail<3>() = -model.gravity;
    } else {
      const BodyWork& parent = ws.bodies[size_t(body.parent)];
      const Point& point = parent.points[size_t(body.parent_point)];
      A = parent.A_old + point.beta + ad_apply(parent.V_B, point.r) +
          own_motion(parent, body.parent_point, a_old + model.bodies[size_t(body.parent)].v);
    }
    for (size_t s = 0; s < body.steps.size(); ++s) {
      const JointStep& step = body.steps[s];
      const StepWork& w = ws.steps[i][s];
      A = Ad_inv_apply(w.X, A) + w.c;
      if (step.nv() > 0 && !step.prescribed()) A += step_twist(step, a_old + step.v);
    }
    BodyWork& b = ws.bodies[i];
    b.A_old = A;
    for (const PointDamper& damper : b.dampers) {
      const Matrix6 M = gamma * damper.D;
      const Vector6 f = -M * (A + own_motion(b, damper.point, a_old + body.v));
      add_station(damper.point, M, f, b);
    }
  }
}

void add_damper_force(const Model& model, const Workspace& ws, double factor, const VectorX& v,
                      DamperScratch& scratch, VectorX& f) {
  if (!has_dampers(ws)) return;
  scratch.twist.resize(model.bodies.size());
  scratch.wrench.assign(model.bodies.size(), Vector6::Zero());
  for (size_t i = 0; i < model.bodies.size(); ++i) {
    const Body& body = model.bodies[i];
    Vector6 V = Vector6::Zero();
    if (body.parent >= 0)
      V = scratch.twist[size_t(body.parent)] +
          own_motion(ws.bodies[size_t(body.parent)], body.parent_point,
                     v.data() + model.bodies[size_t(body.parent)].v);
    for (size_t s = 0; s < body.steps.size(); ++s) {
      const JointStep& step = body.steps[s];
      V = Ad_inv_apply(ws.steps[i][s].X, V);
      if (step.nv() > 0 && !step.prescribed()) V += step_twist(step, v.data() + step.v);
    }
    scratch.twist[i] = V;
  }

  for (size_t i = model.bodies.size(); i-- > 0;) {
    const Body& body = model.bodies[i];
    const BodyWork& b = ws.bodies[i];
    Vector6 F = scratch.wrench[i];
    for (const PointDamper& damper : b.dampers) {
      const Vector6 V = scratch.twist[i] + own_motion(b, damper.point, v.data() + body.v);
      const Vector6 wrench = factor * damper.D * V;
      push_own(body, b, damper.point, wrench, f);
      F += wrench;
    }
    for (size_t s = body.steps.size(); s-- > 0;) {
      const JointStep& step = body.steps[s];
      if (step.nv() > 0 && !step.prescribed())
        f.segment(step.v, step.nv()) += step_basis(step).transpose() * F;
      F = Ad_invT_apply(ws.steps[i][s].X, F);
    }
    if (body.parent < 0) continue;
    push_own(model.bodies[size_t(body.parent)], ws.bodies[size_t(body.parent)], body.parent_point,
             F, f);
    scratch.wrench[size_t(body.parent)] += F;
  }
}

}  // namespace cuttle
