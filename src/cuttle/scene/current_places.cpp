#include "cuttle/scene/current_places.h"

#include <algorithm>
#include <cmath>

namespace cuttle {
namespace {

constexpr int kMost = 5;         // along an edge
constexpr double kNarrow = 0.5;  // of the diagonal: a tall box is shown wider

/// Cells that are about square.
int cells(double edge, double longest) {
  return std::clamp(int(std::lround(kMost * edge / longest)), 1, kMost);
}

/// Half way between the lowest place of the box and its highest one, or the surface.
double middle_height(const Eigen::AlignedBox3d& box, const SceneWater& water) {
  const double middle = water.up.dot(box.center());
  const double half = 0.5 * water.up.cwiseAbs().dot(box.sizes());
  if (!water.level || *water.level >= middle + half) return middle;
  return *water.level > middle - half ? 0.5 * (middle - half + *water.level) : *water.level;
}

}  // namespace

std::vector<Vector3> current_places(const Eigen::AlignedBox3d& box, const SceneWater& water) {
  const Vector3 edges = box.sizes().cwiseMax(kNarrow * box.diagonal().norm());
  const double longest = std::max(edges.x(), edges.y());
  const int nx = longest > 0 ? cells(edges.x(), longest) : 1;
  const int ny = longest > 0 ? cells(edges.y(), longest) : 1;
  const double height = middle_height(box, water);
  std::vector<Vector3> places;
  for (int i = 0; i < nx; ++i)
    for (int k = 0; k < ny; ++k) {
      Vector3 place = box.center();
      place.x() += edges.x() * ((i + 0.5) / nx - 0.5);
      place.y() += edges.y() * ((k + 0.5) / ny - 0.5);
      places.push_back(place + (height - water.up.dot(place)) * water.up);
    }
  return places;
}

}  // namespace cuttle
