#pragma once
// Equilibria of a scenario as a path that arc length can follow.

#include "cuttle/analysis/arc_length.h"
#include "cuttle/analysis/statics.h"
#include "cuttle/compile/compile.h"

namespace cuttle {

/// Its unknowns z are q, and behind it the forces of the connections. The solver is the caller's,
/// and what it knows of the last equilibrium is used and changed.
class EquilibriumPath {
 public:
  EquilibriumPath(Scenario& scenario, StaticsSolver& solver);

  /// The first point, at a load: an equilibrium is looked for, ...
  StaticsResult settle(double load, const StaticsOptions& options);
  /// ... or is the last that the solver found.
  void begin(const State& x);

  VectorX unknowns() const;
  PathProblem problem();

  /// Stays at a point of the path.
  Status take(const PathPoint& point);

  const State& state() const { return x_; }
  const Input& input() const { return u_; }

 private:
  Status place(const VectorX& z, double load);

  Scenario& scenario_;
  StaticsSolver& solver_;
  State x_;
  State turned_;  // the last point: connections do not count turns from there
  Input u_;
};

}  // namespace cuttle
