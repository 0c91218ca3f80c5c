#pragma once
// Coulomb's law in contact space. With y = S lambda + r,
//   0 <= lambda_n  _|_  y_n >= 0,     lambda_t = projection of lambda_t - rho y_t onto the disc of
//                                      radius mu lambda_n, or onto [-limit, limit],
// by a semi-smooth Newton method (of Alart and Curnier): every place is open, sticking or sliding,
// and the linear equations of the present guess give the next one.

#include <vector>

#include "cuttle/math/linalg/lu.h"
#include "cuttle/math/types.h"

namespace cuttle {

/// One place: its first row; smooth places have a normal row only, rough ones two more, or one if
/// they move in a plane. Dry friction of a joint has one row and holds up to a limit that does not
/// depend on others.
struct ConeBlock {
  int row = 0;
  bool rough = false;
  bool flat = false;  // rough, with one tangent
  double friction = 0;
  bool dry = false;
  double limit = 0;  // [N] of dry friction
};

class ConeProblem {
 public:
  std::vector<ConeBlock> blocks;
  MatrixX S;
  VectorX r;

  /// Memory for so many rows: solving allocates as long as their number is another one.
  void reserve(int rows);

  /// lambda: guess on entry. False if no solution was found.
  bool solve(VectorX& lambda);

 private:
  /// F(lambda) = 0 is the law; also its Jacobian if wanted. Returns the largest entry of F, in
  /// units of force.
  double residual(const VectorX& lambda, VectorX& F, MatrixX* jacobian);
  bool newton(VectorX& lambda);
  bool sweeps(VectorX& lambda);

  VectorX y_, F_, trial_, step_, F_trial_;
  MatrixX jacobian_;
  Lu lu_;
  double least_ = 0;  // a force that is none is a part of this at least
};

}  // namespace cuttle
