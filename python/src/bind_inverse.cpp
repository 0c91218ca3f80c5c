// From poses to inputs, and from many inputs to poses.
#include <fmt/format.h>
#include <pybind11/stl.h>

#include <limits>
#include <numeric>

#include "bind.h"
#include "call.h"
#include "cuttle/analysis/inverse_statics.h"
#include "cuttle/math/constants.h"
#include "frames.h"

namespace cuttle::python {
namespace {

std::vector<int> commanded(const Robot& robot, const py::object& names) {
  const InputSource& inputs = robot.scenario.inputs;
  std::vector<int> entries;
  if (names.is_none()) {
    for (int i = 0; i < robot.model().nu(); ++i)
      if (inputs.role(i) != InputRole::prescribed && !inputs.follows_state(i)) entries.push_back(i);
  } else {
    for (const py::handle name : names) entries.push_back(input_entry(robot, name));
  }
  if (entries.empty()) bad_value("inputs: none");
  for (const int i : entries) {
    const std::string& name = robot.model().inputs[std::size_t(i)].name;
    if (inputs.role(i) == InputRole::prescribed)
      bad_value(fmt::format("inputs: {} prescribes a coordinate", name));
    if (inputs.follows_state(i))
      bad_value(fmt::format("inputs: {} is given by a formula of the state", name));
  }
  return entries;
}

/// One bound or one each; tensions are never below zero, stiffnesses above it.
CommandBounds bounds_of(const Robot& robot, const std::vector<int>& inputs, const py::object& low,
                        const py::object& high) {
  const auto count = Eigen::Index(inputs.size());
  const auto read = [&](const py::object& value, const char* name, double none) -> VectorX {
    if (value.is_none()) return VectorX::Constant(count, none);
    if (PyFloat_Check(value.ptr()) || PyLong_Check(value.ptr()))
      return VectorX::Constant(count, number(value, name));
    return VectorArgument(value, name, count).map();
  };
  CommandBounds bounds{read(low, "low", -kInfinity), read(high, "high", kInfinity)};
  for (Eigen::Index i = 0; i < count; ++i) {
    const InputRole role = robot.scenario.inputs.role(inputs[std::size_t(i)]);
    bounds.low[i] = std::max(bounds.low[i], least_command(role));
    if (bounds.low[i] > bounds.high[i])
      bad_value(fmt::format("low: {} is above high: {}", bounds.low[i], bounds.high[i]));
  }
  return bounds;
}

/// A pose (4, 4), or a place (3), where the rotation does not count.
Pose goal_pose(const py::object& goal, Vector6& weight) {
  const py::array_t<double> values = numbers(goal, "goal");
  Pose X = Pose::identity();
  if (values.ndim() == 1 && values.shape(0) == 3) {
    weight.head<3>().setZero();
    std::copy_n(values.data(), 3, X.p.data());
    return X;
  }
  if (values.ndim() != 2 || values.shape(0) != 4 || values.shape(1) != 4)
    bad_shape("goal", "(4, 4) or (3,)", shape_text(values));
  const MatrixX H = matrix_argument(goal, "goal", 4, 4);
  X.R = H.topLeftCorner<3, 3>();
  X.p = H.topRightCorner<3, 1>();
  const bool rotation =
      (X.R.transpose() * X.R - Matrix3::Identity()).norm() < 1e-6 && X.R.determinant() > 0;
  if (!rotation) bad_value("goal: its rotation (3, 3) is not a rotation");
  return X;
}

py::dict solve_inverse(const RobotPtr& robot, const py::object& frame, const py::object& goal,
                       const py::object& inputs, const py::object& low, const py::object& high,
                       const py::object& u, const py::object& guess) {
  need_bodies(*robot);
  const BodyPlace place = frame_argument(*robot, frame);
  const std::vector<int> entries = commanded(*robot, inputs);
  const CommandBounds bounds = bounds_of(*robot, entries, low, high);
  InverseStaticsOptions options;
  const Pose wanted = goal_pose(goal, options.weight);
  State start = state_or_initial(*robot, guess);
  start.v.setZero();
  const Robot::Lease bench(*robot);
  read_input(*robot, u, start.t, *bench.operator->());
  bench->u.u_dot.setZero();
  bench->u.u_ddot.setZero();
  const InverseStaticsResult result = released(*robot, [&] {
    return InverseStatics(robot->model(), place, entries, bounds, options)
        .solve(wanted, bench->u, start);
  });
  if (!result.status.ok()) throw SolverFailure(result.status);
  VectorX all = bench->u.u;
  std::vector<int> active;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    all[entries[i]] = result.inputs[Eigen::Index(i)];
    if (i < result.active.size()) active.push_back(int(result.active[i]));
  }
  py::dict out;
  out["u"] = to_array(all);
  out["x"] = RobotState(robot, result.x);
  out["reached"] = result.reached;
  out["pose"] = pose_array(result.X_WF);
  out["position_error"] = result.position_error;
  out["rotation_error"] = result.rotation_error;
  out["at_bound"] = active;
  return out;
}

py::tuple sample_workspace(const RobotPtr& robot, const py::object& frame,
                           const py::object& choices, const py::object& inputs, const py::object& u,
                           const py::object& start) {
  need_bodies(*robot);
  const BodyPlace place = frame_argument(*robot, frame);
  const std::vector<int> entries = commanded(*robot, inputs);
  const MatrixX rows = matrix_argument(choices, "choices", -1, Eigen::Index(entries.size()));
  const State x = state_or_initial(*robot, start);
  const Robot::Lease bench(*robot);
  read_input(*robot, u, x.t, *bench.operator->());
  std::vector<VectorX> list;
  for (Eigen::Index k = 0; k < rows.rows(); ++k) {
    list.emplace_back(rows.row(k));
    for (std::size_t i = 0; i < entries.size(); ++i)
      if (robot->scenario.inputs.role(entries[i]) == InputRole::tension &&
          rows(k, Eigen::Index(i)) < 0)
        bad_value(fmt::format("choices[{}, {}]: a tension must be >= 0 N, got {}", k, i,
                              rows(k, Eigen::Index(i))));
  }
  const std::vector<WorkspaceSample> samples = released(
      *robot, [&] { return workspace_sample(robot->model(), place, entries, bench->u, list, x); });
  py::array_t<double> poses({py::ssize_t(samples.size()), py::ssize_t(4), py::ssize_t(4)});
  py::list states, status;
  double* out = poses.mutable_data();
  for (const WorkspaceSample& sample : samples) {
    const py::array_t<double> pose = pose_array(sample.X_WF);
    const double nan = std::numeric_limits<double>::quiet_NaN();
    if (sample.status.ok()) out = std::copy_n(pose.data(), 16, out);
    if (!sample.status.ok()) out = std::fill_n(out, 16, nan);
    if (sample.status.ok()) states.append(RobotState(robot, sample.x));
    if (!sample.status.ok()) states.append(py::none());
    status.append(to_string(sample.status));
  }
  return py::make_tuple(poses, states, status);
}

}  // namespace

void bind_inverse(py::module_& m) {
  m.def("_inverse_statics", &solve_inverse, py::arg("model").none(false), py::arg("frame"),
        py::arg("goal"), py::arg("inputs"), py::arg("low"), py::arg("high"), py::arg("u"),
        py::arg("guess"));
  m.def("_workspace_sample", &sample_workspace, py::arg("model").none(false), py::arg("frame"),
        py::arg("choices"), py::arg("inputs"), py::arg("u"), py::arg("start"));
}

}  // namespace cuttle::python
