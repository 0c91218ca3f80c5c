#include "call.h"

#include <fmt/format.h>

#include <chrono>
#include <cmath>

#include "cuttle/analysis/equilibrium.h"
#include "cuttle/dynamics/joint_forces.h"
#include "cuttle/io/replace_file.h"
#include "cuttle/part/input_names.h"

namespace cuttle::python {
namespace {

constexpr double kLongestTime = 1e9;  // [s] beyond, times are too coarse to step
constexpr double kUnitLength = 1e-6;  // quaternions may be off by that

py::object error_class(const char* name) { return py::module_::import("cuttle.errors").attr(name); }

void raise_input_error(const InputError& error) {
  const py::object make = error_class("Diagnostic");
  py::list diagnostics;
  for (const Diagnostic& d : error.diagnostics())
    diagnostics.append(make(d.mark.file, d.mark.line, d.mark.column, d.path, d.message, d.hint));
  const py::object type = error_class("InputError");
  PyErr_SetObject(type.ptr(), type(error.what(), diagnostics).ptr());
}

void raise_solver_error(const SolverFailure& error) {
  const py::object type = error_class("SolverError");
  const Status& status = error.status();
  py::object t = py::none();
  if (error.timed()) t = py::float_(status.t);
  PyErr_SetObject(type.ptr(), type(error.what(), to_string(status.code), t).ptr());
}

bool same_coordinates(const Model& a, const Model& b) {
  return a.q_names == b.q_names && a.v_names == b.v_names;
}

void check_quaternions(const Model& model, const VectorX& q) {
  for (const Body& body : model.bodies)
    for (const JointStep& step : body.steps) {
      if (step.kind != StepKind::rotation && step.kind != StepKind::motion) continue;
      const double length = q.segment<4>(step.q).norm();
      if (!(std::abs(length - 1) < kUnitLength))
        bad_value(fmt::format("q[{}:{}]: a quaternion (w, x, y, z) has length 1, got {}", step.q,
                              step.q + 4, length));
    }
}

}  // namespace

void bad_value(const std::string& text) { throw py::value_error(text); }

void register_exceptions() {
  py::register_exception_translator([](std::exception_ptr p) {
    try {
      if (p) std::rethrow_exception(p);
    } catch (const InputError& error) {
      raise_input_error(error);
    } catch (const SolverFailure& error) {
      raise_solver_error(error);
    } catch (const OutputError& error) {
      PyErr_SetString(PyExc_OSError, error.what());
    }
  });
}

State state_for(const Robot& robot, const RobotState& x) {
  const Model& model = robot.model();
  State state = x.state();
  if (x.robot->family != robot.family) {
    if (!same_coordinates(model, x.robot->model()))
      bad_value(fmt::format(
          "x: a state of the model '{}' with {} coordinates does not match '{}', which has {}",
          x.robot->model().name, x.x.q.size(), model.name, model.nq));
    state = robot.scenario.initial;
    state.t = x.x.t;
    state.q = x.x.q;
    state.v = x.x.v;
    carry_joint_memory(model, robot.scenario.initial.q, state);
  }
  if (!(std::abs(state.t) <= kLongestTime))
    bad_value(fmt::format("t: must be within {:g} s of 0, got {}", kLongestTime, state.t));
  check_finite({state.q.data(), std::size_t(state.q.size())}, "q");
  check_finite({state.v.data(), std::size_t(state.v.size())}, "v");
  check_quaternions(model, state.q);
  return state;
}

State state_or_initial(const Robot& robot, py::handle x) {
  return x.is_none() ? motion_start(robot.scenario) : state_argument(robot, x);
}

State state_argument(const Robot& robot, py::handle x) {
  if (!py::isinstance<RobotState>(x))
    throw py::type_error(
        fmt::format("x: expected a State, got {}",
                    std::string(py::str(py::type::handle_of(x).attr("__name__")))));
  return state_for(robot, x.cast<const RobotState&>());
}

void read_input(const Robot& robot, py::handle u, double t, Bench& bench) {
  const int nu = robot.model().nu();
  if (u.is_none()) {
    const Status status = bench.signals.evaluate(t, bench.u);
    if (!status.ok()) throw SolverFailure(status);
    return;
  }
  bench.u = {VectorX::Zero(nu), VectorX::Zero(nu), VectorX::Zero(nu)};
  // a row of numbers is the common case; three rows give the rates as well
  const bool rows =
      py::isinstance<py::array>(u) && py::reinterpret_borrow<py::array>(u).ndim() == 2;
  if (!rows) {
    bench.u.u = input_vector(robot, u);
    return;
  }
  const py::array_t<double> all = numbers(u, "u");
  if (all.shape(0) != 3 || all.shape(1) != nu)
    bad_shape("u", fmt::format("({0},) or (3, {0})", nu), shape_text(all));
  robot.check_inputs({all.data(), std::size_t(nu)});
  std::copy_n(all.data(), nu, bench.u.u.data());
  std::copy_n(all.data() + nu, nu, bench.u.u_dot.data());
  std::copy_n(all.data() + 2 * nu, nu, bench.u.u_ddot.data());
}

VectorX input_vector(const Robot& robot, py::handle u) {
  const VectorArgument values(u, "u", robot.model().nu());
  robot.check_inputs(values.span());
  return values.map();
}

int input_entry(const Robot& robot, py::handle name) {
  if (!py::isinstance<py::str>(name)) throw py::type_error("inputs: expected names");
  const std::string word = py::cast<std::string>(name);
  const std::vector<InputInfo>& inputs = robot.model().inputs;
  const std::vector<int> found = find_inputs(robot.model(), word);
  if (found.size() == 1) return found.front();
  std::vector<std::string> names;
  for (const InputInfo& input : inputs) names.push_back(input.name);
  if (found.empty())
    bad_value(fmt::format("no such input: '{}'; {}", word, suggest(word, names, "inputs")));
  bad_value(fmt::format("'{}' means more than one input: {} and {}", word,
                        names[std::size_t(found[0])], names[std::size_t(found[1])]));
}

void need_bodies(const Robot& robot) {
  if (robot.model().bodies.empty())
    bad_value(fmt::format("the model '{}' has no bodies: nets have no equations of this kind",
                          robot.model().name));
}

std::function<bool()> interruption(CallbackError& error) {
  using Clock = std::chrono::steady_clock;
  static constexpr auto kEvery = std::chrono::milliseconds(50);
  return [&error, next = Clock::now() + kEvery]() mutable {
    if (error.kept()) return true;
    if (Clock::now() < next) return false;
    next = Clock::now() + kEvery;
    const py::gil_scoped_acquire locked;
    if (PyErr_CheckSignals() == 0) return false;
    error.keep(std::make_exception_ptr(py::error_already_set()));
    return true;
  };
}

}  // namespace cuttle::python
