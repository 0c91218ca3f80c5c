#pragma once
// Numbers to and from NumPy.

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <span>
#include <string>

#include "cuttle/math/types.h"

namespace cuttle::python {

namespace py = pybind11;

/// What does not fit says what was expected and what came: "u: expected shape (6,), got (5,)".
/// Contiguous float64 is used in place, other numbers are converted; they must be finite.
class VectorArgument {
 public:
  VectorArgument(py::handle object, const char* name, Eigen::Index size);

  Eigen::Map<const VectorX> map() const { return {data_, size_}; }
  std::span<const double> span() const { return {data_, std::size_t(size_)}; }

 private:
  py::object keep_;
  const double* data_ = nullptr;
  Eigen::Index size_ = 0;
};

/// An array of numbers of any shape, in C order and finite. TypeError or ValueError if it is not.
py::array_t<double> numbers(py::handle object, const char* name);

/// A matrix of finite numbers, not empty; -1: any number of rows or columns.
MatrixX matrix_argument(py::handle object, const char* name, Eigen::Index rows,
                        Eigen::Index columns);
MatrixX square_argument(py::handle object, const char* name);

/// A finite number within bounds.
double number(py::handle object, const char* name);
double positive_number(py::handle object, const char* name);

/// Throws "q[3] is nan".
void check_finite(std::span<const double> values, const char* name);

/// "(3, 6)".
std::string shape_text(const py::array& array);
[[noreturn]] void bad_shape(const char* name, const std::string& expected, const std::string& got);

/// New arrays, in C order.
py::array_t<double> to_array(const VectorX& x);
py::array_t<double> to_array(const MatrixX& A);

/// A look into memory that `owner` keeps alive.
py::array view(std::span<const double> values, py::handle owner, bool writable);
py::array view(std::span<const double> values, py::ssize_t rows, py::ssize_t columns,
               py::handle owner);

}  // namespace cuttle::python
