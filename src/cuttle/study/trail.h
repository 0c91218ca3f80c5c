#pragma once
// Where a path of equilibria leads to.

#include <cmath>
#include <vector>

#include "cuttle/math/types.h"

namespace cuttle {

/// Ratios of equal steps are whole numbers but for round-off.
inline double whole_ratio(double ratio) {
  const double near = std::round(ratio);
  return std::abs(ratio - near) < 1e-12 ? near : ratio;
}

/// The last equilibria, and where they lead to.
class Trail {
 public:
  void add(double load, const VectorX& q) {
    if (points_.size() == 3) points_.erase(points_.begin());
    points_.push_back({load, q});
  }
  bool begins() const { return points_.size() == 1; }
  /// After a jump, what came before tells nothing. The same holds for a way in many steps: what
  /// lies between is not known here, and a parabola through equilibria that far apart may lead
  /// straight to the mirrored branch of a loop.
  void begin(double load, const VectorX& q) { points_ = {{load, q}}; }

  /// The polynomial through them, by the divided differences of Newton: exact where equal steps of
  /// the load make equal changes.
  VectorX at(double load) const {
    const auto n = points_.size();
    const Point& last = points_.back();
    if (n == 1) return last.q;
    const Point& before = points_[n - 2];
    const double step = (load - last.load) / (last.load - before.load);
    const VectorX change = last.q - before.q;
    if (n == 2) return last.q + whole_ratio(step) * change;
    const Point& oldest = points_[n - 3];
    const double length = (last.load - before.load) / (before.load - oldest.load);
    const VectorX bend = change - whole_ratio(length) * (before.q - oldest.q);
    const double far = (load - before.load) / (last.load - oldest.load);
    return last.q + whole_ratio(step) * (change + whole_ratio(far) * bend);
  }

 private:
  struct Point {
    double load = 0;
    VectorX q;
  };
  std::vector<Point> points_;
};

}  // namespace cuttle
