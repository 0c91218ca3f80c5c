#pragma once
// What stands behind the Python classes: a model that any number of objects and threads share,
// and states that never move in memory, so that NumPy may look into them.

#include <exception>
#include <memory>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

#include "cuttle/compile/compile.h"
#include "cuttle/compile/state_reader.h"
#include "cuttle/connection/constraint_solver.h"
#include "cuttle/io/bound_model.h"

namespace cuttle::python {

/// The first exception of a Python function that was called from inside a run. It cannot pass
/// through the solvers (some are C), so it waits here and is thrown where the run was started.
class CallbackError {
 public:
  void keep(std::exception_ptr error);
  bool kept() const;
  void throw_if_kept();

 private:
  mutable std::mutex mutex_;
  std::exception_ptr error_;
};

/// Where exceptions of callbacks wait: each call has a place of its own, known by its threads.
class CallbackErrors {
 public:
  /// For its life, what fails on this thread is kept in `error`.
  class Scope {
   public:
    Scope(CallbackErrors& all, CallbackError& error);
    ~Scope();
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    CallbackErrors& all_;
    CallbackError& error_;
    std::thread::id thread_;
  };

  /// For the innermost call of this thread.
  void keep(std::exception_ptr error);

 private:
  struct Place {
    std::thread::id thread;
    CallbackError* error;
  };
  std::mutex mutex_;
  std::vector<Place> open_;  // those of one thread in the order of its calls
};

/// All memory that one evaluation needs.
struct Bench {
  explicit Bench(const Scenario& scenario);

  StateReader reader;
  InputSource signals;
  Input u;
};

/// What a model was read from. Never changes, so that any number of robots may share it.
using SourcePtr = std::shared_ptr<const SampledModel>;

class Robot : public std::enable_shared_from_this<Robot> {
 public:
  Robot(Scenario scenario, SourcePtr source);

  const Scenario scenario;
  const SourcePtr source;                   // null: the robot was changed after reading
  const std::shared_ptr<const int> family;  // the same in copies with other forces
  const std::shared_ptr<CallbackErrors> callback_errors;  // of forces in Python

  const Model& model() const { return scenario.model; }

  /// Cables only pull, stiffnesses stay above zero, what formulas of the state give is left to
  /// them: throws std::invalid_argument (ValueError) that names an entry that does not.
  void check_inputs(std::span<const double> u) const;

  /// A copy of the robot with one more actor.
  std::shared_ptr<Robot> with_actor(std::shared_ptr<const Actor> actor) const;

  /// Memory for one evaluation, given back at the end of its life.
  class Lease {
   public:
    explicit Lease(const Robot& robot) : robot_(robot), bench_(robot.take()) {}
    ~Lease() { robot_.give_back(std::move(bench_)); }
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;
    Bench* operator->() const { return bench_.get(); }

   private:
    const Robot& robot_;
    std::unique_ptr<Bench> bench_;
  };

 private:
  Robot(Scenario scenario, SourcePtr source, std::shared_ptr<const int> family,
        std::shared_ptr<CallbackErrors> errors);
  std::unique_ptr<Bench> take() const;
  void give_back(std::unique_ptr<Bench> bench) const;

  std::vector<int> tensions_;  // inputs that cannot be negative
  std::vector<int> positive_;  // inputs that cannot be zero either
  std::vector<int> formulas_;  // inputs that follow the state
  mutable std::mutex mutex_;
  mutable std::vector<std::unique_ptr<Bench>> benches_;
};

using RobotPtr = std::shared_ptr<Robot>;

/// A state that Python holds. Its vectors keep their places for life.
struct RobotState {
  RobotState(RobotPtr owner, const State& state)
      : robot(std::move(owner)), x(state), given_q(state.q) {}

  /// The same numbers, written into the memory that is there.
  void assign(const State& state);
  /// With what its joints remember at the q that Python may have written since.
  State state() const;

  RobotPtr robot;
  State x;
  VectorX given_q;    // of x when it came from C++
  bool live = false;  // of a simulator: only to be looked at
};

}  // namespace cuttle::python
