#pragma once

#include <pybind11/pybind11.h>

#include <memory>

namespace cuttle::python {

/// A Python function that C++ objects may share, copy and drop without the interpreter's lock.
using SharedFunction = std::shared_ptr<const pybind11::function>;

inline SharedFunction share(const pybind11::function& function) {
  return SharedFunction(new pybind11::function(function), [](const pybind11::function* f) {
    const pybind11::gil_scoped_acquire locked;
    delete f;
  });
}

}  // namespace cuttle::python
