// Terms of the equations of motion at one state.
#include <fmt/format.h>
#include <pybind11/stl.h>

#include "bind.h"
#include "call.h"
#include "cuttle/compile/find_frame.h"
#include "cuttle/connection/dense_rows.h"
#include "cuttle/dynamics/dense.h"
#include "cuttle/dynamics/energy.h"
#include "cuttle/dynamics/forward.h"
#include "cuttle/dynamics/inverse.h"
#include "cuttle/dynamics/jacobian.h"
#include "cuttle/math/se3.h"
#include "cuttle/motion/recorder.h"
#include "evaluation.h"
#include "frames.h"

namespace cuttle::python {

BodyPlace frame_argument(const Robot& robot, py::handle frame) {
  if (py::isinstance<py::str>(frame)) {
    const std::string name = py::cast<std::string>(frame);
    return find_frame(robot.scenario, name);
  }
  if (PyTuple_Check(frame.ptr()) && PyTuple_GET_SIZE(frame.ptr()) == 2) {
    const auto pair = py::reinterpret_borrow<py::tuple>(frame);
    if (py::isinstance<py::str>(pair[0]))
      return find_frame(robot.scenario, py::cast<std::string>(pair[0]),
                        number(pair[1], "frame[1]"));
  }
  throw py::type_error("frame: expected a name such as 'arm.tip', or (body, abscissa)");
}

Pose frame_pose(const BodyPlace& at, const Workspace& ws) {
  return point_pose(ws, at.body, at.point) * Pose{Matrix3::Identity(), at.offset};
}

py::array_t<double> pose_array(const Pose& X) {
  MatrixX H = MatrixX::Identity(4, 4);
  H.topLeftCorner<3, 3>() = X.R;
  H.topRightCorner<3, 1>() = X.p;
  return to_array(H);
}

namespace {

template <class Result>
using Term = Result (*)(const Model&, const State&, const Input&, Workspace&);

/// A whole matrix or vector of dynamics/dense.h.
template <class Result>
py::array_t<double> whole(Term<Result> term, const Robot& robot, const py::object& x,
                          const py::object& u) {
  const Evaluation at(robot, x, u);
  return to_array(released(robot, [&] { return term(at.model(), at.x(), at.u(), at.ws()); }));
}

template <class Result>
void def_term(py::module_& m, const char* name, Term<Result> term, const char* doc) {
  m.def(
      name,
      [term](const Robot& robot, const py::object& x, const py::object& u) {
        return whole(term, robot, x, u);
      },
      py::arg("model"), py::arg("x"), py::arg("u") = py::none(), doc);
}

py::array_t<double> forward(const Robot& robot, const py::object& x, const py::object& u) {
  const Evaluation at(robot, x, u);
  const Status status = released(robot, [&] {
    if (at.constraints()) return at.constraints()->solve(at.model(), at.x(), at.u(), at.ws());
    forward_dynamics(at.model(), at.x(), at.u(), at.ws());
    return Status::good();
  });
  if (!status.ok()) throw SolverFailure(status);
  if (!at.ws().a.allFinite())
    throw SolverFailure(Status::fail(Status::Code::not_finite,
                                     "the accelerations are not finite numbers", at.x().t));
  return to_array(at.ws().a);
}

py::array_t<double> inverse(const Robot& robot, const py::object& x, const py::object& a,
                            const py::object& u) {
  const Evaluation at(robot, x, u);
  const VectorX wanted = a.is_none() ? VectorX(VectorX::Zero(at.model().nv))
                                     : VectorX(VectorArgument(a, "a", at.model().nv).map());
  released(robot, [&] { inverse_dynamics(at.model(), at.x(), at.u(), wanted.data(), at.ws()); });
  return to_array(at.ws().tau);
}

py::array_t<double> constraint_rows(const Robot& robot, const py::object& x, const py::object& u) {
  const Evaluation at(robot, x, u);
  at.kinematics();
  return to_array(dense_rows(at.model(), at.x(), at.ws()).A);
}

// ------------------------------------------------------------------------------------- frames

bool in_world(const std::string& axes) {
  if (axes != "frame" && axes != "world")
    bad_value(fmt::format("axes: expected 'frame' or 'world', got '{}'", axes));
  return axes == "world";
}

/// What takes six-vectors of a point to those of a frame there, in its own or in world axes.
MatrixX seen(const BodyPlace& at, const Workspace& ws, bool world, MatrixX columns) {
  const Pose X_PF{Matrix3::Identity(), at.offset};
  const Matrix3 R = world ? frame_pose(at, ws).R : Matrix3(Matrix3::Identity());
  for (Eigen::Index i = 0; i < columns.cols(); ++i) {
    const Vector6 V = Ad_inv_apply(X_PF, Vector6(columns.col(i)));
    columns.col(i).head<3>() = R * V.head<3>();
    columns.col(i).tail<3>() = R * V.tail<3>();
  }
  return columns;
}

py::array_t<double> pose(const Robot& robot, const py::object& x, const py::object& frame,
                         const py::object& u) {
  const BodyPlace place = frame_argument(robot, frame);
  const Evaluation at(robot, x, u);
  at.kinematics();
  return pose_array(frame_pose(place, at.ws()));
}

py::array_t<double> twist(const Robot& robot, const py::object& x, const py::object& frame,
                          const py::object& u, const std::string& axes) {
  const BodyPlace place = frame_argument(robot, frame);
  const bool world = in_world(axes);
  const Evaluation at(robot, x, u);
  at.kinematics();
  return to_array(VectorX(
      seen(place, at.ws(), world, MatrixX(point_twist(at.ws(), place.body, place.point))).col(0)));
}

py::array_t<double> frame_jacobian(const Robot& robot, const py::object& x, const py::object& frame,
                                   const py::object& u, const std::string& axes) {
  const BodyPlace place = frame_argument(robot, frame);
  const bool world = in_world(axes);
  const Evaluation at(robot, x, u);
  at.kinematics();
  return to_array(
      seen(place, at.ws(), world, jacobian(at.model(), at.ws(), place.body, place.point)));
}

py::array_t<double> jacobian_rate(const Robot& robot, const py::object& x, const py::object& frame,
                                  const py::object& u) {
  const BodyPlace place = frame_argument(robot, frame);
  const Evaluation at(robot, x, u);
  at.kinematics();
  const Vector6 rate = jacobian_rate_times_v(at.model(), at.ws(), place.body, place.point);
  return to_array(VectorX(seen(place, at.ws(), false, MatrixX(rate)).col(0)));
}

// ------------------------------------------------------------------------------------- energy

py::dict energies(const Robot& robot, const py::object& x, const py::object& u) {
  const Evaluation at(robot, x, u);
  const Energy e = released(robot, [&] {
    at.kinematics();
    apply_actors(at.model(), at.x(), at.u(), false, at.ws());
    return energy(at.model(), at.x(), at.u(), at.ws());
  });
  py::dict books;
  books["kinetic"] = e.kinetic;
  books["gravity"] = e.gravity;
  books["elastic"] = e.elastic;
  books["actuation"] = e.actors;
  books["total"] = e.total();
  return books;
}

py::array_t<double> momentum_of(const Robot& robot, const py::object& x, const py::object& u) {
  const Evaluation at(robot, x, u);
  at.kinematics();
  return to_array(VectorX(momentum(at.model(), at.x(), at.ws())));
}

/// Everything that probes look at, without a motion.
py::dict probe_values(const Robot& robot, const py::object& x, const py::object& u) {
  const Evaluation at(robot, x, u);
  if (!robot.scenario.nets.empty()) bad_value("probes of nets are recorded only by runs");
  py::dict values;
  std::vector<double> row;
  released(robot, [&] {
    at.read();
    for (const Probe& probe : robot.scenario.probes) {
      const std::size_t first = row.size();
      row.resize(first + probe.columns().size());
      probe.evaluate(at.model(), at.x(), at.u(), at.ws(), std::span(row).subspan(first));
    }
  });
  std::size_t next = 0;
  for (const Probe& probe : robot.scenario.probes)
    for (const Column& column : probe.columns()) values[column.name.c_str()] = row[next++];
  return values;
}

}  // namespace

void bind_dynamics(py::module_& m) {
  const auto model = py::arg("model"), x = py::arg("x"), frame = py::arg("frame");
  const auto u = py::arg("u") = py::none();
  m.def("forward_dynamics", &forward, model, x, u,
        "Accelerations (nv) at x under the inputs u; closed connections hold.");
  m.def("inverse_dynamics", &inverse, model, x, py::arg("a") = py::none(), u,
        "M a + bias (nv): the additional generalised forces needed for the accelerations a (zeros "
        "if left out) at x under the inputs u.");
  def_term(m, "mass_matrix", &mass_matrix, "M (nv, nv), symmetric.");
  def_term(m, "bias", &bias,
           "All of M a + bias = 0 except M a (nv): Coriolis forces minus gravity, springs, dampers "
           "and inputs.");
  def_term(m, "coriolis", &coriolis, "C v (nv): the part of the bias that is quadratic in v.");
  def_term(m, "gravity_force", &gravity_force,
           "Generalised force of gravity (nv); it enters the bias with a minus sign.");
  def_term(m, "stiffness_matrix", &stiffness_matrix,
           "Stiffness of strains and joint springs (nv, nv).");
  def_term(m, "damping_matrix", &damping_matrix, "Damping of strains and joints (nv, nv).");
  def_term(
      m, "actuation_matrix", &actuation_matrix,
      "B (nv, nu): generalised force per unit of each input; columns of prescribed coordinates "
      "are zero.");
  m.def("constraint_matrix", &constraint_rows, model, x, u,
        "A (rows, nv) of the closed connections: A v = 0.");
  m.def(
      "frame_pose", &pose, model, x, frame, u,
      "Pose (4, 4) of a frame in the world. A frame is 'arm' (the tip of a rod, the base of other "
      "bodies), 'arm.base', 'palm.front', a probe, or ('arm', 0.3).");
  m.def(
      "frame_twist", &twist, model, x, frame, u, py::arg("axes") = "frame",
      "Twist (6), angular then linear, of a frame; in its own axes, or with axes='world' in those "
      "of the world.");
  m.def("jacobian", &frame_jacobian, model, x, frame, u, py::arg("axes") = "frame",
        "J (6, nv): frame_twist = J v.");
  m.def("jacobian_rate_times_v", &jacobian_rate, model, x, frame, u,
        "J' v (6), in its own axes: the acceleration of the frame is J a + J' v.");
  m.def("energy", &energies, model, x, u,
        "Energies [J]: kinetic, gravity, elastic, actuation and their total.");
  m.def("momentum", &momentum_of, model, x, u,
        "Angular momentum about the world's origin and linear momentum (6), in world axes.");
  m.def("probes", &probe_values, model, x, u, "The values of all probes at x, by column.");
}

}  // namespace cuttle::python
