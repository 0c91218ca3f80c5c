#pragma once
// A motion that a caller drives step by step: for control loops and learning.

#include <optional>
#include <span>
#include <vector>

#include "cuttle/compile/state_reader.h"
#include "cuttle/motion/motion.h"

namespace cuttle {

/// Belongs to one thread; the scenario may be shared and must outlive it.
class Stepper {
 public:
  /// Method, tolerances and steps are those of the study, or of a robust method if the study is not
  /// one of dynamics.
  explicit Stepper(const Scenario& scenario);
  Stepper(const Scenario& scenario, const StudySpec& study);

  /// Restarts where the scenario starts, or continues from a state; nothing else is remembered.
  Status reset();
  Status reset(const State& x);

  /// Goes on by dt > 0 [s] with the inputs u held (nu); prescribed coordinates go smoothly to their
  /// new values. Without u the signals and controllers of the file act. After a failure the state
  /// is that of the last good step, and only `reset` leads on. Inputs that no actuator can have
  /// (tensions below zero) are refused, and nothing moves.
  Status step(std::span<const double> u, double dt);
  Status step(double dt);

  const State& state() const { return x_; }
  /// Inputs as they act now.
  const Input& input();
  /// Numbers of the probes, then those of sensors and controllers, now. Named by `columns`.
  std::span<const double> record();
  const std::vector<Column>& columns() const { return columns_; }
  std::span<const double> readings() const { return control_.readings(); }
  ControlLoop& control() { return control_; }

 private:
  Status begin(const State& x, bool come_down);
  Status go(double dt, bool corner);

  const Scenario& scenario_;
  StudySpec study_;
  ControlLoop control_;
  std::optional<Motion> motion_;  // made anew by reset: solvers remember nothing
  std::vector<Column> columns_;
  std::vector<double> row_, told_;
  StateReader reader_;  // of records
  Input u_;
  State x_;
  Status failed_;
};

/// The study of a scenario if it is one of dynamics; else one with a robust integrator.
StudySpec motion_study(const StudySpec& study);

}  // namespace cuttle
