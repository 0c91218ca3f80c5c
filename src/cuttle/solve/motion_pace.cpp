#include "cuttle/solve/motion_pace.h"

#include <algorithm>

namespace cuttle {
namespace {

constexpr double kShare = 0.2;
// A motion that slows down may do so by this factor from mark to mark.
constexpr double kSlowing = 2;

double displacement(const VectorX& from, const VectorX& to, const VectorX& reach) {
  double largest = 0;
  for (Eigen::Index i = 0; i < to.size(); ++i)
    largest = std::max(largest, std::abs(to[i] - from[i]) / reach[i]);
  return largest;
}

}  // namespace

void MotionPace::start(double t, const VectorX& q) {
  origin_ = mark_ = q;
  t_mark_ = t;
  extent_ = time_ = 0;
}

void MotionPace::go_on(double t, const VectorX& q, const VectorX& reach) {
  extent_ = std::min(1.0, std::max(extent_, displacement(origin_, q, reach)));
  if (displacement(mark_, q, reach) < kShare * extent_) return;
  const double took = t - t_mark_;
  time_ = time_ > 0 ? std::min(took, kSlowing * time_) : took;
  mark_ = q;
  t_mark_ = t;
}

}  // namespace cuttle
