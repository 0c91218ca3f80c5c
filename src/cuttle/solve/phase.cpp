#include "cuttle/solve/phase.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace cuttle {

namespace {

constexpr Eigen::Index kTogether = 8;  // entries in the registers of the processor at a time

/// a * b + c, rounded once as in the loop over entries together, where the processor can.
double multiply_add(double a, double b, double c) {
#ifdef FP_FAST_FMA
  return std::fma(a, b, c);
#else
  return a * b + c;
#endif
}

}  // namespace

// Entries stay in registers while all rates are added to them: the vectors of a small robot are
// shorter than what it costs to call Eigen, or to go through them once for each rate.
void Phase::add(double h, std::span<const double> c, const Phase* rates) {
  for (VectorX Phase::*part : {&Phase::q, &Phase::v, &Phase::w}) {
    double* sum = (this->*part).data();
    const Eigen::Index size = (this->*part).size();
    Eigen::Index n = 0;
    for (; n + kTogether <= size; n += kTogether) {
      std::array<double, kTogether> entries;
      std::copy_n(sum + n, kTogether, entries.begin());
      for (std::size_t i = 0; i < c.size(); ++i) {
        if (c[i] == 0) continue;
        const double factor = h * c[i];
        const double* rate = (rates[i].*part).data() + n;
        for (std::size_t k = 0; k < entries.size(); ++k) entries[k] += factor * rate[k];
      }
      std::copy_n(entries.begin(), kTogether, sum + n);
    }
    for (; n < size; ++n) {
      double entry = sum[n];
      for (std::size_t i = 0; i < c.size(); ++i)
        if (c[i] != 0) entry = multiply_add(h * c[i], (rates[i].*part).data()[n], entry);
      sum[n] = entry;
    }
  }
}

Status evaluate(System& system, double t, const Phase& y, Phase& rate) {
  Status status = system.acceleration(t, y.q, y.v, rate.v, rate.w);
  if (!status.ok()) {
    status.t = t;
    return status;
  }
  system.position_rate(y.q, y.v, rate.q);
  if (!rate.finite())
    return Status::fail(Status::Code::not_finite, "the acceleration is not finite", t);
  return status;
}

}  // namespace cuttle
