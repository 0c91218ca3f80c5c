#include "cuttle/solve/phase.h"

#include <cmath>

namespace cuttle {

namespace {

/// Vectors shorter than this are summed entry by entry, as those of a small robot are: loops over
/// them cost more than what they do.
constexpr Eigen::Index kShort = 16;

/// a * b + c, rounded once as in the loops over long vectors, where the processor can.
double multiply_add(double a, double b, double c) {
#ifdef FP_FAST_FMA
  return std::fma(a, b, c);
#else
  return a * b + c;
#endif
}

}  // namespace

// plain loops: the vectors of a small robot are shorter than what it costs to call Eigen for them
void Phase::add(double h, std::span<const double> c, const Phase* rates) {
  for (VectorX Phase::*part : {&Phase::q, &Phase::v, &Phase::w}) {
    double* sum = (this->*part).data();
    const Eigen::Index size = (this->*part).size();
    if (size < kShort) {
      for (Eigen::Index n = 0; n < size; ++n) {
        double entry = sum[n];
        for (std::size_t i = 0; i < c.size(); ++i)
          if (c[i] != 0) entry = multiply_add(h * c[i], (rates[i].*part).data()[n], entry);
        sum[n] = entry;
      }
      continue;
    }
    for (std::size_t i = 0; i < c.size(); ++i) {
      if (c[i] == 0) continue;
      const double factor = h * c[i];
      const double* rate = (rates[i].*part).data();
      for (Eigen::Index n = 0; n < size; ++n) sum[n] += factor * rate[n];
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
