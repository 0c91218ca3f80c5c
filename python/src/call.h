#pragma once
// How calls from Python become calls of the library: states and inputs that fit, the interpreter's
// lock given back meanwhile, failures as exceptions.

#include <functional>
#include <optional>
#include <string>

#include "arrays.h"
#include "cuttle/base/interrupt.h"
#include "cuttle/base/status.h"
#include "cuttle/control/controller.h"
#include "cuttle/study/run.h"
#include "robot.h"

namespace cuttle::python {

/// A solver gave up: SolverError in Python.
class SolverFailure : public std::runtime_error {
 public:
  explicit SolverFailure(const Status& status)
      : std::runtime_error(to_string(status)), status_(status), timed_(true) {}
  /// Of a problem in which there is no time.
  static SolverFailure without_time(const Status& status) { return {status, false}; }

  const Status& status() const { return status_; }
  bool timed() const { return timed_; }

 private:
  SolverFailure(const Status& status, bool timed)
      : std::runtime_error(std::string(to_string(status.code)) + ": " + status.message),
        status_(status),
        timed_(timed) {}

  Status status_;
  bool timed_;
};

/// InputError and SolverError of the package, with what they know.
void register_exceptions();

/// The library's words for a wrong argument, as a Python ValueError.
[[noreturn]] void bad_value(const std::string& text);

/// A state of that robot: finite numbers, quaternions of length one. States of another robot lend
/// their t, q and v if the coordinates have the same names.
State state_for(const Robot& robot, const RobotState& x);
/// None: where the model starts.
State state_or_initial(const Robot& robot, py::handle x);
State state_argument(const Robot& robot, py::handle x);

/// The input of a call: None is the model's own signals at time t, a vector (nu) is held, and an
/// array (3, nu) also gives rates and accelerations of prescribed coordinates.
void read_input(const Robot& robot, py::handle u, double t, Bench& bench);

/// A vector of inputs (nu) without negative tensions.
VectorX input_vector(const Robot& robot, py::handle u);

/// The entry of u that a name means: cables.c1.tension, or a stretch of it that means only one.
int input_entry(const Robot& robot, py::handle name);

/// Throws if the model has nothing that moves.
void need_bodies(const Robot& robot);

/// Ends a long run when the user presses Ctrl-C or a callback has failed. For the thread that has
/// called; `error` must outlive it.
std::function<bool()> interruption(CallbackError& error);

/// Runs `work(error)` without the interpreter's lock; afterwards the exception of a callback, which
/// waits in `error`, is thrown: it is the cause of whatever else went wrong. So is Ctrl-C, which
/// all solvers hear.
template <class Work>
auto released_call(const Robot& robot, Work work) {
  CallbackError error;
  const CallbackErrors::Scope here(*robot.callback_errors, error);
  using Result = decltype(work(error));
  std::optional<Result> result;
  try {
    const py::gil_scoped_release unlocked;
    const InterruptScope heard(interruption(error));
    result.emplace(work(error));
  } catch (...) {
    error.throw_if_kept();
    throw;
  }
  error.throw_if_kept();
  return std::move(*result);
}

/// The same for work that need not know where exceptions wait.
template <class Work>
auto released(const Robot& robot, Work work) {
  if constexpr (std::is_void_v<decltype(work())>) {
    released_call(robot, [&](CallbackError&) { return work(), true; });
  } else {
    return released_call(robot, [&](CallbackError&) { return work(); });
  }
}

}  // namespace cuttle::python
