// Equilibria, motions, motions step by step, and many motions at once.
#include <fmt/format.h>
#include <pybind11/stl.h>

#include <atomic>
#include <optional>

#include "bind.h"
#include "call.h"
#include "cuttle/model/spec_choices.h"
#include "cuttle/sim/control_loop.h"
#include "cuttle/sim/rollout.h"
#include "cuttle/sim/statics.h"
#include "cuttle/sim/stepper.h"
#include "cuttle/sim/studies.h"
#include "cuttle/solve/table.h"
#include "python_controller.h"
#include "run_result.h"
#include "study.h"

namespace cuttle::python {
namespace {

Method method_argument(py::handle value) {
  if (!py::isinstance<py::str>(value)) throw py::type_error("method: expected a name");
  const std::string name = py::cast<std::string>(value);
  for (const Choice<Method>& choice : choices(Method{}))
    if (name == choice.name) return choice.value;
  bad_value(
      fmt::format("method: unknown '{}'; {}", name, suggest(name, names_of<Method>(), "methods")));
}

}  // namespace

StudySpec study_of(const Robot& robot, const py::kwargs& options) {
  StudySpec study = motion_study(robot.scenario.spec.study);
  for (const auto& [key, value] : options) {
    const std::string name = py::cast<std::string>(key);
    if (value.is_none()) continue;
    if (name == "method") {
      study.method = method_argument(value);
    } else if (name == "t_end") {
      study.duration = positive_number(value, "t_end");
    } else if (name == "output_step") {
      study.output_step = positive_number(value, "output_step");
    } else if (name == "rtol") {
      study.rtol = positive_number(value, "rtol");
    } else if (name == "atol") {
      study.atol = positive_number(value, "atol");
    } else if (name == "step") {
      study.step = positive_number(value, "step");
    } else {
      const std::vector<std::string> known = {"method", "rtol",        "atol",
                                              "step",   "output_step", "t_end"};
      throw py::type_error(
          fmt::format("unknown option '{}'; {}", name, suggest(name, known, "options")));
    }
  }
  const IntegratorKind& kind = *find_integrator(name_of(study.method));
  if (!kind.adaptive && study.step == 0)
    bad_value(fmt::format("step: missing, method {} has a fixed step", name_of(study.method)));
  return study;
}

namespace {

// ------------------------------------------------------------------------------------ statics

RobotState statics(const RobotPtr& robot, const py::object& u, const py::object& guess,
                   int load_steps) {
  need_bodies(*robot);
  if (load_steps < 1 || load_steps > 100'000)
    bad_value(fmt::format("load_steps: must be in [1, 100000], got {}", load_steps));
  State x = state_or_initial(*robot, guess);
  const Robot::Lease bench(*robot);
  read_input(*robot, u, x.t, *bench.operator->());
  bench->u.u_dot.setZero();
  bench->u.u_ddot.setZero();
  x.v.setZero();
  const StaticsResult result = released(*robot, [&] {
    StaticsOptions options = statics_options(robot->scenario.spec.study);
    options.load_steps = load_steps;
    StaticsSolver solver(robot->model());
    return solver.solve(bench->u, options, x);
  });
  if (!result.status.ok()) throw SolverFailure(result.status);
  return {robot, x};
}

// ----------------------------------------------------------------------------------- simulate

RunPtr simulate(const RobotPtr& robot, const py::object& x0, const py::object& u,
                const py::object& sample_time, const py::object& controllers,
                const py::kwargs& options) {
  Scenario scenario = robot->scenario;
  scenario.spec.study = study_of(*robot, options);
  StudySpec& study = scenario.spec.study;
  if (study.duration / study.output_step > 1e7)
    bad_value("output_step: more than ten million rows are too many");
  // figures and expectations are about the study of the file
  scenario.spec.figures.clear();
  scenario.spec.expect.clear();
  if (!x0.is_none()) {
    scenario.initial = state_argument(*robot, x0);
    study.start = StartFrom::rest;
  }
  scenario.initial.t = 0;
  const double every =
      sample_time.is_none() ? study.output_step : positive_number(sample_time, "sample_time");

  RunOptions run_options;
  const auto laws = std::make_shared<std::vector<PythonLaw>>(read_laws(robot, controllers));
  if (PyCallable_Check(u.ptr()) != 0)
    laws->push_back(law_of_time(robot, py::reinterpret_borrow<py::function>(u), every));
  std::optional<VectorX> held;
  if (!u.is_none() && PyCallable_Check(u.ptr()) == 0) held = input_vector(*robot, u);
  run_options.control = [laws, held](ControlLoop& loop) {
    for (PythonLaw& law : *laws) loop.add(law.settings, std::move(law.law));
    if (held) loop.hold({held->data(), std::size_t(held->size())}, 0, 0);
  };
  return run_study(robot, scenario, run_options);
}

// ---------------------------------------------------------------------------------- Simulator

/// One motion, step by step. Used by one thread at a time, which is checked.
class Simulator {
 public:
  Simulator(RobotPtr robot, const py::object& x0, const py::kwargs& options)
      : robot_(std::move(robot)),
        stepper_(robot_->scenario, study_of(*robot_, options)),
        state_(py::cast(RobotState(robot_, robot_->scenario.initial))) {
    live().live = true;
    reset(x0);
  }

  void reset(const py::object& x0) {
    const State x = state_or_initial(*robot_, x0);
    const Use use(*this);
    check(released(*robot_, [&] { return stepper_.reset(x); }));
  }

  void step(const py::object& u, const py::object& dt) {
    const double h = positive_number(dt, "dt");
    const Use use(*this);
    if (u.is_none()) return check(released(*robot_, [&] { return stepper_.step(h); }));
    const VectorArgument values(u, "u", robot_->model().nu());
    robot_->check_tensions(values.span());
    check(released(*robot_, [&] { return stepper_.step(values.span(), h); }));
  }

  py::object state() const { return state_; }
  RobotPtr robot() const { return robot_; }
  double t() const { return live().x.t; }

  py::array_t<double> input() {
    const Use use(*this);
    return to_array(stepper_.input().u);
  }

  py::array_t<double> record() {
    const Use use(*this);
    const std::span<const double> row = released(*robot_, [&] { return stepper_.record(); });
    py::array_t<double> array(py::ssize_t(row.size()));
    std::ranges::copy(row, array.mutable_data());
    return array;
  }

  std::vector<std::string> columns() const {
    std::vector<std::string> names;
    for (const Column& column : stepper_.columns()) names.push_back(column.name);
    return names;
  }

  py::dict readings() {
    const py::array_t<double> row = record();
    py::dict values;
    for (std::size_t i = 0; i < stepper_.columns().size(); ++i)
      values[stepper_.columns()[i].name.c_str()] = row.at(py::ssize_t(i));
    return values;
  }

  double value(const std::string& name) {
    const std::vector<Column>& all = stepper_.columns();
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

  void check(const Status& status) {
    live().assign(stepper_.state());
    if (!status.ok()) throw SolverFailure(status);
  }

  RobotPtr robot_;
  Stepper stepper_;
  py::object state_;  // a RobotState that follows
  std::atomic<bool> busy_ = false;
};

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
  // (columns x rows) by columns is (rows, columns) by rows
  for (const RolloutResult& r : results) out = std::copy_n((r.*part).data(), rows * columns, out);
  return all;
}

constexpr double kRoom = 4e9;  // [numbers] that fit a big machine

py::tuple run_rollout(const RobotPtr& robot, const py::object& x0, const py::object& u,
                      const py::object& dt, const py::object& steps, int threads,
                      const py::kwargs& options) {
  const double h = positive_number(dt, "dt");
  const int nu = robot->model().nu();
  const StudySpec study = study_of(*robot, options);
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
      robot->check_tensions({all.data() + i * nu, std::size_t(nu)});
    for (int i = 0; i < count; ++i)
      inputs.emplace_back(
          Eigen::Map<const MatrixX>(all.data() + std::ptrdiff_t(i) * rows * nu, nu, rows));
  }
  if (!steps.is_none()) {
    const double given = positive_number(steps, "steps");
    if (given != std::floor(given) || given > 1e8) bad_value("steps: expected a whole number");
    if (rows >= 0 && int(given) != rows)
      bad_value(fmt::format("steps: {} do not fit the {} of u", int(given), rows));
    rows = int(given);
  }
  if (rows < 1) bad_value("steps: missing, or u has none");
  const std::vector<State> states = starts(*robot, x0, count);
  if (count >= 0 && int(states.size()) != count)
    bad_value(fmt::format("x0: {} states do not fit {} runs of u", states.size(), count));
  const Model& model = robot->model();
  if (double(states.size()) * (rows + 1.0) * (model.nq + model.nv) > kRoom)
    bad_value("the results would not fit into memory");
  const auto results = released(
      *robot, [&] { return rollout(robot->scenario, study, states, inputs, rows, h, threads); });
  py::list status;
  for (const RolloutResult& r : results) status.append(to_string(r.status));
  return py::make_tuple(stacked(results, &RolloutResult::q, rows + 1, model.nq),
                        stacked(results, &RolloutResult::v, rows + 1, model.nv), status);
}

}  // namespace

void bind_simulation(py::module_& m) {
  m.def("statics", &statics, py::arg("model"), py::arg("u") = py::none(),
        py::arg("guess") = py::none(), py::arg("load_steps") = 1,
        "The equilibrium under the inputs u (the model's own signals if left out), from a guess. "
        "Raises SolverError if there is none to be found.");
  m.def("_simulate", &simulate, py::arg("model"), py::arg("x0") = py::none(),
        py::arg("u") = py::none(), py::arg("sample_time") = py::none(),
        py::arg("controllers") = py::none());
  py::class_<Simulator>(
      m, "Simulator",
      "A motion step by step. Options: method, rtol, atol, step; otherwise those of the model.")
      .def(py::init<RobotPtr, const py::object&, const py::kwargs&>(), py::arg("model"),
           py::arg("x0") = py::none())
      .def("step", &Simulator::step, py::arg("u"), py::arg("dt"),
           "Goes on by dt [s] with the inputs u held; None: signals and controllers of the model "
           "act. After a SolverError only reset() leads on.")
      .def("reset", &Simulator::reset, py::arg("x0") = py::none(),
           "Starts anew at x0, or where the model starts.")
      .def_property_readonly("model", &Simulator::robot)
      .def_property_readonly("state", &Simulator::state,
                             "the state now; it follows the motion, copy() keeps it")
      .def_property_readonly("t", &Simulator::t, "time [s]")
      .def_property_readonly("input", &Simulator::input, "inputs as they act now (nu)")
      .def_property_readonly("columns", &Simulator::columns, "names of the numbers of `record`")
      .def_property_readonly("record", &Simulator::record,
                             "numbers of probes, sensors and controllers now")
      .def_property_readonly("readings", &Simulator::readings, "the record by column")
      .def("__getitem__", &Simulator::value, py::arg("column"), "One number of the record.");
  m.def("_rollout", &run_rollout, py::arg("model"), py::arg("x0"), py::arg("u"), py::arg("dt"),
        py::arg("steps") = py::none(), py::arg("threads") = 0);
}

}  // namespace cuttle::python
