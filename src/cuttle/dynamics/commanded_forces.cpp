#include "cuttle/dynamics/commanded_forces.h"

namespace cuttle {

CommandedForces::CommandedForces(const Model& model, std::span<const int> inputs)
    : law_(model.law ? std::make_unique<Law>(model) : nullptr),
      forces_(law_ ? InputForces(model) : InputForces(model, inputs)) {
  if (!law_) return;
  law_->inputs.assign(inputs.begin(), inputs.end());
  law_->B.setZero(model.nv, Eigen::Index(inputs.size()));
}

void CommandedForces::compute(const Model& model, const State& x, const Input& u, const double* a,
                              Workspace& ws) {
  forces_.compute(model, x, u, a, ws);
  if (!law_) return;
  model.law->slopes(model, x, u, law_->ws, law_->slopes);
  forces_.follow(model.law->entries(), law_->slopes.by_u);
  for (std::size_t k = 0; k < law_->inputs.size(); ++k)
    law_->B.col(Eigen::Index(k)) = forces_.B().col(law_->inputs[k]);
}

}  // namespace cuttle
