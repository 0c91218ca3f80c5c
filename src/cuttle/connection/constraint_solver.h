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
#include "cuttle/dynamics/forward.h"

namespace cuttle {

class ConstraintSolver {
 public:
  explicit ConstraintSolver(const Model&);

  /// Writes ws.a, like forward_dynamics, under all closed connections of x, and ws.lambda, one
  /// multiplier per row of every connection. With prescribed joints the wrenches across them are
  /// right as well.
  Status solve(const Model&, const State& x, const Input& u, Workspace& ws,
               const EffectiveInertia& effective = {});

  /// Moves q and v onto the closed connections: the gap of every row becomes zero, and its rate.
  /// Uses the columns of the last solve while the gap is small. Not converged: a failure that
  /// names the connection.
  Status project(const Model&, const Input& u, State& x);

  /// v becomes what a plastic impact leaves: v - M^-1 A^T G^+ A v. Momentum is kept.
  Status impact(const Model&, const Input& u, State& x);

  /// Largest gap of the closed connections at x [m, rad], and which.
  double gap(const Model&, const Input& u, const State& x, int* worst = nullptr);

  /// Columns for the factors in ws, then y -= M_eff^-1 A^T G^+ A y: what preconditioners need.
  void prepare(const Model&, const State& x, const Workspace& ws);
  void constrain(VectorX& y);

 private:
  /// Motions of all closed connections.
  void update_motions(const Model&, const State& x, const Workspace& ws, bool with_acceleration);
  /// Columns and G, with the factors in ws.
  void update_columns(const Model&, const Workspace& ws);
  void add_column(const Model&, const Workspace& ws, int row, int connection, const Vector6& on_a,
                  const Vector6& on_b);
  /// y += M^-1 A^T lambda.
  void add_columns(const VectorX& lambda, VectorX& y) const;
  double collect_gaps();
  Status failure(const Model&, double t) const;

  struct Tree {
    std::vector<int> bodies;      // parents first
    std::vector<int> velocities;  // entries of v
    std::vector<int> rows;        // closed rows that touch it
  };
  /// A row as one tree sees it: its coordinates of A^T e and of M^-1 A^T e.
  struct Part {
    int tree = -1;
    std::vector<double> j, x;
  };
  struct Row {
    int connection = 0;
    bool turn = false;
    Part parts[2];  // the trees of A and B; one if they are the same
  };

  std::vector<Tree> trees_;
  std::vector<int> tree_of_body_;
  std::vector<int> first_row_;
  std::vector<Row> rows_;  // of all connections
  std::vector<ConnectionMotion> motions_;
  std::vector<int> closed_;  // rows in force
  bool has_prescribed_ = false;
  bool columns_valid_ = false;
  Workspace projection_;
  RowSystem system_;
  VectorX rhs_, change_, tau_, x_, gaps_, rates_, q_;
  std::vector<Vector6> base_wrench_;
};

}  // namespace cuttle
