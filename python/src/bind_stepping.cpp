// Motions step by step, and many motions at once.
#include <fmt/format.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <optional>

#include "bind.h"
#include "call.h"
#include "cuttle/motion/rollout.h"
#include "cuttle/motion/stepper.h"
#include "study.h"

namespace cuttle::python {
namespace {

// ---------------------------------------------------------------------------------- Simulator

/// One motion, step by step. Used by one thread at a time, which is checked.
class Simulator {
 public:
  Simulator(RobotPtr robot, const py::object& x0, const py::kwargs& options)
      : robot_(std::move(robot)), state_(py::cast(RobotState(robot_, robot_->scenario.initial))) {
    const StudySpec study = study_of(*robot_, options, false);
    // controllers may have to find their equilibria first
    released(*robot_, [&] { stepper_ = std::make_unique<Stepper>(robot_->scenario, study); });
    live().live = true;
    reset(x0, {});
  }

  void reset(const py::object& x0, std::optional<std::uint64_t> seed) {
    const State x = state_or_initial(*robot_, x0);
    const Use use(*this);
    if (seed) stepper_->control().set_noise(*seed);
    usable_ = true;
    go([&] { return stepper_->reset(x); });
  }

  void step(const py::object& u, const py::object& dt) {
    const double h = positive_number(dt, "dt");
    const Use use(*this);
    if (!usable_) throw std::runtime_error("an exception ended the last step: call reset() first");
    if (u.is_none()) return go([&] { return stepper_->step(h); });
    const VectorArgument values(u, "u", robot_->model().nu());
    robot_->check_inputs(values.span());
    go([&] { return stepper_->step(values.span(), h); });
  }

  py::object state() { return state_; }
  RobotPtr robot() { return robot_; }
  double t() { return live().x.t; }

  py::array_t<double> input() {
    const Use use(*this);
    return to_array(stepper_->input().u);
  }

  py::array_t<double> record() {
    const Use use(*this);
    const std::span<const double> row = released(*robot_, [&] { return stepper_->record(); });
    py::array_t<double> array(py::ssize_t(row.size()));
    std::ranges::copy(row, array.mutable_data());
    return array;
  }

  std::vector<std::string> columns() {
    std::vector<std::string> names;
    for (const Column& column : stepper_->columns()) names.push_back(column.name);
    return names;
  }

  py::dict readings() {
    const py::array_t<double> row = record();
    py::dict values;
    for (std::size_t i = 0; i < stepper_->columns().size(); ++i)
      values[stepper_->columns()[i].name.c_str()] = row.at(py::ssize_t(i));
    return values;
  }

  double value(const std::string& name) {
    const std::vector<Column>& all = stepper_->columns();
    for (std::size_t i = 0; i < all.size(); ++i)
      if (all[i].name == name) return record().at(py::ssize_t(i));
    throw py::key_error(
        fmt::format("no such column: '{}'; {}", name, suggest(name, columns(), "columns")));
  }

 private:
  /// Two threads in one motion would tear it apart.
  class Use {
   public:
    explicit Use(Simulator& simulator) : simulator_(simulator) {
      if (simulator.busy_.exchange(true))
        throw std::runtime_error("the simulator is busy in another thread or callback");
    }
    ~Use() { simulator_.busy_ = false; }
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;

   private:
    Simulator& simulator_;
  };

  RobotState& live() const { return state_.cast<RobotState&>(); }

  /// The state follows, also to where a failure is.
  template <class Work>
  void go(Work work) {
    Status status;
    try {
      status = released(*robot_, work);
    } catch (...) {
      usable_ = false;
      live().assign(stepper_->state());
      throw;
    }
    live().assign(stepper_->state());
    if (!status.ok()) throw SolverFailure(status);
  }

  RobotPtr robot_;
  std::unique_ptr<Stepper> stepper_;
  py::object state_;  // a RobotState that follows
  std::atomic<bool> busy_ = false;
  bool usable_ = true;  // not after an exception
};

using SimulatorPtr = std::shared_ptr<Simulator>;

/// A method as Python sees it: None is no simulator, and neither is what __init__ never saw.
template <class Result, class... Arguments>
auto method(Result (Simulator::*f)(Arguments...)) {
  return [f](const SimulatorPtr& self, Arguments... arguments) -> Result {
    if (!self) throw py::type_error("expected a Simulator, got None");
    return (self.get()->*f)(std::forward<Arguments>(arguments)...);
  };
}

// ------------------------------------------------------------------------------------ rollout

std::vector<State> starts(const Robot& robot, const py::object& x0, py::ssize_t count) {
  std::vector<State> states;
  if (PyList_Check(x0.ptr()) || PyTuple_Check(x0.ptr())) {
    for (const py::handle x : x0) states.push_back(state_argument(robot, x));
  } else {
    states.assign(std::size_t(std::max<py::ssize_t>(count, 1)), state_or_initial(robot, x0));
  }
  if (states.empty()) bad_value("x0: an empty list");
  return states;
}

py::array_t<double> stacked(const std::vector<RolloutResult>& results, MatrixX RolloutResult::*part,
                            py::ssize_t rows, py::ssize_t columns) {
  py::array_t<double> all({py::ssize_t(results.size()), rows, columns});
  double* out = all.mutable_data();
  // (columns x rows) by columns is (rows, columns) by rows; motions that did not begin have none
  for (const RolloutResult& r : results) {
    const MatrixX& M = r.*part;
    out = M.size() == rows * columns
              ? std::copy_n(M.data(), rows * columns, out)
              : std::fill_n(out, rows * columns, std::numeric_limits<double>::quiet_NaN());
  }
  return all;
}

void need_coordinates(const Robot& robot) {
  if (robot.model().nq == 0)
    bad_value(fmt::format("the model '{}' has no coordinates: use simulate", robot.model().name));
}

constexpr double kRoom = 4e9;  // [numbers] that fit a big machine

py::tuple run_rollout(const RobotPtr& robot, const py::object& x0, const py::object& u,
                      const py::object& dt, const py::object& steps, int threads,
                      const py::kwargs& options) {
  const double h = positive_number(dt, "dt");
  const int nu = robot->model().nu();
  const StudySpec study = study_of(*robot, options, false);
  need_coordinates(*robot);
  if (threads < 0 || threads > 4096)
    bad_value(fmt::format("threads: must be in [0, 4096], got {}", threads));
  std::vector<MatrixX> inputs;
  int count = -1, rows = -1;
  if (!u.is_none()) {
    const py::array_t<double> all = numbers(u, "u");
    if (all.ndim() != 3 || all.shape(2) != nu)
      bad_shape("u", fmt::format("(runs, steps, {})", nu), shape_text(all));
    count = int(all.shape(0)), rows = int(all.shape(1));
    for (std::ptrdiff_t i = 0; i < std::ptrdiff_t(count) * rows; ++i)
      robot->check_inputs({all.data() + i * nu, std::size_t(nu)});
    for (int i = 0; i < count; ++i)
      inputs.emplace_back(
          Eigen::Map<const MatrixX>(all.data() + std::ptrdiff_t(i) * rows * nu, nu, rows));
  }
  if (!steps.is_none()) {
    const double given = positive_number(steps, "steps");
    if (given != std::floor(given) || given > 1e8) bad_value("steps: expected a whole number");
    if (rows >= 0 && int(given) != rows)
      bad_value(fmt::format("steps: {} do not match the {} of u", int(given), rows));
    rows = int(given);
  }
  if (rows < 1) bad_value("steps: missing, and u has none");
  const std::vector<State> states = starts(*robot, x0, count);
  if (count >= 0 && int(states.size()) != count)
    bad_value(fmt::format("x0: {} states do not match {} runs of u", states.size(), count));
  const Model& model = robot->model();
  if (double(states.size()) * (rows + 1.0) * (model.nq + model.nv) > kRoom)
    bad_value("the results would not fit into memory");
  const auto results = released_call(*robot, [&](CallbackError& error) {
    // they end when the user presses Ctrl-C or a callback fails on any thread
    const auto keep_errors = [&] {
      return std::make_shared<CallbackErrors::Scope>(*robot->callback_errors, error);
    };
    return rollout(robot->scenario, study, states, inputs, rows, h, threads, keep_errors);
  });
  py::list status;
  for (const RolloutResult& r : results) status.append(to_string(r.status));
  return py::make_tuple(stacked(results, &RolloutResult::q, rows + 1, model.nq),
                        stacked(results, &RolloutResult::v, rows + 1, model.nv), status);
}

}  // namespace

void bind_stepping(py::module_& m) {
  py::class_<Simulator, SimulatorPtr>(
      m, "Simulator",
      "A motion step by step. Options: method, rtol, atol, step; by default those of the model.")
      .def(py::init<RobotPtr, const py::object&, const py::kwargs&>(), py::arg("model").none(false),
           py::arg("x0") = py::none())
      .def("step", method(&Simulator::step), py::arg("u"), py::arg("dt"),
           "Advances by dt [s] with the inputs u held; None: signals and controllers of the model "
           "act. After an exception, call reset() to continue. Ctrl-C also ends a step.")
      .def("reset", method(&Simulator::reset), py::arg("x0") = py::none(),
           py::arg("seed") = py::none(),
           "Restarts at x0, or where the model starts. A seed gives the sensors different noise "
           "from now on, 0 that of the model; without one it is the same again.")
      .def_property_readonly("model", method(&Simulator::robot))
      .def_property_readonly("state", method(&Simulator::state),
                             "the current state; it follows the motion, copy() keeps it")
      .def_property_readonly("t", method(&Simulator::t), "time [s]")
      .def_property_readonly("input", method(&Simulator::input), "inputs that act now (nu)")
      .def_property_readonly("columns", method(&Simulator::columns),
                             "names of the values of `record`")
      .def_property_readonly("record", method(&Simulator::record),
                             "current values of probes, sensors and controllers")
      .def_property_readonly("readings", method(&Simulator::readings), "the record by column")
      .def("__getitem__", method(&Simulator::value), py::arg("column"), "One value of the record.");
  m.def("_rollout", &run_rollout, py::arg("model").none(false), py::arg("x0"), py::arg("u"),
        py::arg("dt"), py::arg("steps") = py::none(), py::arg("threads") = 0);
}

}  // namespace cuttle::python
