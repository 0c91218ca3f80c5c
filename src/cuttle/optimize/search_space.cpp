#include "cuttle/optimize/search_space.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace cuttle {

SearchSpace::SearchSpace(const std::vector<ParameterSpec>& parameters) {
  const auto n = Eigen::Index(parameters.size());
  lower_.setZero(n);
  upper_.setOnes(n);
  start_.setConstant(n, 0.5);
  for (const ParameterSpec& p : parameters) {
    const auto i = Eigen::Index(axes_.size());
    Axis& axis = axes_.emplace_back();
    axis.log = p.scale == ParameterScale::log;
    axis.bounded = p.range.has_value();
    const auto scaled = [&](double x) { return axis.log ? std::log(x) : x; };
    const auto value = [&](double x) { return axis.log ? std::exp(x) : x; };

    if (axis.bounded) {
      axis.least = (*p.range)[0];
      axis.most = (*p.range)[1];
      axis.from = scaled(axis.least);
      axis.to = scaled(axis.most);
      axis.start = p.start.value_or(
          std::clamp(value(std::midpoint(axis.from, axis.to)), axis.least, axis.most));
    } else {
      axis.start = *p.start;
      axis.from = scaled(axis.start);
      axis.to = axis.from + (axis.log || axis.start == 0 ? 1 : std::abs(axis.start));
      lower_[i] = -std::numeric_limits<double>::infinity();
      upper_[i] = std::numeric_limits<double>::infinity();
    }
    start_[i] = (scaled(axis.start) - axis.from) / (axis.to - axis.from);
  }
  start_ = clamped(start_);
}

ParameterPoint SearchSpace::point(const VectorX& unit) const {
  ParameterPoint result(axes_.size());
  for (std::size_t i = 0; i < axes_.size(); ++i) {
    const Axis& axis = axes_[i];
    const double u = unit[Eigen::Index(i)], x = std::lerp(axis.from, axis.to, u);
    result[i] = u == start_[Eigen::Index(i)] ? axis.start : axis.log ? std::exp(x) : x;
    if (axis.bounded && u <= 0) result[i] = axis.least;
    if (axis.bounded && u >= 1) result[i] = axis.most;
    if (axis.bounded) result[i] = std::clamp(result[i], axis.least, axis.most);
  }
  return result;
}

VectorX SearchSpace::slopes(const ParameterPoint& point) const {
  VectorX result(size());
  for (std::size_t i = 0; i < axes_.size(); ++i)
    result[Eigen::Index(i)] = (axes_[i].to - axes_[i].from) * (axes_[i].log ? point[i] : 1);
  return result;
}

std::vector<VectorX> spread(int count, Eigen::Index dimensions, RandomStream& random) {
  std::vector<VectorX> places(static_cast<std::size_t>(count), VectorX::Zero(dimensions));
  for (Eigen::Index i = 0; i < dimensions; ++i) {
    const auto part = random_order(std::uint32_t(count), random);
    for (std::size_t k = 0; k < places.size(); ++k)
      places[k][i] = (part[k] + random.unit()) / count;
  }
  return places;
}

}  // namespace cuttle
