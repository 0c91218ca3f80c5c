#pragma once
// Forward dynamics under connections:
//   M a = f + A^T lambda,   A a = b.
// One column M^-1 A^T e per row by a sweep over the trees that the row touches; the rows meet in
// G = A M^-1 A^T. Rows may be redundant: the multipliers are least squares, so that the
// accelerations are those of Udwadia and Kalaba [Nielsen16] (15)(16).

#include <vector>

#include "cuttle/base/status.h"
#include "cuttle/connection/connection_rows.h"
#include "cuttle/connection/row_system.h"
#include "cuttle/connection/tree_columns.h"
#include "cuttle/dynamics/forward.h"

namespace cuttle {

class ConstraintSolver {
 public:
  explicit ConstraintSolver(const Model&);

  /// Baumgarte: the rows of `solve` are A a = b - 2 rate A v - rate^2 gap, so that a gap dies out
  /// like (1 + rate t) exp(-rate t) instead of being projected away. rate [1/s]; 0: none.
  void stabilise(double rate) { stabilisation_ = rate; }

  /// Writes ws.a, like forward_dynamics, under all closed connections of x, and ws.lambda, one
  /// multiplier per row of every connection. With prescribed joints the wrenches across them are
  /// right as well.
  Status solve(const Model&, const State& x, const Input& u, Workspace& ws,
               const EffectiveInertia& effective = {});

  /// Moves q and v onto the closed connections: the gap of every row becomes zero, and its rate.
  /// Uses the columns of the last solve while the gap is small. Not converged: a failure that
  /// names the connection.
  Status project(const Model&, const Input& u, State& x);
  /// The next projection makes columns of its own: the accelerations came from elsewhere.
  void forget_columns() { columns_valid_ = false; }

  /// v becomes what a plastic impact leaves: v - M^-1 A^T G^+ A v. Momentum is kept.
  Status impact(const Model&, const Input& u, State& x);

  /// Largest gap of the closed connections at x [m, rad], and which.
  double gap(const Model&, const Input& u, const State& x, int* worst = nullptr);

  /// Columns for the factors in ws, then y -= M_eff^-1 A^T G^+ A y: what preconditioners need.
  void prepare(const Model&, const State& x, const Workspace& ws);
  void constrain(VectorX& y);

  /// Kinetic energy that the last projection took [J], and the connection that took most of it.
  double taken() const { return taken_; }
  int taker() const { return taker_; }

  /// (rows in force) Of each row, what the joints let through: TreeColumns::kept.
  const VectorX& kept() const { return kept_; }

 private:
  /// Motions of all closed connections.
  void update_motions(const Model&, const State& x, const Workspace& ws, bool with_acceleration);
  /// The rows at x, for a projection; `renew`: with columns of their own.
  void look(const Model&, const Input& u, const State& x, bool renew);
  /// Round-off of the places whose difference a gap is [m]. To close less turns far bodies at
  /// random, and with them their velocities.
  double seen_gap() const;
  /// One step of q towards closed loops.
  void close_gaps(const Model&, State& x);
  /// Takes from v what the rows forbid. Returns the change relative to v.
  double correct_velocities(State& x);
  /// Columns and G, with the factors in ws.
  void update_columns(const Model&, const Workspace& ws);
  /// y += M^-1 A^T lambda.
  void add_columns(const VectorX& lambda, VectorX& y) const;
  /// products = A y.
  void multiply_rows(const VectorX& y, VectorX& products) const;
  double collect_gaps();
  /// Those of the last collect_gaps, all finite.
  struct LargestGaps {
    double place = 0;  // [m]
    double turn = 0;   // [rad]
  };
  LargestGaps largest_gaps() const;
  /// Adds Baumgarte's terms to the right-hand side.
  void add_stabilisation(const EffectiveInertia&, const VectorX& a_free);
  Status failure(const Model&, const Input& u, const State& x);

  TreeColumns columns_;             // of the rows in force
  std::vector<int> first_row_;      // (connections)
  std::vector<int> connection_of_;  // (rows)
  std::vector<ConnectionMotion> motions_;
  std::vector<int> closed_;  // rows in force
  VectorX kept_;             // of each of them, by TreeColumns
  bool has_prescribed_ = false;
  bool columns_valid_ = false;
  double taken_ = 0;
  int taker_ = 0;
  double stabilisation_ = 0;
  Workspace projection_;
  RowSystem system_;
  VectorX rhs_, change_, step_, gaps_, rates_, q_;
};

}  // namespace cuttle
