#pragma once

#include "cuttle/solve/one_step.h"

namespace cuttle {

/// Generalised-alpha on a Lie group (Bruls & Cardona, J. Comput. Nonlinear Dyn. 5, 2010): one
/// implicit stage per step, order 2, damping of high frequencies set by rho_infinity (1: none, 0:
/// all in one step). Fixed step; a step that does not converge is made up for by sub-steps.
class GeneralizedAlpha final : public OneStepIntegrator {
 public:
  /// options.step must be > 0.
  GeneralizedAlpha(System& system, const IntegratorOptions& options);

 private:
  Status begin(bool anew) override;
  Attempt attempt(double h) override;
  void commit(double h) override;

  double alpha_m_, alpha_f_, beta_, gamma_;
  VectorX a_, a_new_;      // auxiliary accelerations: v' of a moment (alpha_f - alpha_m) h earlier
  VectorX a_start_;        // a_ as this step needs it
  VectorX v_bar_, d_bar_;  // known parts of the stage
  double h_previous_ = 0;  // step that a_ belongs to; 0: none yet
  bool kinked_ = false;    // in the last attempt; it was then done by backward Euler
};

}  // namespace cuttle
