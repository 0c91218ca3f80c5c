#pragma once
// Paths of solutions r(z, load) = 0 by pseudo-arc-length: a step along the tangent of the path,
// then Newton across it. The load is an unknown like all others, and may turn back at limit points.

#include <functional>
#include <optional>
#include <vector>

#include "cuttle/base/status.h"
#include "cuttle/math/types.h"

namespace cuttle {

struct PathProblem {
  /// r(z, load), (n). A failure makes the step shorter.
  std::function<Status(const VectorX& z, double load, VectorX& r)> residual;
  /// K = dr/dz, (n x n), for changes d of z as `retract` takes them.
  std::function<Status(const VectorX& z, double load, MatrixX& K)> tangent;
  /// out = z ⊕ d; left empty: z + d.
  std::function<void(const VectorX& z, const VectorX& d, VectorX& out)> retract;
  /// (n) weights of d: the length of a step is |(weight d, d load / (to - from))|. Weight zero: a
  /// force that closes a gap, r of the same index, as lambda does in K d - A^T lambda, A d. Gaps
  /// are of order one (rad, m) where weight d is, and some of them may follow from others.
  VectorX weight;
};

struct PathOptions {
  double from = 0, to = 1;          // the path ends where the load leaves this range
  double first_step = 0.01;         // of the load, in parts of to - from
  double largest_step = 0;          // along the path; 0: chosen, some times the first one
  std::vector<double> kinks = {};   // loads in the range, rising, where r is not smooth
  double tolerance = 1e-9;          // of the last Newton step, weighted
  std::optional<double> back = {};  // how far the load may turn back; by default to `from`
  int halvings = 40;                // of a step, before the path is lost
};

struct PathPoint {
  VectorX z;
  double load = 0;
  double arc = 0;     // length of the path so far
  VectorX direction;  // (n + 1) tangent of the path, of length one; the load comes last
};

/// Follows a path point by point.
class ArcLength {
 public:
  ArcLength(PathProblem, const PathOptions&);

  /// z solves r(z, from) = 0; the path leaves it towards `to`.
  Status start(const VectorX& z);
  /// To the next point; a failure leaves the last one.
  Status advance();

  const PathPoint& point() const { return point_; }
  /// The load is on the border of its range and would leave it.
  bool ended() const { return ended_; }
  /// The limit point that the last step went through, if any.
  const std::optional<PathPoint>& limit() const { return limit_; }

  int iterations() const { return iterations_; }
  int evaluations() const { return evaluations_; }
  int rejected() const { return rejected_; }

 private:
  struct Trial {
    PathPoint point;
    int iterations = 0;
  };
  /// The plane that Newton meets the path in: a length along the last direction, or a load.
  struct Target {
    double length = 0;  // of the predictor
    std::optional<double> load = {};
  };
  Status correct(const Target& target, Trial& trial);
  Status land(double border, double length, Trial& trial);
  Status attempt(Trial& trial);
  Status find_limit(const Trial& trial);
  Status direct(const VectorX& row, PathPoint& point);
  void choose_stretch(bool upwards);
  Status pass_kink();
  Status load_rate(const VectorX& z, double load, VectorX& rate);
  Status bordered(const VectorX& z, double load, const VectorX& row, const VectorX& rhs,
                  VectorX& d);
  static void hold_idle(const MatrixX& held, MatrixX& system);
  bool solve_bound(const MatrixX& system, const VectorX& rhs, VectorX& d) const;
  double largest_step() const;
  VectorX load_row(bool upwards) const;
  VectorX row_of(const VectorX& direction) const;
  double turn(const Trial& trial) const;  // cosine of the angle between the last directions
  double begin() const { return options_.back.value_or(options_.from); }
  bool outside(double load) const { return load < low_ || load > high_; }
  double border(double load) const { return load < low_ ? low_ : high_; }

  PathProblem problem_;
  PathOptions options_;
  double range_;                            // of loads
  double low_, high_;                       // the stretch between two kinks that the path is in
  VectorX weight_;                          // (n + 1) with the load
  std::vector<Eigen::Index> free_, bound_;  // indices of positive weights, and of weights zero
  double first_ = 0, step_ = 0;
  PathPoint point_;
  std::optional<PathPoint> limit_;
  bool ended_ = false, landed_ = false;
  int iterations_ = 0, evaluations_ = 0, rejected_ = 0;
  MatrixX K_, system_;
  VectorX rate_, r_plus_, r_minus_;
};

}  // namespace cuttle
