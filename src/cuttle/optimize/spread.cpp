#include "cuttle/optimize/spread.h"

namespace cuttle {

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
