#pragma once

#include <array>

#include "cuttle/solve/one_step.h"
#include "cuttle/solve/step_control.h"

namespace cuttle {

/// SDIRK4 of Hairer & Wanner (Solving ODEs II, Table IV.6.5): five implicit stages, gamma = 1/4,
/// order 4 with an embedded order 3, L-stable, stiffly accurate: the last stage is the new state.
/// Quaternions are plain coordinates inside a step, which keeps order 4.
class Sdirk4 final : public OneStepIntegrator {
 public:
  Sdirk4(System& system, const IntegratorOptions& options);
  /// Quintic Hermite polynomials for q, cubic ones for v and w.
  void dense(double t, VectorX& q, VectorX& v, VectorX& w) override;

 private:
  static constexpr int kStages = 5;

  Status begin(bool anew) override;
  Attempt attempt(double h) override;
  Attempt stages(double h);
  void commit(double h) override;
  void predict(int stage, double h, VectorX& a) const;
  double measured_error(double t, double gamma);
  void filter_error(double t, double gamma, int passes);
  void second_rate(const Phase& y, const Phase& rate, double eps, VectorX& q_ddot);

  std::array<Phase, kStages> k_;             // stage rates
  std::array<VectorX, kStages> a_previous_;  // stage accelerations of the last accepted step
  double h_previous_ = 0;                    // its length; 0: there is none
  Phase bar_;                                // known part of a stage
  Phase stage_, error_, probe_;              // scratch
  VectorX q_ddot_old_, q_ddot_;              // q'' at both ends, on the first call of dense
  bool has_q_ddot_ = false;
  MotionPace pace_;
  int without_ = 0;      // steps until the error is looked at again for what is slow
  double unseen_ = 0;    // of the last stage, at the end of the last attempt
  bool kinked_ = false;  // in the last attempt; with fixed steps it was then done by backward Euler
};

}  // namespace cuttle
