#pragma once

#include <memory>
#include <optional>

#include "cuttle/analysis/linearize.h"
#include "cuttle/control/lqr/lqr.h"

namespace cuttle {

/// The law of scenario.controllers[index], for one run. The scenario must outlive it.
std::unique_ptr<Controller> make_controller(const Scenario& scenario, int index);

/// A linear regulator that designs itself at its first sample, about the state that it then sees or
/// the equilibrium of the inputs that then act.
class LqrController final : public Controller {
 public:
  /// The scenario must outlive it.
  LqrController(const Scenario& scenario, LqrTask task);

  void reset() override { law_.reset(); }
  Status command(const Observation&, std::span<double> commands) override;
  std::vector<ControllerColumn> columns() const override;
  void tell(std::span<double> values) const override;

  const LqrDesign& design() const { return design_; }

 private:
  const Scenario& scenario_;
  LqrTask task_;
  LqrDesign design_;
  std::optional<Lqr> law_;  // once it is designed
  VectorX last_;            // the command before, within the bounds
};

}  // namespace cuttle
