#include "cuttle/dynamics/law_tangent.h"

#include "cuttle/dynamics/kinematics.h"

namespace cuttle {

LawTangent::LawTangent(const Model& model) {
  if (!model.law) return;
  memory_ = std::make_unique<Memory>(model);
  for (const Body& body : model.bodies)
    for (const JointStep& step : body.steps)
      if (step.prescribed()) held_.push_back(step.v);
}

void LawTangent::compute(const Model& model, const State& x, const Input& u, const double* a,
                         double beta, double gamma, const Workspace& seen) {
  if (!memory_) return;
  auto& [ws, forces, slopes] = *memory_;
  model.law->slopes(model, x, u, ws, slopes);
  update_kinematics(model, x, u, a, ws);
  ws.lambda = seen.lambda;
  forces.compute(model, x, u, a, ws);
  B_ = forces.B();
  R_ = beta * slopes.by_q + gamma * slopes.by_v;
  for (const int j : held_) {
    B_.row(j).setZero();
    R_.col(j).setZero();
  }
}

}  // namespace cuttle
