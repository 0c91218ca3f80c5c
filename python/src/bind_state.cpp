#include <fmt/format.h>

#include "bind.h"
#include "call.h"

namespace cuttle::python {
namespace {

std::span<const double> span_of(const VectorX& x) { return {x.data(), std::size_t(x.size())}; }

RobotState& writable(RobotState& x) {
  if (x.live) throw py::attribute_error("the state of a simulator cannot be set: use reset(x)");
  return x;
}

py::array look(const py::object& self, const VectorX& values) {
  return view(span_of(values), self, !self.cast<const RobotState&>().live);
}

RobotState copy_of(const RobotState& x) { return {x.robot, x.state()}; }

/// q (+) d: joints and strains move by d, in the coordinates of velocities.
RobotState displaced(const RobotState& x, const py::object& d) {
  const Model& model = x.robot->model();
  const State state = state_for(*x.robot, x);
  RobotState out(x.robot, state);
  const VectorX shift = VectorArgument(d, "d", model.nv).map();
  retract(model, state.q, shift, out.x.q);
  return out;
}

std::string text_of(const RobotState& x) {
  return fmt::format("<cuttle.State of '{}': t = {:g} s, {} coordinates, {} velocities>",
                     x.robot->model().name, x.x.t, x.x.q.size(), x.x.v.size());
}

}  // namespace

void bind_state(py::module_& m) {
  py::class_<RobotState>(
      m, "State",
      "Time, positions and velocities of a robot. `q` and `v` are views: writing "
      "into them changes the state.")
      .def_property(
          "t", [](const RobotState& x) { return x.x.t; },
          [](RobotState& x, const py::object& t) { writable(x).x.t = number(t, "t"); }, "time [s]")
      .def_property(
          "q", [](const py::object& self) { return look(self, self.cast<RobotState&>().x.q); },
          [](RobotState& x, const py::object& q) {
            writable(x).x.q = VectorArgument(q, "q", x.x.q.size()).map();
          },
          "positions (nq), named by Model.q_names; quaternions are (w, x, y, z)")
      .def_property(
          "v", [](const py::object& self) { return look(self, self.cast<RobotState&>().x.v); },
          [](RobotState& x, const py::object& v) {
            writable(x).x.v = VectorArgument(v, "v", x.x.v.size()).map();
          },
          "velocities (nv), named by Model.v_names")
      .def("copy", &copy_of, "An independent state with the same numbers.")
      .def("__copy__", &copy_of)
      .def(
          "__deepcopy__", [](const RobotState& x, const py::object&) { return copy_of(x); },
          py::arg("memo"))
      .def("displace", &displaced, py::arg("d"),
           "A new state with q (+) d: every joint and strain moved by d (nv), quaternions by their "
           "exponential.")
      .def("__repr__", &text_of);
  forbid_new(m.attr("State"));
}

}  // namespace cuttle::python
