#pragma once

#include <Eigen/Core>
#include <cmath>

namespace cuttle {

/// Eight doubles that go through the same arithmetic: one AVX-512 register, or what the machine
/// makes of it. The default constructor leaves the lanes unset.
struct alignas(64) Lanes {
  using Register = double __attribute__((vector_size(64)));
  static constexpr int kSize = 8;

  Register r;

  Lanes() = default;
  [[gnu::always_inline]] Lanes(double x) : r{x, x, x, x, x, x, x, x} {}
  [[gnu::always_inline]] explicit Lanes(const Register& x) : r(x) {}

  /// Eight doubles at any address.
  [[gnu::always_inline]] static Lanes load(const double* x) {
    Lanes a;
    __builtin_memcpy(&a.r, x, sizeof(a.r));
    return a;
  }
  [[gnu::always_inline]] void store(double* x) const { __builtin_memcpy(x, &r, sizeof(r)); }

  [[gnu::always_inline]] double operator[](int lane) const { return r[lane]; }
  [[gnu::always_inline]] void set(int lane, double x) { r[lane] = x; }

  [[gnu::always_inline]] Lanes& operator+=(const Lanes& b) { return r += b.r, *this; }
  [[gnu::always_inline]] Lanes& operator-=(const Lanes& b) { return r -= b.r, *this; }
  [[gnu::always_inline]] Lanes& operator*=(const Lanes& b) { return r *= b.r, *this; }
  [[gnu::always_inline]] Lanes& operator/=(const Lanes& b) { return r /= b.r, *this; }

  [[gnu::always_inline]] friend Lanes operator-(const Lanes& a) { return Lanes(-a.r); }
  [[gnu::always_inline]] friend Lanes operator+(const Lanes& a, const Lanes& b) {
    return Lanes(a.r + b.r);
  }
  [[gnu::always_inline]] friend Lanes operator-(const Lanes& a, const Lanes& b) {
    return Lanes(a.r - b.r);
  }
  [[gnu::always_inline]] friend Lanes operator*(const Lanes& a, const Lanes& b) {
    return Lanes(a.r * b.r);
  }
  [[gnu::always_inline]] friend Lanes operator/(const Lanes& a, const Lanes& b) {
    return Lanes(a.r / b.r);
  }
  [[gnu::always_inline]] friend Lanes sqrt(const Lanes& a) {
    Lanes b;
    for (int i = 0; i < kSize; ++i) b.r[i] = std::sqrt(a.r[i]);
    return b;
  }
};

/// The doubles of a row of Lanes, one after the other.
[[gnu::always_inline]] inline const double* doubles(const Lanes* row) {
  return reinterpret_cast<const double*>(row);
}
[[gnu::always_inline]] inline double* doubles(Lanes* row) { return reinterpret_cast<double*>(row); }

/// True if some lane exceeds the limit.
[[gnu::always_inline]] inline bool any_above(const Lanes& x, double limit) {
  const auto mask = x.r > Lanes(limit).r;
  long long hit = 0;
  for (int i = 0; i < Lanes::kSize; ++i) hit |= mask[i];
  return hit != 0;
}

}  // namespace cuttle

namespace Eigen {

// lets Matrix<Lanes, 3, 1> add, multiply, cross and dot; Eigen sees a plain scalar
template <>
struct NumTraits<cuttle::Lanes> : GenericNumTraits<double> {
  using Real = cuttle::Lanes;
  using NonInteger = cuttle::Lanes;
  using Nested = cuttle::Lanes;
  using Literal = double;
};

// products of double and Lanes matrices are Lanes
template <class Op>
struct ScalarBinaryOpTraits<cuttle::Lanes, double, Op> {
  using ReturnType = cuttle::Lanes;
};
template <class Op>
struct ScalarBinaryOpTraits<double, cuttle::Lanes, Op> {
  using ReturnType = cuttle::Lanes;
};

}  // namespace Eigen
