#pragma once

#include <algorithm>
#include <complex>
#include <cstdint>
#include <random>

#include "cuttle/math/se3.h"

// Inputs and small truths shared by the tests of math/.
namespace cuttle::test {

using Complex = std::complex<double>;

/// Uniform in [-1, 1), the same on every machine.
class Samples {
 public:
  double number() { return static_cast<double>(engine_() >> 11) * 0x1p-52 - 1.0; }
  Vector3 vector3() {
    return Vector3::NullaryExpr([this](Eigen::Index) { return number(); });
  }
  Vector6 vector6() {
    return Vector6::NullaryExpr([this](Eigen::Index) { return number(); });
  }
  Vector3 direction() { return vector3().normalized(); }

  /// A twist that turns by the given angle.
  Vector6 twist(double angle) {
    Vector6 x = vector6();
    x.head<3>() *= angle / x.head<3>().norm();
    return x;
  }
  Pose pose() { return exp_se3(Vector6(2.0 * vector6())); }

 private:
  std::mt19937_64 engine_{20240229};
};

/// Imaginary step of complex-step derivatives: f(x + i h) = f(x) + i h f'(x), without cancellation.
inline constexpr double kStep = 1e-40;

inline Vec6<Complex> complex_point(const Vector6& x, const Vector6& dx) {
  return x.cast<Complex>() + Complex(0.0, kStep) * dx.cast<Complex>();
}

template <class M>
auto derivative(const M& m) {
  return (m.imag() / kStep).eval();
}

/// The matrix exponential by its power series in extended precision: slow and beyond doubt.
template <class M>
M exponential_series(const M& m) {
  using Extended = Eigen::Matrix<long double, M::RowsAtCompileTime, M::ColsAtCompileTime>;
  const Extended x = m.template cast<long double>();
  Extended term = Extended::Identity();
  Extended sum = term;
  for (int k = 1; k < 100; ++k) {
    term = (term * x / static_cast<long double>(k)).eval();
    sum += term;
  }
  return sum.template cast<double>();
}

template <class A, class B>
double distance(const A& a, const B& b) {
  return (a - b).cwiseAbs().maxCoeff();
}

inline double distance(const Pose& a, const Pose& b) {
  return std::max(distance(a.R, b.R), distance(a.p, b.p));
}

}  // namespace cuttle::test
