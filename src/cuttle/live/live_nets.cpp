#include "cuttle/live/live_nets.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace cuttle {

Status LiveNets::start(State& x) {
  Status status = motion_.pull(x.t, x);
  last_ = x;
  nets_ = x.nets;
  before_ = x.t;
  return status;
}

Status LiveNets::reach(double t, Motion::Clock::time_point deadline) {
  Status status;
  while (!nets_.empty() && status.ok() && last_.t < t && !same_time(last_.t, t)) {
    nets_ = last_.nets;
    before_ = last_.t;
    // rows are products, and where a motion begins need not be one
    last_.t = step_ * (std::floor(last_.t / step_ + 1e-9) + 1);
    status = motion_.pull(last_.t, last_);
    if (!status.ok()) {  // the last good row is what there is to show
      last_.t = before_;
      last_.nets = nets_;
    }
    if (Motion::Clock::now() > deadline) break;
  }
  return status;
}

double LiveNets::time() const {
  return nets_.empty() ? std::numeric_limits<double>::infinity() : last_.t;
}

void LiveNets::show(State& x) const {
  x.nets = last_.nets;
  if (nets_.empty() || x.t >= last_.t || same_time(x.t, last_.t)) return;
  const double part = std::max(x.t - before_, 0.0) / (last_.t - before_);
  for (std::size_t i = 0; i < nets_.size(); ++i) {
    x.nets[i].x = nets_[i].x + part * (last_.nets[i].x - nets_[i].x);
    x.nets[i].v = nets_[i].v + part * (last_.nets[i].v - nets_[i].v);
  }
}

}  // namespace cuttle
