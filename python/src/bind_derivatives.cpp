// Exact derivatives: of accelerations, of equilibria, of motions.
#include <fmt/format.h>
#include <pybind11/stl.h>

#include "bind.h"
#include "cuttle/analysis/linearize.h"
#include "cuttle/analysis/parameter_slope.h"
#include "cuttle/analysis/rollout_tangent.h"
#include "cuttle/connection/constrained_derivatives.h"
#include "evaluation.h"

namespace cuttle::python {
namespace {

void check(const Status& status) {
  if (!status.ok()) throw SolverFailure(status);
}

py::tuple acceleration_derivatives(const Robot& robot, const py::object& x, const py::object& u) {
  const Evaluation at(robot, x, u);
  AccelerationDerivatives d;
  check(released(robot, [&] {
    if (at.model().connections.empty())
      return DerivativeSolver(at.model()).solve(at.model(), at.x(), at.u(), at.ws(), d);
    return ConstrainedDerivatives(at.model()).solve(at.model(), at.x(), at.u(), at.ws(), d);
  }));
  return py::make_tuple(to_array(d.a), to_array(d.da_dq), to_array(d.da_dv), to_array(d.da_du));
}

py::tuple linearized(const Robot& robot, const py::object& x, const py::object& u,
                     const std::vector<std::string>& outputs) {
  const Evaluation at(robot, x, u);
  std::vector<std::string> known;
  for (const Probe& probe : robot.scenario.probes)
    for (const Column& column : probe.columns()) known.push_back(column.name);
  for (const std::string& name : outputs)
    if (std::ranges::find(known, name) == known.end())
      bad_value(
          fmt::format("outputs: no such column: '{}'; {}", name, suggest(name, known, "columns")));
  Linearization linear;
  check(
      released(robot, [&] { return linearize(robot.scenario, at.x(), at.u(), outputs, linear); }));
  return py::make_tuple(to_array(linear.A), to_array(linear.B), to_array(linear.C),
                        to_array(linear.D), to_array(linear.basis), to_array(linear.acceleration));
}

py::array_t<double> equilibrium_derivative(const Robot& robot, const py::object& x,
                                           const py::object& u) {
  const Evaluation at(robot, x, u);
  MatrixX dq_du;
  check(released(robot, [&] { return statics_derivative(at.model(), at.x(), at.u(), dq_du); }));
  return to_array(dq_du);
}

using Slope = Status (*)(const ScenarioOf&, double, const State&, const Input&, VectorX&);

/// Along a number of the model file, by its path.
py::array_t<double> parameter_slope(Slope slope, const Robot& robot, const py::object& x,
                                    const std::string& path, const py::object& value,
                                    const py::object& u) {
  const Evaluation at(robot, x, u);
  const double p = number(value, "value");
  if (!robot.source) bad_value("a model with forces in Python code cannot be read again");
  SampledModel source = *robot.source;
  source.paths = {{path}};
  BoundModel bound(source);
  const ScenarioOf scenario_of = [&bound](double changed) {
    return bound.scenario(std::span(&changed, 1));
  };
  VectorX result;
  check(released(robot, [&] {
    const Model changed = scenario_of(p).model;
    if (changed.q_names != at.model().q_names || changed.nu() != at.model().nu())
      throw std::invalid_argument(path + ": changes the coordinates or inputs of the model");
    return slope(scenario_of, p, at.x(), at.u(), result);
  }));
  return to_array(result);
}

void def_slope(py::module_& m, const char* name, Slope slope, const char* doc) {
  m.def(
      name,
      [slope](const Robot& robot, const py::object& x, const std::string& path,
              const py::object& value,
              const py::object& u) { return parameter_slope(slope, robot, x, path, value, u); },
      py::arg("model"), py::arg("x"), py::arg("path"), py::arg("value"), py::arg("u") = py::none(),
      doc);
}

py::array_t<double> stacked(const std::vector<MatrixX>& parts, py::ssize_t rows,
                            py::ssize_t columns) {
  py::array_t<double> all({py::ssize_t(parts.size()), rows, columns});
  double* out = all.mutable_data();
  for (const MatrixX& part : parts)
    for (Eigen::Index i = 0; i < part.rows(); ++i)
      for (Eigen::Index j = 0; j < part.cols(); ++j) *out++ = part(i, j);
  return all;
}

py::tuple motion_tangent(const Robot& robot, const py::object& x0, const py::object& u,
                         const py::object& dt, int substeps) {
  need_bodies(robot);
  const Model& model = robot.model();
  const double h = positive_number(dt, "dt");
  if (substeps < 1 || substeps > 1'000'000)
    bad_value(fmt::format("substeps: must be in [1, 1000000], got {}", substeps));
  if (!model.connections.empty() || model.touches() || !robot.scenario.nets.empty())
    bad_value(
        "a motion with connections, contacts, limits or friction of joints, or nets has no such "
        "tangent");
  const MatrixX inputs = matrix_argument(u, "u", -1, model.nu());
  if (inputs.rows() < 1) bad_value("u: no intervals");
  for (Eigen::Index k = 0; k < inputs.rows(); ++k) {
    const VectorX row = inputs.row(k);
    robot.check_inputs({row.data(), std::size_t(row.size())});
  }
  const State start = state_or_initial(robot, x0);
  const RolloutTangent result = released(
      robot, [&] { return rollout_tangent(model, start, inputs.transpose(), h, substeps); });
  check(result.status);
  std::vector<MatrixX> q, v, A, B;
  for (const State& x : result.x) q.emplace_back(x.q), v.emplace_back(x.v);
  for (const IntervalTangent& interval : result.intervals)
    A.push_back(interval.A), B.push_back(interval.B);
  const py::ssize_t rows = py::ssize_t(q.size());
  return py::make_tuple(stacked(q, model.nq, 1).reshape({rows, py::ssize_t(model.nq)}),
                        stacked(v, model.nv, 1).reshape({rows, py::ssize_t(model.nv)}),
                        stacked(A, 2 * model.nv, 2 * model.nv),
                        stacked(B, 2 * model.nv, model.nu()));
}

}  // namespace

void bind_derivatives(py::module_& m) {
  const auto model = py::arg("model"), x = py::arg("x");
  const auto u = py::arg("u") = py::none();
  m.def("_forward_dynamics_derivatives", &acceleration_derivatives, model, x, u);
  m.def("_linearize", &linearized, model, x, py::arg("u"), py::arg("outputs"));
  m.def("statics_derivative", &equilibrium_derivative, model, x, u,
        "dq/du (nv, nu): how the equilibrium x under u moves, displacements per input.");
  def_slope(m, "acceleration_slope", &acceleration_slope,
            "da/dp (nv) of forward dynamics with respect to a number of the model at its value: "
            "acceleration_slope(m, x, 'materials.silicone.young', 1e6).");
  def_slope(m, "statics_slope", &statics_slope,
            "dq/dp (nv): how the equilibrium x moves with a number of the model at its value.");
  m.def("_rollout_tangent", &motion_tangent, model, py::arg("x0"), py::arg("u"), py::arg("dt"),
        py::arg("substeps"));
}

}  // namespace cuttle::python
