#include "cuttle/dynamics/force_differences.h"

#include "cuttle/dynamics/inverse.h"
#include "cuttle/dynamics/kinematics.h"
#include "cuttle/math/difference.h"

namespace cuttle {
namespace {

constexpr double kStep = 1e-6, kRateStep = 1e-4;

}  // namespace

ForceDifferences::ForceDifferences(const Model& model) : ws_(model), input_(size_t(model.nv), -1) {
  for (const auto& actor : model.actors)
    if (!actor->exact_tangent()) actors_.push_back(actor.get());
  if (actors_.empty()) return;
  others_ = model;
  lawless_ = model;
  lawless_.law = nullptr;
  std::erase_if(others_.actors, [](const auto& actor) { return !actor->exact_tangent(); });
  for (const Body& body : model.bodies)
    for (const JointStep& step : body.steps)
      if (step.prescribed()) input_[size_t(step.v)] = step.prescribed_input;
}

void ForceDifferences::compute(const Model& model, const State& x, const Input& u,
                               const Workspace& ws) {
  K_.setZero(model.nv, model.nv);
  D_.setZero(model.nv, model.nv);
  d_.setZero(model.nv);
  x_ = x;
  // what follows the state is held: its slopes are known elsewhere
  const Input& acting = acting_input(model, u, ws);
  u_ = acting;
  ws_.contact.within_stage = ws.contact.within_stage;
  evaluate(model);
  if (force_.isZero(0)) return;
  for (int j = 0; j < model.nv; ++j) differentiate(model, x, acting, j);
}

void ForceDifferences::differentiate(const Model& model, const State& x, const Input& u, int j) {
  const int input = input_[size_t(j)];
  for (const DifferenceNode& node : kCentralNodes) {
    const double step = node.steps * kStep, rate = node.steps * kRateStep;
    d_[j] = step;
    retract(model, x.q, d_, x_.q);
    d_[j] = 0;
    if (input >= 0) u_.u[input] += step;
    evaluate(model);
    K_.col(j) -= node.weight / (12 * kStep) * force_;
    x_.q = x.q;
    u_.u = u.u;

    (input >= 0 ? u_.u_dot[input] : x_.v[j]) += rate;
    evaluate(model);
    D_.col(j) -= node.weight / (12 * kRateStep) * force_;
    x_.v = x.v;
    u_.u_dot = u.u_dot;
  }
}

void ForceDifferences::evaluate(const Model& model) {
  update_kinematics(lawless_, x_, u_, nullptr, ws_);
  for (const Actor* actor : actors_) actor->apply(model, x_, u_, false, ws_);
  for (BodyWork& b : ws_.bodies) {
    for (Point& point : b.points) point.force = point.load;
    for (Lanes& p : b.p_q) p = -p;
  }
  project_forces(model, ws_, force_);
}

}  // namespace cuttle
