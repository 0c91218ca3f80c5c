#pragma once

#include <memory>
#include <optional>
#include <string>

#include "cuttle/analysis/statics.h"
#include "cuttle/motion/piecewise_motion.h"
#include "cuttle/part/input_source.h"
#include "cuttle/part/subsystem.h"

namespace cuttle {

/// The bodies of a scenario, with all that acts on them, as a subsystem.
class Tree final : public Subsystem {
 public:
  explicit Tree(const Scenario& scenario);

  /// By which it moves: the method of a study, under the inputs of a loop. Comes before `start`;
  /// loop and tree live equally long.
  PiecewiseMotion& move_by(const StudySpec& study, ControlLoop& control);

  Status start(State& x, const MotionStart& how) override;
  Status advance(double t, State& x) override;
  Status settle(double t, const StudySpec& study, State& x) override;
  Status vibrate(double t, const State& x, int count, std::vector<Vibration>& list) override;
  void read(double, std::vector<NetReading>&) override {}
  void report(SolverReport& result) const override;

 private:
  const Scenario& scenario_;
  InputSource inputs_;
  std::unique_ptr<PiecewiseMotion> motion_;
  std::optional<StaticsResult> equilibrium_;  // how it was found
  bool unstable_ = false;                     // it is
};

/// All subsystems of a scenario, which must outlive them: the tree first, if there are bodies.
Subsystems subsystems_of(const Scenario& scenario);

/// Those beside the tree, for a study.
Subsystems subsystems_beside(const Scenario& scenario, const StudySpec& study);

/// What is recorded of all of them.
void read_all(const Subsystems& parts, double t, std::vector<NetReading>& readings);

}  // namespace cuttle
