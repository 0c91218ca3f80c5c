#pragma once

#include "cuttle/math/types.h"
#include "cuttle/solve/integrator.h"

namespace cuttle {

/// weight_i = 1 / (rtol |y_i| + atol scale_i)
void error_weights(const VectorX& y, const VectorX& scale, double rtol, double atol,
                   VectorX& weight);

/// max_i weight_i |x_i|; NaN if any x_i is.
double weighted_max(const VectorX& weight, const VectorX& x);

/// PI control of the step: h_new = 0.9 h error^-a error_old^b, b = `beta`, a = 1/k - 0.75 b, where
/// the error estimate falls like h^k (Hairer, Norsett & Wanner, Solving ODEs I, IV.2).
class StepController {
 public:
  StepController(double k, double beta) : exponent_(1.0 / k - 0.75 * beta), k_(k), beta_(beta) {}

  /// Next step after an accepted one with this error (in units of the tolerance).
  double accepted(double h, double error);
  /// Smaller step after a rejected one.
  double rejected(double h, double error);
  /// Forgets the past: at a start, or after a failed stage (then the next step must not grow).
  void reset(bool may_grow);

 private:
  double exponent_, k_, beta_;
  double error_old_ = 1e-4;
  bool may_grow_ = true;
};

/// First step from the sizes of y, y' and y'' (Solving ODEs I, II.4) for a method of this order.
/// `rate` is y' at t; `trial` and `trial_rate` are scratch. Costs one evaluation.
double initial_step(System& system, double t, const Phase& y, const Phase& rate,
                    const VectorX& q_weight, const VectorX& v_weight, int order, Phase& trial,
                    Phase& trial_rate);

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
