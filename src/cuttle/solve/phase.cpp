#include "cuttle/solve/phase.h"

namespace cuttle {

// plain loops: the vectors of a small robot are shorter than what it costs to call Eigen for them
void Phase::add(double h, std::span<const double> c, const Phase* rates) {
  for (VectorX Phase::*part : {&Phase::q, &Phase::v, &Phase::w}) {
    double* sum = (this->*part).data();
    const Eigen::Index size = (this->*part).size();
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
