#pragma once

#include "cuttle/solve/phase.h"

namespace cuttle {

struct IntegratorOptions {
  double rtol = 1e-6;         // relative tolerance of one step
  double atol = 1e-8;         // absolute tolerance, times the scales of the system
  double step = 0;            // [s] fixed step without error control, shortened evenly to meet the
                              // limits; 0 = automatic
  double max_step = 0;        // [s] bound of automatic steps; 0 = none
  double rho_infinity = 0.8;  // generalised-alpha: what one step leaves of infinite frequencies
  long max_steps = 10'000'000;
};

struct IntegratorStatistics {
  long steps = 0;         // accepted
  long rejected = 0;      // refused by error control
  long failed = 0;        // given up and retried smaller: no convergence, or not finite
  long evaluations = 0;   // of the acceleration
  long iterations = 0;    // of implicit stages; each costs about one evaluation
  long impacts = 0;       // steps by backward Euler, over a contact that opened or closed
  long exact_newton = 0;  // those among the iterations that used the exact tangent
};

/// Advances M(q) v' = f step by step, forward in time. The system must outlive the integrator.
class Integrator {
 public:
  Integrator(System& system, const IntegratorOptions& options)
      : system_(system), options_(options), y_(system) {}
  virtual ~Integrator() = default;
  Integrator(const Integrator&) = delete;
  Integrator& operator=(const Integrator&) = delete;

  /// (Re)starts at t0 with a clean history; quadratures start at w0 (zero if left out).
  /// Statistics run on.
  Status init(double t0, const VectorX& q0, const VectorX& v0);
  Status init(double t0, const VectorX& q0, const VectorX& v0, const VectorX& w0);

  /// Restarts where inputs have jumped, but not the state: the length of the steps stays.
  Status restart(double t0, const VectorX& q0, const VectorX& v0, const VectorX& w0);

  /// One step, never beyond t_limit > t(); the last one ends at t_limit to the bit. After a failure
  /// the state is that of the last good step.
  virtual Status step(double t_limit) = 0;

  /// State at a time inside the last step, t_old() <= t <= t().
  virtual void dense(double t, VectorX& q, VectorX& v, VectorX& w) = 0;

  /// Bound of automatic steps from now on [s]; infinite: none. Fixed steps stay as they are.
  virtual void limit_step(double longest) = 0;

  double t() const { return t_; }
  double t_old() const { return t_old_; }
  const VectorX& q() const { return y_.q; }
  const VectorX& v() const { return y_.v; }
  const VectorX& w() const { return y_.w; }
  const IntegratorStatistics& statistics() const { return statistics_; }

 protected:
  /// Called by init and restart once t_ and y_ are set. `same_step`: steps as long as before are a
  /// good guess.
  virtual Status start(bool same_step) = 0;

  /// The failure to report when max_steps is used up, otherwise ok.
  Status check_budget() const;

  /// Below this [s] a step from t on makes no way in a piece of that length. Where a force jumps,
  /// steps come near it: the damper of a stiff contact closes within 1e-13 s of seconds.
  static double shortest_step(double t, double piece);

  /// True if a step may be taken whose error (in units of the tolerance) stays too large however
  /// short it is. Where a force jumps one such step leads over it; its error is bounded, and after
  /// a few of them it is no jump.
  bool may_leap(double error);
  /// To be called after good steps: the count of leaps restarts far behind the last one.
  void forget_leaps(double h, double shortest);

  System& system_;
  IntegratorOptions options_;
  IntegratorStatistics statistics_;
  double t_ = 0;
  double t_old_ = 0;
  Phase y_;

 private:
  int leaps_ = 0;
};

}  // namespace cuttle
