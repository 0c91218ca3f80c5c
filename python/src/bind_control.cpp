// The small problems of control: sampling, regulators, least squares in bounds.
#include <fmt/format.h>

#include "bind.h"
#include "call.h"
#include "cuttle/control/bounded_least_squares.h"
#include "cuttle/control/lqr/lqr.h"
#include "cuttle/math/constants.h"

namespace cuttle::python {
namespace {

void need_finite(const MatrixX& A, const MatrixX& B) {
  if (!A.allFinite() || !B.allFinite())
    bad_value("sample_time: too long for A and B, the result is not finite");
}

py::tuple sampled(const py::object& A, const py::object& B, const py::object& sample_time,
                  const py::object& delay) {
  const MatrixX a = square_argument(A, "A"), b = matrix_argument(B, "B", a.rows(), -1);
  const double h = positive_number(sample_time, "sample_time"), late = number(delay, "delay");
  if (late < 0 || late > h) bad_value(fmt::format("delay: must be in [0, {}], got {}", h, late));
  if (late == 0) {
    const DiscreteSystem system = discretise(a, b, h);
    need_finite(system.A, system.B);
    return py::make_tuple(to_array(system.A), to_array(system.B));
  }
  const DelayedSystem system = discretise(a, b, h, late);
  need_finite(system.A, system.B);
  return py::make_tuple(to_array(system.A), to_array(system.B), to_array(system.B_last));
}

/// A matrix of costs: symmetric.
MatrixX cost_argument(const py::object& value, const char* name, Eigen::Index size) {
  constexpr double kSymmetric = 1e-9;
  const MatrixX W = matrix_argument(value, name, size, size);
  const double skew = (W - W.transpose()).cwiseAbs().maxCoeff();
  if (skew > kSymmetric * W.cwiseAbs().maxCoeff())
    bad_value(
        fmt::format("{}: must be symmetric, but differs from its transpose by {:.6g}", name, skew));
  return (W + W.transpose()) / 2;
}

using Design = Regulator (*)(const MatrixX&, const MatrixX&, const MatrixX&, const MatrixX&);

py::tuple regulator(Design design, const py::object& A, const py::object& B, const py::object& Q,
                    const py::object& R) {
  const MatrixX a = square_argument(A, "A"), b = matrix_argument(B, "B", a.rows(), -1);
  const MatrixX q = cost_argument(Q, "Q", a.rows()), r = cost_argument(R, "R", b.cols());
  CallbackError error;
  const Regulator result = [&] {
    const py::gil_scoped_release unlocked;
    const InterruptScope heard(interruption(error));
    return design(a, b, q, r);
  }();
  error.throw_if_kept();
  if (!result.status.ok()) throw SolverFailure::without_time(result.status);
  return py::make_tuple(to_array(result.K), to_array(result.X));
}

void def_regulator(py::module_& m, const char* name, Design design, const char* doc) {
  m.def(
      name,
      [design](const py::object& A, const py::object& B, const py::object& Q, const py::object& R) {
        return regulator(design, A, B, Q, R);
      },
      py::arg("A"), py::arg("B"), py::arg("Q"), py::arg("R"), doc);
}

/// Bounds may be infinite, so they are not checked like other numbers.
VectorX bound_argument(const py::object& value, const char* name, Eigen::Index size, double none) {
  if (value.is_none()) return VectorX::Constant(size, none);
  if (PyFloat_Check(value.ptr()) || PyLong_Check(value.ptr())) {
    const double x = PyFloat_AsDouble(value.ptr());
    if (PyErr_Occurred()) throw py::error_already_set();
    if (x != x) bad_value(fmt::format("{} is nan", name));
    return VectorX::Constant(size, x);
  }
  return VectorArgument(value, name, size).map();
}

py::array_t<double> least_squares(const py::object& A, const py::object& b, const py::object& low,
                                  const py::object& high, const py::object& pull) {
  const MatrixX a = matrix_argument(A, "A", -1, -1);
  const VectorX right = VectorArgument(b, "b", a.rows()).map();
  const VectorX least = bound_argument(low, "low", a.cols(), -kInfinity);
  const VectorX most = bound_argument(high, "high", a.cols(), kInfinity);
  VectorX x = VectorX::Zero(a.cols());
  BoundedLeastSquares solver(int(a.rows()), int(a.cols()));
  const Status status = solver.solve(
      {.A = a, .b = right, .low = least, .high = most, .pull = number(pull, "pull")}, x);
  if (!status.ok()) throw SolverFailure::without_time(status);
  return to_array(x);
}

}  // namespace

void bind_control(py::module_& m) {
  m.def("discretise", &sampled, py::arg("A"), py::arg("B"), py::arg("sample_time"),
        py::arg("delay") = 0.0,
        "(A, B) of x' = A x + B u at sample times, with u held in between: exact. With a delay of "
        "the commands, 0 < delay <= sample_time: (A, B, B_last).");
  def_regulator(m, "continuous_regulator", &continuous_regulator,
                "(K, X): u = -K x minimises the integral of x'Qx + u'Ru for x' = A x + B u; x'X x "
                "is the cost from x on. Raises SolverError if nothing stabilises.");
  def_regulator(m, "discrete_regulator", &discrete_regulator,
                "(K, X): u = -K x minimises the sum of x'Qx + u'Ru for x+ = A x + B u; x'X x is "
                "the cost from x on. Raises SolverError if nothing stabilises.");
  m.def("bounded_least_squares", &least_squares, py::arg("A"), py::arg("b"),
        py::arg("low") = py::none(), py::arg("high") = py::none(), py::arg("pull") = 0.0,
        "x that minimises |A x - b|^2 + |pull x|^2 within low <= x <= high.");
}

}  // namespace cuttle::python
