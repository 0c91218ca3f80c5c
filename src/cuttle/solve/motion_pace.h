#pragma once

#include "cuttle/math/types.h"

namespace cuttle {

/// How fast the motion is that moves the system, whatever else vibrates in it: the time in which
/// it goes through a fifth of all that it has gone through so far (at most: of its own size).
/// Vibrations of smaller displacement do not count, as fast as they may be.
class MotionPace {
 public:
  /// A motion begins. Nothing is known of it: the pace is zero.
  void start(double t, const VectorX& q);
  /// It has come to q; `reach` is what moves the system by its own size.
  void go_on(double t, const VectorX& q, const VectorX& reach);
  /// [s]
  double time() const { return time_; }

 private:
  VectorX origin_, mark_;  // where it began, and where the last fifth did
  double t_mark_ = 0;
  double extent_ = 0;  // largest displacement from the origin
  double time_ = 0;
};

}  // namespace cuttle
