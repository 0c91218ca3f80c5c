#pragma once

#include "cuttle/control/controller.h"
#include "cuttle/signal/signal.h"

namespace cuttle {

/// Commands that were decided beforehand: one signal for each input, or one for all.
class OpenLoop final : public Controller {
 public:
  explicit OpenLoop(std::vector<Signal> signals);

  Status command(const Observation&, std::span<double> commands) override;

 private:
  std::vector<Signal> signals_;
};

}  // namespace cuttle
