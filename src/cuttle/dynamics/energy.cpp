#include "cuttle/dynamics/energy.h"

#include "cuttle/math/se3.h"

namespace cuttle {
namespace {

/// Where a step is: the state, or the input if it is prescribed.
const double* position_of(const JointStep& step, const State& x, const Input& u) {
  return step.prescribed() ? &u.u[step.prescribed_input] : x.q.data() + step.q;
}
const double* velocity_of(const JointStep& step, const State& x, const Input& u) {
  return step.prescribed() ? &u.u_dot[step.prescribed_input] : x.v.data() + step.v;
}

}  // namespace

double kinetic_energy(const Model& model, const Workspace& ws) {
  double sum = 0;
  for (size_t i = 0; i < model.bodies.size(); ++i)
    sum += model.bodies[i].family->kinetic_energy(ws.bodies[i]);
  return sum;
}

Energy energy(const Model& model, const State& x, const Input& u, const Workspace& ws) {
  Energy sum;
  const bool rests = x.v.isZero(0) && u.u_dot.isZero(0);
  sum.kinetic = rests ? 0 : kinetic_energy(model, ws);
  for (size_t i = 0; i < model.bodies.size(); ++i) {
    const Body& body = model.bodies[i];
    const BodyWork& b = ws.bodies[i];
    const BodyFamily& family = *body.family;
    sum.elastic += family.elastic_energy(x.q.data() + body.q, b);
    for (const JointStep& step : body.steps)
      sum.elastic += step_spring_energy(step, position_of(step, x, u));

    // -g . sum of m p, in the world
    const Vector3 moment = b.X_WB.R * family.first_moment(b) + family.mass() * b.X_WB.p;
    sum.gravity -= model.gravity.dot(moment);
  }
  const Input& acting = acting_input(model, u, ws);
  for (const auto& actor : model.actors)
    (actor->stores_strain() ? sum.elastic : sum.actors) +=
        actor->books(model, x, acting, ws).potential;
  return sum;
}

Power power(const Model& model, const State& x, const Input& outside, const Workspace& ws) {
  const Input& u = acting_input(model, outside, ws);
  Power sum;
  for (size_t i = 0; i < model.bodies.size(); ++i) {
    const Body& body = model.bodies[i];
    sum.damping -= body.family->dissipation(x.v.data() + body.v, ws.bodies[i]);
    for (size_t s = 0; s < body.steps.size(); ++s) {
      const JointStep& step = body.steps[s];
      const double* v = velocity_of(step, x, u);
      for (int k = 0; k < step.nv(); ++k) {
        sum.damping -= step.damping * v[k] * v[k];
        if (step.effort_input >= 0) sum.effort += u.u[step.effort_input + k] * v[k];
      }
      if (step.prescribed()) sum.prescribed += drive_effort(step, x, u, ws.steps[i][s]) * v[0];
    }
  }
  for (const auto& actor : model.actors) sum.actors += actor->books(model, x, u, ws).power;
  return sum;
}

double actor_power(EnergyRole role, const Model& model, const State& x, const Input& u,
                   const Workspace& ws) {
  const Input& acting = acting_input(model, u, ws);
  double sum = 0;
  for (const auto& actor : model.actors)
    if (actor->role() == role) sum += actor->books(model, x, acting, ws).power;
  return sum;
}

double drive_effort(const JointStep& step, const State& x, const Input& u, const StepWork& w) {
  return step.S.dot(w.F) - step_effort(step, x, u)[0];
}

Vector6 momentum(const Model& model, const State& x, Workspace& ws) {
  Vector6 sum = Vector6::Zero();
  for (size_t i = 0; i < model.bodies.size(); ++i) {
    const Body& body = model.bodies[i];
    BodyWork& b = ws.bodies[i];
    body.family->inertia(b);

    // of the body alone, about its base: M_bb V_B + M_bq v
    Vector6 h = b.M_bb * b.V_B;
    for (int row = 0; row < 6; ++row)
      for (int j = 0; j < b.n; ++j)
        h[row] += b.M_bq[size_t(row * b.nb + j / kBlock)][j % kBlock] * x.v[body.v + j];
    sum += Ad_invT_apply(b.X_WB, h);
  }
  return sum;
}

}  // namespace cuttle
