#pragma once

#include <functional>

#include "cuttle/control/controller.h"

namespace cuttle {

/// A law that a user writes. What it throws is passed on to the caller that runs the robot.
class FunctionController final : public Controller {
 public:
  using Law = std::function<Status(const Observation&, std::span<double> commands)>;

  /// `restart` is called when a new run starts; it may be empty.
  explicit FunctionController(Law law, std::function<void()> restart = {});

  void reset() override;
  Status command(const Observation&, std::span<double> commands) override;

 private:
  Law law_;
  std::function<void()> restart_;
};

}  // namespace cuttle
