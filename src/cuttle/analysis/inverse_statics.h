#pragma once
// From where a frame shall rest to the inputs that hold it there, and from many inputs to where
// the frame rests.

#include <vector>

#include "cuttle/analysis/statics.h"
#include "cuttle/control/bounded_least_squares.h"
#include "cuttle/control/controller.h"
#include "cuttle/core/body_place.h"
#include "cuttle/dynamics/commanded_forces.h"

namespace cuttle {

struct InverseStaticsOptions {
  /// Of the six errors, (angular; linear). If the first three are zero, only the position counts.
  Vector6 weight = Vector6::Ones();
  double tolerance = 1e-11;  // [m, rad] an error that is none
  double reach = 1e-6;       // [m, rad] an error below it counts as reached
  int max_iterations = 200;
  bool restarts = true;  // a goal that is missed is tried again from inputs inside their bounds
  StaticsOptions statics = {.tolerance = 1e-11, .load_steps = 1, .max_iterations = 60};
};

struct InverseStaticsResult {
  /// Fails if there is no equilibrium to start from (diverged), or if the search ends where the
  /// equilibrium is lost, or without end (stalled: the best so far is given). Out of reach is no
  /// failure.
  Status status;
  bool reached = false;
  VectorX inputs;  // the best within the bounds
  State x;         // their equilibrium
  Pose X_WF = Pose::identity();
  double position_error = 0;                    // [m]
  double rotation_error = 0;                    // [rad]
  std::vector<BoundedLeastSquares::At> active;  // which bounds hold the inputs back
  int iterations = 0;
  int equilibria = 0;  // that were looked for
};

/// Levenberg and Marquardt's method with exact sensitivities: the equilibrium moves by
/// dq = K^-1 B du, the frame by J dq. Every step is a bounded least-squares problem. Keeps its
/// memory between solves, but allocates.
class InverseStatics {
 public:
  /// frame: that of a point of a body, shifted by the offset. inputs: entries of Input::u, none
  /// that prescribes a coordinate.
  InverseStatics(const Model&, const BodyPlace& frame, std::vector<int> inputs,
                 CommandBounds bounds, const InverseStaticsOptions& options = {});

  /// u: the guess, and the other inputs; guess: near the equilibrium under u.
  InverseStaticsResult solve(const Pose& goal, const Input& u, const State& guess);

  /// Forgets the bounds and forces of the last solve, which the next one would start from.
  void forget();
  const CommandBounds& bounds() const { return bounds_; }

  /// Where the frame rests under u; moves x from the guess.
  Status equilibrium(const Input& u, State& x, Pose& X_WF);

 private:
  struct Error {
    Vector6 e;  // not weighted
    double cost = 0;
  };
  Input within_bounds(Input u) const;
  Error error(const Pose& goal, const Pose& X_WF) const;
  /// Straight from the guess.
  InverseStaticsResult search(const Pose& goal, const Input& u, const State& guess);
  /// The same near a guess; false if it is not there.
  bool follow(const Input& u, State& x, Pose& X_WF);
  /// Writes A_ (6 x inputs), the change of the weighted error per input, and S_ (nv x inputs).
  Status linearise(const Pose& goal, const Input& u, const State& x);
  /// Fills in what follows from the result's pose and the inputs.
  void report(const Pose& goal, const Input& u, InverseStaticsResult&) const;
  /// The step of the inputs for a damping; what it should gain.
  double step(const Error&, const Input& u, double damping);

  Model model_;  // a copy: a solver outlives its caller's
  BodyPlace frame_;
  std::vector<int> inputs_;
  CommandBounds bounds_;
  InverseStaticsOptions options_;
  StaticsSolver statics_;
  BoundedLeastSquares least_squares_;
  Workspace ws_;
  CommandedForces forces_;
  MatrixX K_, S_, A_, A_scaled_;
  VectorX scale_, low_, high_, rhs_, residual_, scaled_step_, step_;
};

/// One of many equilibria.
struct WorkspaceSample {
  Status status;
  Pose X_WF = Pose::identity();
  State x;
};

/// Where a frame rests under each of many choices of some inputs (the others are those of u). Each
/// search starts from the nearest sample before it that was found, or from `start`.
std::vector<WorkspaceSample> workspace_sample(const Model&, const BodyPlace& frame,
                                              const std::vector<int>& inputs, const Input& u,
                                              const std::vector<VectorX>& choices,
                                              const State& start,
                                              const StaticsOptions& options = {});

}  // namespace cuttle
