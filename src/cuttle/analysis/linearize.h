#pragma once
// A robot as control engineers write it: z' = A z + B du, y = C z + D du.

#include <span>
#include <string>
#include <vector>

#include "cuttle/base/status.h"
#include "cuttle/compile/compile.h"
#include "cuttle/compile/scenario.h"
#include "cuttle/control/lqr/lqr.h"
#include "cuttle/dynamics/derivatives.h"

namespace cuttle {

/// Small motions about a state. z = (displacement, change of velocities) in the n coordinates that
/// prescribed joints and closed connections leave free, seen from the moving robot.
struct Linearization {
  MatrixX basis;         // (nv x n) displacement = basis * z.head(n); orthonormal columns
  MatrixX A;             // (2n x 2n)
  MatrixX B;             // (2n x nu)
  MatrixX C;             // (outputs x 2n)
  MatrixX D;             // (outputs x nu)
  VectorX acceleration;  // (n) of the state itself: zero at an equilibrium
  std::vector<Column> outputs;

  int n() const { return int(basis.cols()); }
};

/// A and B are exact; C and D, of the named columns of the probes, are differences of fourth order
/// (relative error about 1e-10). Signals of the file play no part: the inputs are u.
Status linearize(const Scenario& scenario, const State& x, const Input& u,
                 const std::vector<std::string>& outputs, Linearization& linear);

/// The part of it that controllers use: A and B.
Status linearize(const Model& model, const State& x, const Input& u, Linearization& linear);

/// How an equilibrium moves: dq/du (nv x nu), displacements per input, connections kept closed.
Status statics_derivative(const Model& model, const State& x, const Input& u, MatrixX& dq_du);

/// u = u0 - K_x [x (-) x0; v] - K_u (last command - u0), and how the loop closes in the linear
/// world: z+ = (A - B K) z, with z = (displacement, velocities) of the free coordinates and, with a
/// delay, the last command.
struct LqrDesign {
  State x0;        // where it holds the robot, at rest
  VectorX u0;      // (commands) what that takes
  MatrixX K_x;     // (commands x 2 nv)
  MatrixX K_u;     // (commands x commands); zero without delay
  MatrixX closed;  // A - B K
  Linearization linear;
};

/// The cost is summed over the samples, so that gains change little with the sample time. Fails
/// where there is no equilibrium to hold, or where the inputs cannot stabilise it.
Status design_lqr(const Scenario& scenario, const LqrTask& task, const State& x, const Input& u,
                  LqrDesign& design);

}  // namespace cuttle
