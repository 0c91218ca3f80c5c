#pragma once
// What decides on inputs during a motion.

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "cuttle/base/status.h"
#include "cuttle/core/workspace.h"
#include "cuttle/signal/signal.h"

namespace cuttle {

/// What a controller sees at a sample time. The workspace is free for its use and holds nothing.
struct Observation {
  const Model& model;
  const State& x;                    // x.t is now
  const Input& u;                    // as it acts now
  std::span<const double> readings;  // of all sensors, the last that are known
  Workspace& ws;
};

/// Bounds of the commands, one each; infinite: none.
struct CommandBounds {
  VectorX low, high;
};

/// A number that a controller reports about itself, for records: "error" [m].
struct ControllerColumn {
  std::string name, unit, doc;
};

/// A law. It has memory (integrals) and belongs to one run. Holding between the samples, delay and
/// saturation are not its business, but it knows the bounds.
class Controller {
 public:
  virtual ~Controller() = default;

  /// Forgets the past: a new run starts.
  virtual void reset() {}

  /// Writes one command for each of its inputs. Never allocates except on failure.
  virtual Status command(const Observation&, std::span<double> commands) = 0;

  /// False if the bounds kept the last command from what it should do.
  virtual bool satisfied() const { return true; }

  /// What it has to report since the last command, e.g. how far it is from its goal.
  virtual std::vector<ControllerColumn> columns() const { return {}; }
  virtual void tell(std::span<double> /*values*/) const {}
};

/// How the commands of a law reach the robot.
struct ControllerSettings {
  std::string name;
  std::vector<int> inputs;    // entries of Input::u
  double sample_time = 0.01;  // [s]
  double delay = 0;           // [s] until a command acts
  double start = 0;           // [s] first sample
  CommandBounds bounds;       // empty: none
};

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

/// Commands that were decided beforehand: one signal for each input, or one for all.
class OpenLoop final : public Controller {
 public:
  explicit OpenLoop(std::vector<Signal> signals);

  Status command(const Observation&, std::span<double> commands) override;

 private:
  std::vector<Signal> signals_;
};

}  // namespace cuttle
