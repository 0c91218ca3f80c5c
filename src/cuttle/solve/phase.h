#pragma once

#include <span>

#include "cuttle/math/finite.h"
#include "cuttle/solve/system.h"

namespace cuttle {

/// A point (q, v, w) of the integrated state, or its rate (q', v', w').
struct Phase {
  VectorX q, v, w;

  Phase() = default;
  explicit Phase(const System& system)
      : q(VectorX::Zero(system.nq())),
        v(VectorX::Zero(system.nv())),
        w(VectorX::Zero(system.nw())) {}

  void set_zero() {
    q.setZero();
    v.setZero();
    w.setZero();
  }

  /// this += c * rate
  void add(double c, const Phase& rate) {
    q.noalias() += c * rate.q;
    v.noalias() += c * rate.v;
    w.noalias() += c * rate.w;
  }

  /// this += h * (c[0] * rates[0] + c[1] * rates[1] + ...)
  void add(double h, std::span<const double> c, const Phase* rates);

  bool finite() const { return all_finite(q) && all_finite(v) && all_finite(w); }
};

/// rate = (N(q) v, a, power) at (t, y). A rate that is not finite is a failure at t.
Status evaluate(System& system, double t, const Phase& y, Phase& rate);

}  // namespace cuttle
