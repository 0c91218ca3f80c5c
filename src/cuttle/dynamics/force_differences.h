#pragma once

#include <vector>

#include "cuttle/core/workspace.h"

namespace cuttle {

/// Stiffness and damping of actors whose own tangent is not exact (contact, whose normals turn and
/// whose places move along the surfaces): differences of fourth order of their generalised forces,
/// steps 1e-6 of q and 1e-4 of v. Good to about 1e-8 where no contact opens or closes within that;
/// 8 nv evaluations of the kinematics, but none while these actors do nothing.
class ForceDifferences {
 public:
  explicit ForceDifferences(const Model&);

  bool empty() const { return actors_.empty(); }
  /// The model without these actors.
  const Model& others() const { return others_; }

  /// Leaves ws unchanged except for what the actors found there last (contacts).
  void compute(const Model&, const State&, const Input&, const Workspace& ws);
  const MatrixX& K() const { return K_; }  // (nv x nv) -d force / dq
  const MatrixX& D() const { return D_; }  // (nv x nv) -d force / dv

 private:
  void differentiate(const Model&, const State&, const Input&, int coordinate);
  /// Writes the forces of the actors at the state and input under work.
  void evaluate(const Model&);

  std::vector<const Actor*> actors_;
  Model others_;
  Model lawless_;  // its inputs are held
  Workspace ws_;
  std::vector<int> input_;  // (nv) that prescribes the coordinate, or -1
  State x_;
  Input u_;
  VectorX d_, force_;
  MatrixX K_, D_;
};

}  // namespace cuttle
