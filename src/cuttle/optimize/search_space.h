#pragma once

#include <vector>

#include "cuttle/campaign/outcome.h"
#include "cuttle/campaign/spec.h"
#include "cuttle/math/types.h"
#include "cuttle/sweep/random.h"

namespace cuttle {

/// Parameters as methods see them. A range becomes [0, 1], a logarithmic one by its logarithm, so
/// that all parameters count alike. One without a range counts in units of its start value.
class SearchSpace {
 public:
  explicit SearchSpace(const std::vector<ParameterSpec>& parameters);

  Eigen::Index size() const { return lower_.size(); }
  /// 0 and 1, or infinite.
  const VectorX& lower() const { return lower_; }
  const VectorX& upper() const { return upper_; }
  const VectorX& start() const { return start_; }

  /// Never outside of the ranges; at start() exactly the start values.
  ParameterPoint point(const VectorX& unit) const;
  VectorX clamped(const VectorX& unit) const { return unit.cwiseMax(lower_).cwiseMin(upper_); }

  /// d point / d unit, one for each parameter.
  VectorX slopes(const ParameterPoint& point) const;

 private:
  struct Axis {
    bool log = false, bounded = false;
    double from = 0, to = 1;  // at 0 and at 1, logarithms of a logarithmic scale
    double least = 0, most = 0;
    double start = 0;
  };
  std::vector<Axis> axes_;
  VectorX lower_, upper_, start_;
};

/// `count` places of the unit cube, one in each of `count` equal parts of every coordinate
/// [McKay79].
std::vector<VectorX> spread(int count, Eigen::Index dimensions, RandomStream& random);

}  // namespace cuttle
