#include "cuttle/solve/phase.h"

namespace cuttle {

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
