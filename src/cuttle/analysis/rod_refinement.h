#pragma once
// The same robot with finer rods, and the way of a state from one to the other.

#include "cuttle/compile/compile.h"

namespace cuttle {

/// What is finer, each with all that stands before it: twice the Gauss points; two more functions
/// per strain mode, or twice the elements; constant shear where a solid section bends without,
/// unless the rod is slender.
enum class Finer { points, functions, shear };

/// The scenario rebuilt with finer rods; what looks at it or drives it is left out.
/// Throws InputError where that cannot be built.
Scenario refined(const Scenario& scenario, Finer what);

/// Own coordinates of all bodies of a robot, seen by a finer one.
class Embedding {
 public:
  Embedding(const Model& coarse, const Model& fine);

  /// The same strains and joints. Inputs of the same name are the same, others as they are in u.
  State state(const State& coarse) const;
  VectorX velocity(const VectorX& coarse) const;
  /// Generalised forces that do the same work along all motions of the coarser robot.
  VectorX forces(const VectorX& coarse) const;
  void copy_inputs(const Input& coarse, Input& fine) const;

 private:
  VectorX spread(const VectorX& coarse, bool forces) const;

  const Model& coarse_;
  const Model& fine_;
  std::vector<MatrixX> strains_;  // (bodies) fine by coarse own coordinates; empty: the same
};

}  // namespace cuttle
