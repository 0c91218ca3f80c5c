// Equilibria and motions.
#include <fmt/format.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <optional>

#include "bind.h"
#include "call.h"
#include "cuttle/analysis/equilibrium.h"
#include "cuttle/analysis/statics.h"
#include "cuttle/compile/compile.h"
#include "cuttle/io/read_slips.h"
#include "cuttle/motion/control_loop.h"
#include "cuttle/motion/stepper.h"
#include "cuttle/solve/table.h"
#include "cuttle/spec/spec_choices.h"
#include "cuttle/study/studies.h"
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
  bad_value(fmt::format("method: unknown '{}'; {}", name, suggest_word(name, names_of<Method>())));
}

}  // namespace

StudySpec study_of(const Robot& robot, const py::kwargs& options, bool recorded) {
  StudySpec study = motion_study(robot.scenario.spec.study);
  const std::vector<std::pair<std::string, double*>> numbers = {
      {"rtol", &study.rtol},
      {"atol", &study.atol},
      {"step", &study.step},
      {"t_end", recorded ? &study.duration : nullptr},
      {"output_step", recorded ? &study.output_step : nullptr}};
  for (const auto& [key, value] : options) {
    const std::string name = py::cast<std::string>(key);
    const auto found = std::ranges::find(numbers, name, &std::pair<std::string, double*>::first);
    if (name != "method" && (found == numbers.end() || !found->second)) {
      std::vector<std::string> known = {"method"};
      for (const auto& [word, place] : numbers)
        if (place) known.push_back(word);
      throw py::type_error(
          fmt::format("unknown option '{}'; {}", name, suggest(name, known, "options")));
    }
    if (value.is_none()) continue;
    if (name == "method")
      study.method = method_argument(value);
    else
      *found->second = positive_number(value, name.c_str());
  }
  const IntegratorKind& kind = *find_integrator(name_of(study.method));
  if (!kind.adaptive && study.step == 0)
    bad_value(fmt::format("step: missing, method {} has a fixed step", name_of(study.method)));
  return study;
}

namespace {

// ------------------------------------------------------------------------------------ statics

/// What a search for an equilibrium did beside Newton's method, and what became of it.
std::vector<std::string> told_of(StaticsSolver& solver, const Input& u, bool settle,
                                 const StaticsOptions& options, const State& start,
                                 const StaticsResult& result, State& x) {
  std::vector<std::string> words = result.way;
  if (!result.status.ok() || solver.stable(u, x)) return words;
  const std::string unstable(kUnstableEquilibrium);
  if (!settle) return {unstable + "; settle=True looks for a stable one"};
  const StaticsResult found = find_stable(solver, u, options, start, x);
  if (!found.status.ok()) return {unstable + "; it could not be left: " + found.status.message};
  return found.way;
}

RobotState statics(const RobotPtr& robot, const py::object& u, const py::object& guess,
                   int load_steps, bool settle) {
  need_bodies(*robot);
  if (load_steps < 1 || load_steps > 100'000)
    bad_value(fmt::format("load_steps: must be in [1, 100000], got {}", load_steps));
  State x = guess.is_none() ? robot->scenario.initial : state_argument(*robot, guess);
  const Robot::Lease bench(*robot);
  read_input(*robot, u, x.t, *bench.operator->());
  bench->u.u_dot.setZero();
  bench->u.u_ddot.setZero();
  x.v.setZero();
  std::vector<std::string> words;
  const State start = x;
  const StaticsResult result = released(*robot, [&] {
    StaticsOptions options = statics_options(robot->scenario.spec.study);
    options.load_steps = load_steps;
    StaticsSolver solver(robot->model());
    StaticsResult found = guess.is_none()
                              ? initial_equilibrium(robot->scenario, solver, bench->u, options, x)
                              : solver.solve(bench->u, options, x);
    if (found.status.ok())
      found.status =
          solver.let_slide(bench->u, x, [&] { return solver.solve(bench->u, options, x).status; });
    words = told_of(solver, bench->u, settle, options, start, found, x);
    return found;
  });
  if (!result.status.ok()) throw SolverFailure(result.status);
  for (const std::string& word : words)
    if (PyErr_WarnEx(PyExc_RuntimeWarning, word.c_str(), 1) != 0) throw py::error_already_set();
  return {robot, x};
}

// ----------------------------------------------------------------------------------- simulate

RunPtr simulate(const RobotPtr& robot, const py::object& x0, const py::object& u,
                const py::object& sample_time, const py::object& controllers,
                const py::kwargs& options) {
  Scenario scenario = robot->scenario;
  scenario.spec.study = study_of(*robot, options, true);
  StudySpec& study = scenario.spec.study;
  if (study.duration / study.output_step > 1e7)
    bad_value("output_step: more than ten million rows are too many");
  // figures and expectations are about the study of the file
  scenario.spec.figures.clear();
  scenario.spec.expect.clear();
  if (!x0.is_none()) {
    scenario.initial = state_argument(*robot, x0);
    study.start = StartFrom::rest;
  } else if (study.start == StartFrom::rest) {
    scenario.initial = motion_start(robot->scenario);
  }
  scenario.initial.t = 0;
  const double every =
      sample_time.is_none() ? study.output_step : positive_number(sample_time, "sample_time");

  RunOptions run_options;
  const auto laws = std::make_shared<std::vector<PythonLaw>>(read_laws(robot, controllers));
  std::optional<VectorX> held;
  if (PyCallable_Check(u.ptr()) != 0) {
    laws->push_back(law_of_time(robot, py::reinterpret_borrow<py::function>(u), every));
    // it takes their place
    scenario.controllers.clear();
    scenario.spec.of<ControllerSpec>().clear();
  } else if (!u.is_none()) {
    held = input_vector(*robot, u);
    if (!laws->empty())
      bad_value("u: if all inputs are held, the controllers have nothing to drive");
  }
  run_options.control = [laws, held](ControlLoop& loop) {
    for (PythonLaw& law : *laws) loop.add(law.settings, std::move(law.law));
    if (held) loop.hold({held->data(), std::size_t(held->size())}, 0, 0);
  };
  released(*robot, [&] { check_again(scenario); });
  return run_study(robot, scenario, run_options);
}

}  // namespace

void bind_simulation(py::module_& m) {
  m.def(
      "statics", &statics, py::arg("model").none(false), py::arg("u") = py::none(),
      py::arg("guess") = py::none(), py::arg("load_steps") = 1, py::arg("settle") = false,
      "The equilibrium under the inputs u (the model's own signals if left out), from a guess. "
      "Raises SolverError if none is found. A RuntimeWarning tells if it is unstable, and what was "
      "done where Newton's method gave up; with settle=True an unstable equilibrium is left "
      "downhill in energy.");
  m.def("_simulate", &simulate, py::arg("model").none(false), py::arg("x0") = py::none(),
        py::arg("u") = py::none(), py::arg("sample_time") = py::none(),
        py::arg("controllers") = py::none());
}

}  // namespace cuttle::python
