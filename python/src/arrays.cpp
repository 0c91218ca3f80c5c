#include "arrays.h"

#include <fmt/format.h>

#include <cmath>

#include "robot.h"

namespace cuttle::python {
namespace {

std::string shape_text(const std::vector<py::ssize_t>& shape) {
  std::string text = "(";
  for (std::size_t i = 0; i < shape.size(); ++i)
    text += fmt::format("{}{}", i == 0 ? "" : ", ", shape[i]);
  return text + (shape.size() == 1 ? ",)" : ")");
}

std::string type_name(py::handle object) {
  return py::str(py::type::handle_of(object).attr("__name__"));
}

/// A place in an array of any shape: "[3]", "[1, 2]".
std::string place_text(py::ssize_t flat, const std::vector<py::ssize_t>& shape) {
  std::string text;
  for (std::size_t i = shape.size(); i-- > 0;) {
    text = fmt::format("{}{}{}", flat % shape[i], text.empty() ? "" : ", ", text);
    flat /= shape[i];
  }
  return text.empty() ? "" : "[" + text + "]";
}

const char* word_of(double x) { return std::isnan(x) ? "nan" : x > 0 ? "inf" : "-inf"; }

std::vector<py::ssize_t> shape_of(const py::array& array) {
  return {array.shape(), array.shape() + array.ndim()};
}

}  // namespace

std::string shape_text(const py::array& array) { return shape_text(shape_of(array)); }

void bad_shape(const char* name, const std::string& expected, const std::string& got) {
  throw py::value_error(fmt::format("{}: expected shape {}, got {}", name, expected, got));
}

void check_finite(std::span<const double> values, const char* name) {
  for (std::size_t i = 0; i < values.size(); ++i)
    if (!std::isfinite(values[i])) [[unlikely]]
      throw py::value_error(fmt::format("{}[{}] is {}", name, i, word_of(values[i])));
}

py::array_t<double> numbers(py::handle object, const char* name) {
  if (py::isinstance<py::str>(object) || py::isinstance<py::bytes>(object) || object.is_none() ||
      PyDict_Check(object.ptr()))
    throw py::type_error(fmt::format("{}: expected numbers, got {}", name, type_name(object)));
  py::array array = py::array::ensure(object);
  if (!array) {
    PyErr_Clear();
    throw py::type_error(fmt::format("{}: expected numbers, got {}", name, type_name(object)));
  }
  const char kind = array.dtype().kind();
  // something that NumPy cannot look into
  if (kind == 'O' && array.ndim() == 0) {
    const bool state = py::isinstance<RobotState>(object);
    throw py::type_error(fmt::format("{}: expected numbers, got {}{}", name, type_name(object),
                                     state ? "; a state is given as x, x0 or guess" : ""));
  }
  if (kind != 'f' && kind != 'i' && kind != 'u' && array.size() > 0)
    throw py::type_error(fmt::format("{}: expected float64 numbers, got dtype {}", name,
                                     std::string(py::str(array.dtype()))));
  using Plain = py::array_t<double, py::array::c_style | py::array::forcecast>;
  Plain plain = Plain::ensure(array);
  if (!plain) throw py::error_already_set();
  const double* const data = plain.data();
  for (py::ssize_t i = 0; i < plain.size(); ++i)
    if (!std::isfinite(data[i]))
      throw py::value_error(
          fmt::format("{}{} is {}", name, place_text(i, shape_of(plain)), word_of(data[i])));
  return plain;
}

MatrixX matrix_argument(py::handle object, const char* name, Eigen::Index rows,
                        Eigen::Index columns) {
  const py::array_t<double> array = numbers(object, name);
  const bool flat = array.ndim() != 2 || (array.size() == 0 && columns != 0);
  if (flat || (rows >= 0 && array.shape(0) != rows) || (columns >= 0 && array.shape(1) != columns))
    bad_shape(name,
              fmt::format("({}, {})", rows < 0 ? "rows" : std::to_string(rows),
                          columns < 0 ? "columns" : std::to_string(columns)),
              shape_text(array));
  using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  return Eigen::Map<const Rows>(array.data(), array.shape(0), array.shape(1));
}

MatrixX square_argument(py::handle object, const char* name) {
  MatrixX A = matrix_argument(object, name, -1, -1);
  if (A.rows() != A.cols()) bad_shape(name, "(n, n)", fmt::format("({}, {})", A.rows(), A.cols()));
  return A;
}

double number(py::handle object, const char* name) {
  // numbers of Python, and those of NumPy that are one real number
  bool fits = PyFloat_Check(object.ptr()) || PyLong_Check(object.ptr());
  if (!fits && py::hasattr(object, "dtype") && py::hasattr(object, "shape")) {
    const std::string kind = py::str(object.attr("dtype").attr("kind"));
    fits = (kind == "f" || kind == "i" || kind == "u") && py::len(object.attr("shape")) == 0;
  }
  if (!fits || PyBool_Check(object.ptr()))
    throw py::type_error(fmt::format("{}: expected a number, got {}", name, type_name(object)));
  const double x = PyFloat_AsDouble(object.ptr());
  if (x == -1 && PyErr_Occurred()) {
    PyErr_Clear();
    throw py::type_error(fmt::format("{}: expected a number, got {}", name, type_name(object)));
  }
  if (!std::isfinite(x)) throw py::value_error(fmt::format("{} is {}", name, word_of(x)));
  return x;
}

double positive_number(py::handle object, const char* name) {
  const double x = number(object, name);
  if (!(x > 0)) throw py::value_error(fmt::format("{}: must be > 0, got {}", name, x));
  return x;
}

VectorArgument::VectorArgument(py::handle object, const char* name, Eigen::Index size)
    : size_(size) {
  py::object plain = py::reinterpret_borrow<py::object>(object);
  constexpr int kPlain = int(py::array::c_style) | int(py::detail::npy_api::NPY_ARRAY_ALIGNED_);
  const bool ready = py::isinstance<py::array_t<double>>(object) &&
                     (py::reinterpret_borrow<py::array>(object).flags() & kPlain) == kPlain;
  if (!ready) plain = numbers(object, name);
  const auto array = py::reinterpret_borrow<py::array>(plain);
  if (array.ndim() != 1 || array.shape(0) != size) [[unlikely]]
    bad_shape(name, fmt::format("({},)", size), shape_text(array));
  data_ = static_cast<const double*>(array.data());
  if (ready) check_finite(span(), name);
  keep_ = std::move(plain);
}

py::array_t<double> to_array(const VectorX& x) {
  py::array_t<double> array(x.size());
  std::copy_n(x.data(), x.size(), array.mutable_data());
  return array;
}

py::array_t<double> to_array(const MatrixX& A) {
  py::array_t<double> array({A.rows(), A.cols()});
  using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  Eigen::Map<Rows>(array.mutable_data(), A.rows(), A.cols()) = A;
  return array;
}

py::array view(std::span<const double> values, py::handle owner, bool writable) {
  py::array array(py::dtype::of<double>(), {py::ssize_t(values.size())}, {}, values.data(), owner);
  if (!writable) array.attr("setflags")(py::arg("write") = false);
  return array;
}

py::array view(std::span<const double> values, py::ssize_t rows, py::ssize_t columns,
               py::handle owner) {
  py::array array(py::dtype::of<double>(), {rows, columns}, {}, values.data(), owner);
  array.attr("setflags")(py::arg("write") = false);
  return array;
}

}  // namespace cuttle::python
