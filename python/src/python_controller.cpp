#include "python_controller.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "call.h"
#include "cuttle/math/constants.h"
#include "python_function.h"

namespace cuttle::python {
namespace {

/// Calls Python at each sample. An exception waits until the run has ended, which it ends.
class PythonController final : public Controller {
 public:
  PythonController(RobotPtr robot, SharedFunction function, bool only_time)
      : robot_(std::move(robot)), function_(std::move(function)), only_time_(only_time) {}

  Status command(const Observation& seen, std::span<double> commands) override {
    const py::gil_scoped_acquire locked;
    try {
      const py::object out = only_time_ ? (*function_)(seen.x.t) : full_call(seen);
      const VectorArgument values(out, "command", Eigen::Index(commands.size()));
      std::ranges::copy(values.span(), commands.begin());
    } catch (...) {
      robot_->callback_errors->keep(std::current_exception());
      return Status::fail(Status::Code::interrupted, "a controller failed", seen.x.t);
    }
    return {};
  }

 private:
  py::object full_call(const Observation& seen) const {
    VectorX readings(Eigen::Index(seen.readings.size()));
    std::ranges::copy(seen.readings, readings.data());
    return (*function_)(seen.x.t, RobotState(robot_, seen.x), to_array(seen.u.u),
                        to_array(readings));
  }

  RobotPtr robot_;
  SharedFunction function_;
  bool only_time_;
};

std::vector<int> input_entries(const Robot& robot, const py::object& names) {
  const std::vector<InputInfo>& inputs = robot.model().inputs;
  std::vector<int> entries(inputs.size());
  std::iota(entries.begin(), entries.end(), 0);
  if (names.is_none()) return entries;
  entries.clear();
  for (const py::handle name : names) entries.push_back(input_entry(robot, name));
  return entries;
}

VectorX bound(const py::object& value, const char* name, std::size_t count, double none) {
  if (value.is_none()) return VectorX::Constant(Eigen::Index(count), none);
  if (py::isinstance<py::float_>(value) || py::isinstance<py::int_>(value))
    return VectorX::Constant(Eigen::Index(count), number(value, name));
  return VectorArgument(value, name, Eigen::Index(count)).map();
}

double not_negative(const py::object& value, const char* name) {
  const double x = number(value, name);
  if (x < 0) bad_value(fmt::format("{}: must be >= 0, got {}", name, x));
  return x;
}

PythonLaw read_law(const RobotPtr& robot, py::handle object) {
  const py::object function = object.attr("function");
  if (PyCallable_Check(function.ptr()) == 0) throw py::type_error("function: expected a function");
  PythonLaw law;
  law.settings.name = py::str(object.attr("name"));
  law.settings.inputs = input_entries(*robot, object.attr("inputs"));
  law.settings.sample_time = positive_number(object.attr("sample_time"), "sample_time");
  law.settings.delay = not_negative(object.attr("delay"), "delay");
  law.settings.start = not_negative(object.attr("start"), "start");
  const std::size_t count = law.settings.inputs.size();
  law.settings.bounds = {bound(object.attr("min"), "min", count, -kInfinity),
                         bound(object.attr("max"), "max", count, kInfinity)};
  law.law = std::make_unique<PythonController>(
      robot, share(py::reinterpret_borrow<py::function>(function)), false);
  return law;
}

}  // namespace

std::vector<PythonLaw> read_laws(const RobotPtr& robot, py::handle controllers) {
  std::vector<PythonLaw> laws;
  if (controllers.is_none()) return laws;
  const py::object type = py::module_::import("cuttle.control").attr("FunctionController");
  for (const py::handle object : controllers) {
    if (!py::isinstance(object, type))
      throw py::type_error("controllers: expected a list of cuttle.FunctionController");
    laws.push_back(read_law(robot, object));
  }
  return laws;
}

PythonLaw law_of_time(const RobotPtr& robot, const py::function& function, double sample_time) {
  PythonLaw law;
  law.settings.name = "u";
  law.settings.inputs = input_entries(*robot, py::none());
  law.settings.sample_time = sample_time;
  law.law = std::make_unique<PythonController>(robot, share(function), true);
  return law;
}

}  // namespace cuttle::python
