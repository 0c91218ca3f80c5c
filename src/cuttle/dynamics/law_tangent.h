#pragma once
// What entries of the input that follow the state (core/input_law.h) add to the tangent of inverse
// dynamics: as many rows as there are entries.

#include <memory>

#include "cuttle/core/workspace.h"
#include "cuttle/dynamics/input_forces.h"

namespace cuttle {

/// d tau = -B (by_q dq + by_v dv), B the generalised forces per entry.
class LawTangent {
 public:
  explicit LawTangent(const Model&);

  /// At (x, u, a), along dq = beta x, dv = gamma x: d tau = -B R x. Reads the forces of connections
  /// in `seen`. Prescribed coordinates do not move: their rows of B and columns of R are zero.
  void compute(const Model&, const State&, const Input&, const double* a, double beta, double gamma,
               const Workspace& seen);

  int rows() const { return int(R_.rows()); }
  const MatrixX& B() const { return B_; }  // (nv x rows)
  const MatrixX& R() const { return R_; }  // (rows x nv)

 private:
  struct Memory {
    explicit Memory(const Model& model) : ws(model), forces(model, model.law->entries()) {}
    Workspace ws;
    InputForces forces;
    InputLawSlopes slopes;
  };
  std::unique_ptr<Memory> memory_;  // null: the model has no law
  std::vector<int> held_;           // prescribed coordinates
  MatrixX B_, R_;
};

}  // namespace cuttle
