#pragma once

#include "cuttle/solve/step_control.h"

namespace cuttle {

/// What all one-step methods share: the choice of the step, retries, the end of the run, dense
/// output by Hermite polynomials. A method only says how to try one step.
class OneStepIntegrator : public Integrator {
 public:
  /// `order` of the solution, `k`: the error estimate falls like h^k, `beta` of the PI control.
  OneStepIntegrator(System& system, const IntegratorOptions& options, int order, double k,
                    double beta);

  Status step(double t_limit) final;
  void limit_step(double longest) final { longest_ = longest; }
  /// Cubic Hermite polynomials from values and rates at both ends.
  void dense(double t, VectorX& q, VectorX& v, VectorX& w) override;

 protected:
  struct Attempt {
    Status status;
    double error = 0;  // in units of the tolerance; unused with fixed steps
  };

  /// Tries a step h from (t_, y_) with rate_ = y' there: fills y_new_ and rate_new_ (v, w).
  virtual Attempt attempt(double h) = 0;
  /// Called when the attempt becomes the state, before anything is moved.
  virtual void commit(double h) = 0;
  /// Called at a (re)start, after rate_ was computed. `anew`: the motion may be another one.
  virtual Status begin(bool /*anew*/) { return {}; }

  /// The same by backward Euler: over a kink (a contact that opens or closes) methods of higher
  /// order may feed in energy, this one never does.
  Attempt backward_euler(double h);

  bool fixed() const { return options_.step > 0; }
  /// Error of the step in units of the tolerance; `error` is the difference of two solutions.
  double error_norm(const Phase& error);

  Phase y_new_, y_old_;               // end of the attempt; beginning of the last step
  Phase rate_, rate_new_, rate_old_;  // y' at t_, at the end of the attempt, at t_old_
  VectorX q_weight_, v_weight_;       // 1 / tolerance at (t_, y_), set before attempt
  const VectorX w_scale_;             // of the system

 private:
  Status start(bool same_step) final;
  double propose(double t_limit);
  double smallest_step(double t_limit) const;
  Status finish(double h, double t_new);
  void set_weights();

  int order_;
  StepController control_;
  double t_start_ = 0;
  double h_next_ = 0;  // proposal of the error control, or the fixed step
  double h_hold_ = 0;  // what converged after a failure: the bound of the next hold_ steps
  int hold_ = 0;
  double longest_ = std::numeric_limits<double>::infinity();
  Phase scratch_;
};

}  // namespace cuttle
