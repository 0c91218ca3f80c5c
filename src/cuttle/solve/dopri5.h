#pragma once

#include <array>

#include "cuttle/solve/one_step.h"

namespace cuttle {

/// Dormand & Prince 5(4), explicit, first-same-as-last: six evaluations per step, dense output of
/// order 4. The method behind ode45. Coefficients: Hairer, Norsett & Wanner, Solving ODEs I, II.5.
class Dopri5 final : public OneStepIntegrator {
 public:
  Dopri5(System& system, const IntegratorOptions& options);
  void dense(double t, VectorX& q, VectorX& v, VectorX& w) override;

 private:
  Attempt attempt(double h) override;
  void commit(double h) override;

  std::array<Phase, 7> k_;     // stage rates
  Phase stage_;                // stage state
  Phase error_;                // difference of the two solutions
  std::array<Phase, 3> bend_;  // dense output beyond the straight line from y_old_ to y_
};

}  // namespace cuttle
