#include <fmt/format.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include "bind.h"
#include "call.h"
#include "cuttle/analysis/rod_error.h"
#include "cuttle/dynamics/joint_forces.h"
#include "cuttle/io/table.h"
#include "cuttle/io/write_report.h"
#include "cuttle/io/write_summary.h"
#include "cuttle/scene/scene_sampler.h"
#include "run_result.h"

namespace cuttle::python {

RunPtr run_study(const RobotPtr& robot, const Scenario& scenario, const RunOptions& options) {
  return released(*robot, [&] {
    return std::make_shared<RobotRun>(RobotRun{robot, run_with_rod_errors(scenario, options)});
  });
}

namespace {

const Trajectory& record_of(const RobotRun& run) { return run.result.trajectory; }

std::vector<std::string> column_names(const RobotRun& run) {
  std::vector<std::string> names{record_of(run).axis_column().name};
  for (const Column& column : record_of(run).columns()) names.push_back(column.name);
  return names;
}

const Column& column_info(const RobotRun& run, const std::string& name) {
  if (record_of(run).has(name)) return record_of(run).column_info(name);
  const std::string hint = suggest(name, column_names(run), "columns");
  throw py::key_error(fmt::format("no such column: '{}'; {}", name, hint));
}

py::array column(const py::object& self, const std::string& name) {
  const auto& run = self.cast<const RobotRun&>();
  column_info(run, name);
  return view(record_of(run).column(name), self, false);
}

py::array axis(const py::object& self) {
  return view(record_of(self.cast<const RobotRun&>()).axis(), self, false);
}

py::array states(const py::object& self, bool positions) {
  const Trajectory& record = record_of(self.cast<const RobotRun&>());
  const auto columns = (positions ? record.q_names() : record.v_names()).size();
  return view(positions ? record.q_data() : record.v_data(), py::ssize_t(record.rows()),
              py::ssize_t(columns), self);
}

/// The state of a row; what contacts and joints remember is not recorded.
RobotState state(const RobotRun& run, py::ssize_t row) {
  const Trajectory& record = record_of(run);
  const auto rows = py::ssize_t(record.rows());
  if (row < -rows || row >= rows)
    throw py::index_error(fmt::format("row {} of a record of {} rows", row, rows));
  const auto i = std::size_t(row < 0 ? row + rows : row);
  State x = run.robot->scenario.initial;
  if (record.axis_column().name == "t") x.t = record.axis()[i];
  std::ranges::copy(record.q(i), x.q.data());
  std::ranges::copy(record.v(i), x.v.data());
  carry_joint_memory(run.robot->model(), run.robot->scenario.initial.q, x);
  const auto closed = record.closed(i);
  for (std::size_t k = 0; k < closed.size() && k < x.connections.size(); ++k)
    x.connections[k].closed = closed[k] != 0;
  return {run.robot, x};
}

py::object failure(const RobotRun& run) {
  const Status& status = run.result.status;
  if (status.ok()) return py::none();
  return py::make_tuple(to_string(status.code), status.t);
}

py::dict figures(const RobotRun& run) {
  py::dict all;
  for (const Figure& figure : run.result.figures) all[figure.name.c_str()] = figure.value;
  return all;
}

py::list expectations(const RobotRun& run) {
  py::list all;
  for (const ExpectResult& e : run.result.expect) {
    py::dict row;
    row["figure"] = e.figure;
    row["value"] = e.value;
    row["unit"] = e.unit;
    row["reference"] = e.reference;
    row["tolerance"] = e.tolerance;
    row["passed"] = e.pass;
    row["source"] = e.source;
    all.append(row);
  }
  return all;
}

std::string unit(const RobotRun& run, const std::string& name) {
  for (const Figure& figure : run.result.figures)
    if (figure.name == name) return figure.unit;
  return column_info(run, name).unit;
}

/// The robot as it is recorded, then what the writer makes of it. No Python here.
template <class Write>
auto with_source(const RobotRun& run, Write write) {
  const py::gil_scoped_release unlocked;
  const Scenario& scenario = run.robot->scenario;
  const Scene scene = make_scene(scenario, record_of(run));
  return write(ResultSource{run.result, scene, scenario.spec.name, scenario.spec.source});
}

std::string run_text(const RobotRun& run) {
  return fmt::format("<cuttle.Trajectory of '{}': {} rows, {} columns, {}>",
                     run.robot->model().name, record_of(run).rows(),
                     record_of(run).columns().size(), to_string(run.result.status));
}

}  // namespace

void bind_trajectory(py::module_& m) {
  py::class_<RobotRun, RunPtr>(m, "Trajectory",
                               "What a run recorded: columns by name (traj['tip.x']), states and "
                               "figures. Arrays are read-only views.")
      .def("__getitem__", &column, py::arg("name"), "A column (rows) by its name.")
      .def("__contains__",
           [](const RobotRun& run, const std::string& name) { return record_of(run).has(name); })
      .def("__len__", [](const RobotRun& run) { return record_of(run).rows(); })
      .def("__repr__", &run_text)
      .def_property_readonly("model", [](const RobotRun& run) { return run.robot; })
      .def_property_readonly("columns", &column_names, "names of all columns, the axis first")
      .def_property_readonly(
          "axis", [](const RobotRun& run) { return record_of(run).axis_column().name; },
          "what the rows run over: t, load, arc or mode")
      .def_property_readonly("t", &axis, "the axis: times [s], loads, or mode numbers (rows)")
      .def_property_readonly(
          "q", [](const py::object& self) { return states(self, true); }, "positions (rows, nq)")
      .def_property_readonly(
          "v", [](const py::object& self) { return states(self, false); }, "velocities (rows, nv)")
      .def("state", &state, py::arg("row") = -1, "The state of a row (default: the last).")
      .def("unit", &unit, py::arg("name"), "The unit of a column or of a figure.")
      .def_property_readonly("figures", &figures, "all figures by name")
      .def_property_readonly("expect", &expectations, "figures with their reference values")
      .def_property_readonly(
          "status", [](const RobotRun& run) { return to_string(run.result.status); },
          "'ok', or when and why the run ended early")
      .def_property_readonly("ok", [](const RobotRun& run) { return run.result.status.ok(); })
      .def_property_readonly("failure", &failure,
                             "None, or the kind of failure ('diverged', ...) and its time or load")
      .def_property_readonly("warnings", [](const RobotRun& run) { return run.result.warnings; })
      .def_property_readonly(
          "energy_residual", [](const RobotRun& run) { return run.result.energy_residual; },
          "largest |KE + PE - W - (initial)| over the energy turned over")
      .def_property_readonly("wall_seconds",
                             [](const RobotRun& run) { return run.result.wall_seconds; })
      .def_property_readonly("solver_steps",
                             [](const RobotRun& run) { return run.result.solver.steps; })
      .def(
          "summary", [](const RobotRun& run) { return summary_text(run.result); },
          "summary.json as text.")
      .def(
          "save",
          [](const RobotRun& run, const std::filesystem::path& folder) {
            return with_source(run,
                               [&](const ResultSource& s) { return write_results(s, folder); });
          },
          py::arg("folder"),
          "Writes summary.json, series.csv, result.h5 and report.html, as `cuttle run` does.")
      .def(
          "report_html",
          [](const RobotRun& run) {
            return with_source(run, [](const ResultSource& s) { return report_text(s); });
          },
          "The page report.html as text.");
  forbid_new(m.attr("Trajectory"));
  m.def(
      "_run", [](const RobotPtr& robot) { return run_study(robot, robot->scenario); },
      py::arg("model").none(false));
}

}  // namespace cuttle::python
