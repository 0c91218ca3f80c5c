#include <fmt/format.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include "bind.h"
#include "call.h"
#include "cuttle/actuation/function_load.h"
#include "cuttle/compile/compile.h"
#include "cuttle/compile/find_frame.h"
#include "cuttle/dynamics/joint_forces.h"
#include "cuttle/dynamics/kinematics.h"
#include "cuttle/io/read_part.h"
#include "cuttle/io/write_scenario.h"
#include "cuttle/study/describe.h"
#include "frames.h"
#include "python_function.h"
#include "tree.h"

namespace cuttle::python {
namespace {

struct ReadModel {
  SampledModel source;
  std::string text;  // what results keep of their model; empty: the model as it is read
};

/// Reading and building take a while and touch no Python object: other threads may run meanwhile.
template <class Read>
RobotPtr make_robot(Read read) {
  const py::gil_scoped_release unlocked;
  auto [source, text] = read();
  std::vector<DataFileUse> used;
  ScenarioSpec spec = read_tree(source.tree, source.file, source.settings, &used);
  spec.source = text.empty() ? write_scenario(spec) : text;
  source.data_files = std::move(used);
  return std::make_shared<Robot>(build(spec),
                                 std::make_shared<const SampledModel>(std::move(source)));
}

RobotPtr load(const std::filesystem::path& path, const py::object& set) {
  const std::vector<std::string> settings = to_settings(set);
  return make_robot([&]() -> ReadModel {
    const std::string text = read_text_file(path);
    return {{parse_yaml(text, path.string()), path, settings}, text};
  });
}

RobotPtr loads(const std::string& text, const py::object& set, const std::filesystem::path& file) {
  const std::vector<std::string> settings = to_settings(set);
  return make_robot([&]() -> ReadModel {
    return {{parse_yaml(text, file.string()), file, settings}, text};
  });
}

RobotPtr from_tree(const py::dict& tree, const py::object& set,
                   const std::filesystem::path& folder) {
  SampledModel source{to_tree(tree), folder / "<python>", to_settings(set)};
  return make_robot([&]() -> ReadModel { return {std::move(source), ""}; });
}

/// Zeros, or what the signals of the model say at time t.
py::object input(const Robot& robot, const py::object& t, bool rates) {
  const int nu = robot.model().nu();
  MatrixX rows = MatrixX::Zero(3, nu);
  if (!t.is_none()) {
    const Robot::Lease bench(robot);
    read_input(robot, py::none(), number(t, "t"), *bench.operator->());
    rows.row(0) = bench->u.u.transpose();
    rows.row(1) = bench->u.u_dot.transpose();
    rows.row(2) = bench->u.u_ddot.transpose();
  }
  if (rates) return to_array(rows);
  return to_array(VectorX(rows.row(0)));
}

using Place = FunctionLoad::Place;

/// What a Python function gives at a place, or NaN after an exception, which ends the run.
template <Eigen::Index columns>
auto call_there(const std::shared_ptr<CallbackErrors>& errors, const py::function& function,
                const char* name, const Place& place) {
  const py::gil_scoped_acquire locked;
  Eigen::Matrix<double, 6, columns> result;
  result.setConstant(std::numeric_limits<double>::quiet_NaN());
  try {
    const py::object out =
        function(place.t, pose_array(place.X_WF), to_array(VectorX(place.V_WF_W)));
    if constexpr (columns == 1)
      result = VectorArgument(out, name, 6).map();
    else
      result = matrix_argument(out, name, 6, columns);
  } catch (...) {
    errors->keep(std::current_exception());
  }
  return result;
}

using MatrixAt = std::function<Matrix6(const Place&)>;

/// A matrix (6, 6), or a function that gives it; null for None.
MatrixAt matrix_at(const std::shared_ptr<CallbackErrors>& errors, const py::object& given,
                   const char* name) {
  if (given.is_none()) return nullptr;
  if (PyCallable_Check(given.ptr()) == 0)
    return [M = Matrix6(matrix_argument(given, name, 6, 6))](const Place&) { return M; };
  const SharedFunction shared = share(py::reinterpret_borrow<py::function>(given));
  return [errors, shared, name](const Place& place) {
    return Matrix6(call_there<6>(errors, *shared, name, place));
  };
}

RobotPtr with_force(const RobotPtr& robot, const py::object& frame, const py::function& function,
                    const py::object& stiffness, const py::object& damping) {
  const BodyPlace at = frame_argument(*robot, frame);
  const auto errors = robot->callback_errors;
  const SharedFunction shared = share(function);
  const MatrixAt K = matrix_at(errors, stiffness, "stiffness");
  const MatrixAt D = matrix_at(errors, damping, "damping");
  if (D && !K) bad_value("stiffness: missing, damping alone is not the whole derivative");
  FunctionLoad::Differentiate differentiate;
  if (K)
    differentiate = [K, D](const Place& place) {
      return FunctionLoad::Slopes{K(place), D ? D(place) : Matrix6::Zero()};
    };
  return robot->with_actor(std::make_shared<FunctionLoad>(
      at,
      [errors, shared](const Place& place) {
        return Vector6(call_there<1>(errors, *shared, "wrench", place));
      },
      differentiate));
}

std::vector<std::string> names_of_inputs(const Model& model) {
  std::vector<std::string> names;
  for (const InputInfo& input : model.inputs) names.push_back(input.name);
  return names;
}

std::vector<std::string> units_of_inputs(const Model& model) {
  std::vector<std::string> units;
  for (const InputInfo& input : model.inputs) units.push_back(input.unit);
  return units;
}

std::vector<std::string> names_of_bodies(const Model& model) {
  std::vector<std::string> names;
  for (const Body& body : model.bodies) names.push_back(body.name);
  return names;
}

std::vector<std::string> names_of_columns(const Scenario& scenario) {
  std::vector<std::string> names;
  for (const Column& column : record_columns(scenario.probes)) names.push_back(column.name);
  return names;
}

std::string to_yaml(const Robot& robot) {
  if (!robot.source) bad_value("a force in Python code cannot be written as YAML");
  return write_scenario(robot.scenario.spec);
}

/// Whether an entry of u is a tension of a cable, which only pulls.
std::vector<bool> tension_inputs(const Robot& robot) {
  std::vector<bool> flags;
  for (int i = 0; i < robot.scenario.inputs.size(); ++i)
    flags.push_back(robot.scenario.inputs.role(i) == InputRole::tension);
  return flags;
}

/// Whether an entry of u is given by a formula of the state: what a caller says must be 0.
std::vector<bool> formula_inputs(const Robot& robot) {
  std::vector<bool> flags;
  for (int i = 0; i < robot.scenario.inputs.size(); ++i)
    flags.push_back(robot.scenario.inputs.follows_state(i));
  return flags;
}

py::object acting_input(const Robot& robot, const py::object& x, const py::object& u) {
  const State at = state_or_initial(robot, x);
  const Robot::Lease bench(robot);
  read_input(robot, u, at.t, *bench.operator->());
  return to_array(VectorX(input_at(robot.model(), at, bench->u).u));
}

std::string text_of(const Robot& robot) {
  const Model& model = robot.model();
  return fmt::format("<cuttle.Model '{}': {} bodies, {} velocities, {} inputs>", model.name,
                     model.bodies.size(), model.nv, model.nu());
}

constexpr const char* kWithForce =
    R"(A model with a force function(t, pose, twist) on a frame.

pose (4, 4) is the frame in the world; twist (6) its angular velocity and the velocity of its
origin, in world axes. The function returns a wrench (6): moment and force on the frame about its
origin, in world axes. It must depend only on its arguments.

stiffness (6, 6), or a function(t, pose, twist) that returns it: minus the derivative of the wrench
with respect to a small turn and displacement of the frame, in world axes about its origin, the
wrench being taken about the moved origin. damping: likewise with respect to the twist; zero if only
stiffness is given. Without them the function is differenced.

In statics the force is applied in parts like all loads.

Warning: Python is called in every evaluation of the dynamics. A call costs about 1 us plus what the
function itself takes: a small law in NumPy makes the run of a soft arm 2 to 3 times slower. Implicit
methods and statics differentiate it by 24 more calls, if there is no stiffness. Runs on many threads wait for each other. Loads that a model file can express cost nothing.)";

}  // namespace

void bind_model(py::module_& m) {
  using Names = std::vector<std::string>;
  py::class_<Robot, RobotPtr>(
      m, "Model", "A robot that is ready to be simulated. It never changes; threads may share it.")
      .def_property_readonly("name", [](const Robot& r) { return r.model().name; })
      .def_property_readonly("title", [](const Robot& r) { return r.scenario.spec.title; })
      .def_property_readonly(
          "nq", [](const Robot& r) { return r.model().nq; }, "number of positions")
      .def_property_readonly(
          "nv", [](const Robot& r) { return r.model().nv; }, "number of velocities")
      .def_property_readonly(
          "nu", [](const Robot& r) { return r.model().nu(); }, "number of inputs")
      .def_property_readonly("q_names", [](const Robot& r) -> Names { return r.model().q_names; })
      .def_property_readonly("v_names", [](const Robot& r) -> Names { return r.model().v_names; })
      .def_property_readonly("input_names",
                             [](const Robot& r) { return names_of_inputs(r.model()); })
      .def_property_readonly("input_units",
                             [](const Robot& r) { return units_of_inputs(r.model()); })
      .def_property_readonly("_tension_inputs", &tension_inputs)
      .def_property_readonly("_formula_inputs", &formula_inputs)
      .def_property_readonly("body_names",
                             [](const Robot& r) { return names_of_bodies(r.model()); })
      .def_property_readonly(
          "frames", [](const Robot& r) { return frame_names(r.scenario); },
          "names of all frames for poses and Jacobians")
      .def_property_readonly(
          "columns", [](const Robot& r) { return names_of_columns(r.scenario); },
          "names of the values that probes record")
      .def_property_readonly(
          "parameters", [](const Robot& r) { return r.scenario.spec.parameters; },
          "the parameters of the model file, in SI")
      .def_property_readonly("gravity",
                             [](const Robot& r) { return to_array(VectorX(r.model().gravity)); })
      .def(
          "rest_state",
          [](Robot& r) {
            State x = r.scenario.initial;
            const State rest = rest_state(r.model());
            x.q = rest.q;
            x.v = rest.v;
            carry_joint_memory(r.model(), r.scenario.initial.q, x);
            return RobotState(r.shared_from_this(), x);
          },
          "All joints and strains at rest, t = 0.")
      .def(
          "initial_state",
          [](Robot& r) {
            return RobotState(r.shared_from_this(), state_or_initial(r, py::none()));
          },
          "Where the model starts: the initial values of its file.")
      .def(
          "input", &input, py::arg("t") = py::none(), py::arg("rates") = false,
          "Inputs (nu), named by `input_names`: zeros, or the signals of the model at time t. With "
          "rates=True (3, nu): values, rates and accelerations. Entries that formulas of the state "
          "give are 0 here and in what is handed in; see acting_input.")
      .def("acting_input", &acting_input, py::arg("x") = py::none(), py::arg("u") = py::none(),
           "All inputs (nu) that act in state x (default: where the model starts): u (default: the "
           "signals of the model), with the entries that formulas of the state give.")
      .def(
          "find_input", [](const Robot& r, const py::object& name) { return input_entry(r, name); },
          py::arg("name"),
          "The index in u of the input with this name: 'cables.c1.tension', or as much of it as is "
          "needed ('c1').")
      .def("with_force", &with_force, py::arg("frame"), py::arg("function"),
           py::arg("stiffness") = py::none(), py::arg("damping") = py::none(), kWithForce)
      .def("to_yaml", &to_yaml, "The model as a file that reads back to the same model.")
      .def(
          "describe",
          [](const Robot& r) {
            // forces in Python code are no part of the text
            return describe_model(r.source ? r.scenario : build(r.scenario.spec));
          },
          "A description of the model as text: bodies, degrees of freedom, masses.")
      .def("__repr__", &text_of);
  forbid_new(m.attr("Model"));

  m.def("load", &load, py::arg("path"), py::arg("set") = py::none(),
        "Reads a model file. `set` changes fields: {'bodies.arm.rod.length': 0.3}. Raises "
        "InputError with everything that is wrong.");
  m.def("loads", &loads, py::arg("text"), py::arg("set") = py::none(),
        py::arg("file") = std::filesystem::path("<text>"),
        "Reads a model from a string; `file` is named in messages, and data files are in its "
        "folder.");
  m.def("from_tree", &from_tree, py::arg("tree"), py::arg("set") = py::none(),
        py::arg("folder") = std::filesystem::path(),
        "Builds a model from dicts and lists; data files are in `folder`.");
}

}  // namespace cuttle::python
