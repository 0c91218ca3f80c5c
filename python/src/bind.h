#pragma once
// The parts of the module, each in its file.

#include <pybind11/pybind11.h>

namespace cuttle::python {

void bind_schema(pybind11::module_& m);
void bind_model(pybind11::module_& m);
void bind_state(pybind11::module_& m);
void bind_trajectory(pybind11::module_& m);
void bind_dynamics(pybind11::module_& m);
void bind_simulation(pybind11::module_& m);
void bind_stepping(pybind11::module_& m);
void bind_derivatives(pybind11::module_& m);
void bind_inverse(pybind11::module_& m);
void bind_control(pybind11::module_& m);

/// Objects of this class come from functions alone; cls.__new__(cls) would make one of nothing.
inline void forbid_new(pybind11::handle type) {
  const auto object = reinterpret_cast<PyTypeObject*>(type.ptr());
  object->tp_new = nullptr;
  PyType_Modified(object);
}

}  // namespace cuttle::python
