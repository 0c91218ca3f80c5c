#include "cuttle/scene/section_outline.h"

#include <cmath>
#include <numbers>

namespace cuttle {

std::vector<OutlineCorner> outline_of(SectionOutline outline) {
  if (outline == SectionOutline::square)
    return {{1, -1, 1, 0},  {1, 1, 1, 0},    {1, 1, 0, 1},    {-1, 1, 0, 1},
            {-1, 1, -1, 0}, {-1, -1, -1, 0}, {-1, -1, 0, -1}, {1, -1, 0, -1}};
  constexpr int kRoundCorners = 20;
  std::vector<OutlineCorner> corners;
  for (int i = 0; i < kRoundCorners; ++i) {
    const double phi = 2 * std::numbers::pi * i / kRoundCorners;
    const auto y = float(std::cos(phi)), z = float(std::sin(phi));
    corners.push_back({y, z, y, z});
  }
  return corners;
}

}  // namespace cuttle
