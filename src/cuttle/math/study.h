#pragma once

#include <Eigen/Core>

#include "cuttle/math/types.h"

namespace cuttle {

/// a + e b with e^2 = 0 (Study's dual numbers). A twist (w; v) is the vector w + e v and a wrench
/// (m; f) is f + e m: formulas of SO(3) in these numbers are the formulas of SE(3), and the power
/// of a wrench on a twist is the e part of their dot product.
template <class T>
struct Study {
  T a, b;

  Study() = default;
  [[gnu::always_inline]] Study(double real) : a(real), b(0.0) {}
  [[gnu::always_inline]] Study(const T& real, const T& other) : a(real), b(other) {}

  [[gnu::always_inline]] Study& operator+=(const Study& y) { return a += y.a, b += y.b, *this; }
  [[gnu::always_inline]] Study& operator-=(const Study& y) { return a -= y.a, b -= y.b, *this; }
  [[gnu::always_inline]] Study& operator*=(const Study& y) { return *this = *this * y; }

  [[gnu::always_inline]] friend Study operator-(const Study& x) { return {-x.a, -x.b}; }
  [[gnu::always_inline]] friend Study operator+(const Study& x, const Study& y) {
    return {x.a + y.a, x.b + y.b};
  }
  [[gnu::always_inline]] friend Study operator-(const Study& x, const Study& y) {
    return {x.a - y.a, x.b - y.b};
  }
  [[gnu::always_inline]] friend Study operator*(const Study& x, const Study& y) {
    return {x.a * y.a, x.a * y.b + x.b * y.a};
  }
  [[gnu::always_inline]] friend Study operator*(double x, const Study& y) {
    return {x * y.a, x * y.b};
  }
  [[gnu::always_inline]] friend Study operator+(double x, const Study& y) { return {x + y.a, y.b}; }
};

/// A twist as a vector of Study numbers; `wrench_line` for wrenches.
template <class T>
[[gnu::always_inline]] inline Vec3<Study<T>> twist_line(const Vec6<T>& V) {
  return {Study<T>(V[0], V[3]), Study<T>(V[1], V[4]), Study<T>(V[2], V[5])};
}
template <class T>
[[gnu::always_inline]] inline Vec3<Study<T>> wrench_line(const Vec6<T>& F) {
  return {Study<T>(F[3], F[0]), Study<T>(F[4], F[1]), Study<T>(F[5], F[2])};
}
template <class T>
[[gnu::always_inline]] inline Vec6<T> twist_of(const Vec3<Study<T>>& line) {
  Vec6<T> V;
  for (int i = 0; i < 3; ++i) {
    V[i] = line[i].a;
    V[3 + i] = line[i].b;
  }
  return V;
}

}  // namespace cuttle

namespace Eigen {

template <class T>
struct NumTraits<cuttle::Study<T>> : GenericNumTraits<double> {
  using Real = cuttle::Study<T>;
  using NonInteger = cuttle::Study<T>;
  using Nested = cuttle::Study<T>;
  using Literal = double;
};

}  // namespace Eigen
