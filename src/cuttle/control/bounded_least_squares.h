#pragma once
// min |A x - b|^2 + |pull (x - toward)|^2  subject to  low <= x <= high,
// for a few dozen unknowns: a primal active set, as in the algorithms of Lawson and Hanson and of
// Stark and Parker. Each pass solves the problem of the free unknowns by Householder reflections.

#include <cstdint>
#include <span>
#include <vector>

#include "cuttle/base/status.h"
#include "cuttle/control/controller.h"
#include "cuttle/math/types.h"

namespace cuttle {

class BoundedLeastSquares {
 public:
  /// Where an unknown ended: at a bound that holds it back, or not.
  enum class At : std::int8_t { low = -1, inside = 0, high = 1 };

  /// Bounds may be infinite, and equal. `pull` (0: none) makes the answer unique where A does not;
  /// it is felt down to about 1e-6 of |A|. `toward` (columns), null: zero.
  struct Problem {
    const MatrixX& A;
    const VectorX& b;
    const VectorX& low;
    const VectorX& high;
    double pull = 0;
    const VectorX* toward = nullptr;
  };

  BoundedLeastSquares(int rows, int columns);

  /// x: a guess, also outside the bounds, becomes the answer. Unknowns that the last solve left at
  /// a bound are held there at first (warm start). Columns that depend on others keep the value of
  /// the guess, as far as the bounds allow, unless there is a pull. Never allocates except on
  /// failure: numbers that are not finite, bounds that cross.
  Status solve(const Problem&, VectorX& x);

  std::span<const At> active() const { return at_; }
  int saturated() const;                      // how many are at a bound
  int iterations() const { return passes_; }  // of the last solve: problems of the free unknowns
  void forget() { at_.assign(at_.size(), At::inside); }

 private:
  enum class Role : std::int8_t { free, held, fixed };

  Status check(const Problem&, const VectorX& x) const;
  void start(const Problem&, VectorX& x);
  void residual(const Problem&, const VectorX& x);
  /// Steps towards the best of the free unknowns until all bounds are kept.
  void settle(const Problem&, VectorX& x);
  /// step_ of the free unknowns; unknowns whose columns depend on others become held.
  void solve_free(const Problem&);
  /// Reflects what is left of all columns from k on; the length of column k afterwards.
  double reflect(int k, int count);
  /// The held unknown that would gain most by moving; -1: none.
  int most_wanted(const Problem&, const VectorX& x);
  bool moves_inwards(const Problem&, int j, double wish, VectorX& x);

  int rows_, columns_;
  std::vector<At> at_;
  std::vector<Role> role_;
  std::vector<bool> refused_;  // freed in vain since x last moved
  std::vector<int> free_;      // columns of work_
  MatrixX work_;               // ((rows + columns) x columns)
  VectorX rhs_;                // (rows + columns)
  VectorX residual_;           // (rows + columns) b - A x, then -pull (x - toward)
  VectorX step_, size_;        // (columns) the last step; lengths of the columns
  double scale_ = 0;           // of the residual, for round-off
  int passes_ = 0;
};

/// How many inputs are at a limit of the drive: a cable that hangs slack at 0 N is at none.
inline int limits_at_work(std::span<const BoundedLeastSquares::At> active,
                          const CommandBounds& bounds) {
  int count = 0;
  for (std::size_t i = 0; i < active.size(); ++i)
    count += active[i] == BoundedLeastSquares::At::high ||
                     (active[i] == BoundedLeastSquares::At::low && bounds.low[Eigen::Index(i)] != 0)
                 ? 1
                 : 0;
  return count;
}

}  // namespace cuttle
