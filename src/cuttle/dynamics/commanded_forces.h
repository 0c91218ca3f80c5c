#pragma once
// What a robot feels of inputs that somebody commands.

#include <memory>
#include <span>
#include <vector>

#include "cuttle/core/workspace.h"
#include "cuttle/dynamics/input_forces.h"

namespace cuttle {

/// Generalised forces per commanded entry of Input::u, with what entries that follow the state
/// (core/input_law.h) pass on: a formula may read a tension.
class CommandedForces {
 public:
  CommandedForces(const Model&, std::span<const int> inputs);

  /// As InputForces::compute. No memory after the first call.
  void compute(const Model&, const State&, const Input&, const double* a, Workspace&);

  const MatrixX& B() const { return law_ ? law_->B : forces_.B(); }  // (nv x inputs)

 private:
  struct Law {
    explicit Law(const Model& model) : ws(model) {}
    Workspace ws;
    InputLawSlopes slopes;
    std::vector<int> inputs;
    MatrixX B;
  };
  std::unique_ptr<Law> law_;  // null: the model has none
  InputForces forces_;        // of the inputs, or of all if there is a law
};

}  // namespace cuttle
