#include "cuttle/dynamics/actuation_columns.h"

#include <algorithm>
#include <cmath>

#include "cuttle/dynamics/elimination.h"
#include "cuttle/dynamics/inverse.h"
#include "cuttle/math/se3.h"

namespace cuttle {
namespace {

/// Half the distance of two values whose difference is the derivative: exact for laws that are
/// linear or quadratic around the value.
double half_step(double value) { return std::max(1e-2 * std::abs(value), 1e-4); }

/// What the actors that read one entry of the input do per unit of it: their forces a little
/// above, less those a little below.
void reader_column(const Model& model, const State& x, Input& u, int input, Workspace& ws,
                   VectorX& column) {
  for (BodyWork& b : ws.bodies) {
    for (Point& point : b.points) point.load.setZero();
    std::fill(b.p_q.begin(), b.p_q.end(), Lanes(0));
  }
  const auto apply = [&] {
    for (const auto& actor : model.actors)
      if (actor->reads(input)) actor->apply(model, x, u, false, ws);
  };
  const double value = u.u[input], h = half_step(value);
  u.u[input] = value - h;
  apply();
  for (BodyWork& b : ws.bodies) {
    for (Point& point : b.points) point.load = -point.load;
    for (Lanes& p : b.p_q) p = -p;
  }
  u.u[input] = value + h;
  apply();
  u.u[input] = value;
  for (BodyWork& b : ws.bodies)
    for (Point& point : b.points) point.force = -point.load;
  project_forces(model, ws, column);
  column *= -0.5 / h;
}

/// Efforts of joints go straight to their coordinates.
void add_efforts(const Model& model, std::span<const int> inputs, MatrixX& B) {
  for (const Body& body : model.bodies)
    for (const JointStep& step : body.steps)
      for (size_t k = 0; step.effort_input >= 0 && k < inputs.size(); ++k)
        if (const int i = inputs[k] - step.effort_input; i >= 0 && i < step.nv())
          B(step.v + i, Eigen::Index(k)) += 1;
}

bool prescribes(const Model& model, int input) {
  for (const Body& body : model.bodies)
    for (const JointStep& step : body.steps)
      if (step.prescribed_input == input) return true;
  return false;
}

/// Loads that a family keeps to itself come out in the whole balance only.
void columns_of_balance(const Model& model, const State& x, std::span<const int> inputs,
                        Workspace& ws, ActuationScratch& scratch, MatrixX& B) {
  for (size_t k = 0; k < inputs.size(); ++k) {
    B.col(Eigen::Index(k)).setZero();
    if (prescribes(model, inputs[k])) continue;
    double& entry = scratch.u.u[inputs[k]];
    const double value = entry, h = half_step(value);
    entry = value - h;
    inverse_dynamics(model, x, scratch.u, nullptr, ws);
    scratch.tau = ws.tau;
    entry = value + h;
    inverse_dynamics(model, x, scratch.u, nullptr, ws);
    entry = value;
    B.col(Eigen::Index(k)) = (scratch.tau - ws.tau) / (2 * h);
  }
}

}  // namespace

void project_forces(const Model& model, Workspace& ws, VectorX& tau) {
  tau.resize(model.nv);
  for (int i = int(model.bodies.size()) - 1; i >= 0; --i) {
    const Body& body = model.bodies[size_t(i)];
    BodyWork& b = ws.bodies[size_t(i)];
    b.p_b.setZero();
    for (int k = 0; k < int(b.points.size()); ++k)
      if (!b.points[size_t(k)].force.isZero(0)) add_force(k, b.points[size_t(k)].force, b);
    for (int j = 0; j < b.n; ++j) tau[body.v + j] = b.p_q[size_t(j / kBlock)][j % kBlock];

    Vector6 F = b.p_b;
    for (int s = int(body.steps.size()) - 1; s >= 0; --s) {
      const JointStep& step = body.steps[size_t(s)];
      tau.segment(step.v, step.nv()) = step_basis(step).transpose() * F;
      F = Ad_invT_apply(ws.steps[size_t(i)][size_t(s)].X, F);
    }
    if (body.parent >= 0)
      ws.bodies[size_t(body.parent)].points[size_t(body.parent_point)].force += F;
  }
}

void actuation_columns(const Model& model, const State& x, const Input& u,
                       std::span<const int> inputs, Workspace& ws, ActuationScratch& scratch,
                       MatrixX& B) {
  B.resize(model.nv, Eigen::Index(inputs.size()));
  scratch.u = u;
  const bool kept = std::any_of(model.bodies.begin(), model.bodies.end(),
                                [](const Body& body) { return body.family->keeps_loads(); });
  if (kept) {
    columns_of_balance(model, x, inputs, ws, scratch, B);
    return;
  }
  for (size_t k = 0; k < inputs.size(); ++k) {
    reader_column(model, x, scratch.u, inputs[k], ws, scratch.tau);
    B.col(Eigen::Index(k)) = scratch.tau;
  }
  add_efforts(model, inputs, B);
}

}  // namespace cuttle
