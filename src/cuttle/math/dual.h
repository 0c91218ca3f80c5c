#pragma once

#include <cmath>

#include "cuttle/math/lanes.h"

namespace cuttle {

/// A value and its derivatives in eight directions. A plain number is a constant: its derivatives
/// are zero. The default constructor leaves everything unset.
struct Dual {
  static constexpr int kSize = Lanes::kSize;

  Lanes d;
  double v;

  Dual() = default;
  [[gnu::always_inline]] Dual(double value) : d(0.0), v(value) {}
  [[gnu::always_inline]] Dual(double value, const Lanes& derivatives) : d(derivatives), v(value) {}

  /// The independent variable of one direction: derivative 1 there, 0 elsewhere.
  [[gnu::always_inline]] static Dual seed(double value, int direction) {
    Dual a(value);
    a.d.set(direction, 1.0);
    return a;
  }

  [[gnu::always_inline]] Dual& operator+=(const Dual& b) { return *this = *this + b; }
  [[gnu::always_inline]] Dual& operator-=(const Dual& b) { return *this = *this - b; }
  [[gnu::always_inline]] Dual& operator*=(const Dual& b) { return *this = *this * b; }
  [[gnu::always_inline]] Dual& operator/=(const Dual& b) { return *this = *this / b; }

  [[gnu::always_inline]] friend Dual operator-(const Dual& a) { return {-a.v, -a.d}; }
  [[gnu::always_inline]] friend Dual operator+(const Dual& a, const Dual& b) {
    return {a.v + b.v, a.d + b.d};
  }
  [[gnu::always_inline]] friend Dual operator-(const Dual& a, const Dual& b) {
    return {a.v - b.v, a.d - b.d};
  }
  [[gnu::always_inline]] friend Dual operator*(const Dual& a, const Dual& b) {
    return {a.v * b.v, a.v * b.d + b.v * a.d};
  }
  [[gnu::always_inline]] friend Dual operator/(const Dual& a, const Dual& b) {
    const double inverse = 1.0 / b.v;
    const double quotient = a.v * inverse;
    return {quotient, (a.d - quotient * b.d) * inverse};
  }

  // a plain number on one side needs no derivative arithmetic
  [[gnu::always_inline]] friend Dual operator+(const Dual& a, double b) { return {a.v + b, a.d}; }
  [[gnu::always_inline]] friend Dual operator+(double a, const Dual& b) { return {a + b.v, b.d}; }
  [[gnu::always_inline]] friend Dual operator-(const Dual& a, double b) { return {a.v - b, a.d}; }
  [[gnu::always_inline]] friend Dual operator-(double a, const Dual& b) { return {a - b.v, -b.d}; }
  [[gnu::always_inline]] friend Dual operator*(const Dual& a, double b) {
    return {a.v * b, a.d * b};
  }
  [[gnu::always_inline]] friend Dual operator*(double a, const Dual& b) {
    return {a * b.v, a * b.d};
  }
  [[gnu::always_inline]] friend Dual operator/(const Dual& a, double b) {
    return {a.v / b, a.d * (1.0 / b)};
  }

  friend Dual sqrt(const Dual& a) {
    const double root = std::sqrt(a.v);
    return {root, (0.5 / root) * a.d};
  }
  friend Dual sin(const Dual& a) { return {std::sin(a.v), std::cos(a.v) * a.d}; }
  friend Dual cos(const Dual& a) { return {std::cos(a.v), -std::sin(a.v) * a.d}; }
};

}  // namespace cuttle

namespace Eigen {

template <>
struct NumTraits<cuttle::Dual> : GenericNumTraits<double> {
  using Real = cuttle::Dual;
  using NonInteger = cuttle::Dual;
  using Nested = cuttle::Dual;
  using Literal = double;
};

// products of double and Dual matrices are Dual
template <class Op>
struct ScalarBinaryOpTraits<cuttle::Dual, double, Op> {
  using ReturnType = cuttle::Dual;
};
template <class Op>
struct ScalarBinaryOpTraits<double, cuttle::Dual, Op> {
  using ReturnType = cuttle::Dual;
};

}  // namespace Eigen
