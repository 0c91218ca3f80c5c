#include "cuttle/rod/rod_panels.h"

#include <algorithm>
#include <cmath>

#include "cuttle/signal/function.h"

namespace cuttle {

namespace {

constexpr int kFewest = 4, kMost = 60;
constexpr int kRadiusSamples = 32;  // of a division, for its mean radius

double mean_radius(const RodSpec& rod) {
  double sum = 0;
  for (const DivisionSpec& division : rod.divisions)
    for (int i = 0; i < kRadiusSamples; ++i)
      sum += division.length / kRadiusSamples *
             touching_radius(division.section, division.length,
                             division.length * (i + 0.5) / kRadiusSamples);
  return sum / rod.length();
}

int panel_count(const RodSpec& rod) {
  const int divisions = int(rod.divisions.size());
  if (rod.panels) return std::max(*rod.panels, divisions);
  const double slenderness = rod.length() / (2 * mean_radius(rod));
  // a whole number but for rounding stays that number
  const double count = std::ceil(slenderness * (1 - 1e-12));
  return std::max(int(std::clamp(count, double(kFewest), double(kMost))), divisions);
}

}  // namespace

double touching_radius(const SectionSpec& section, double division_length, double X) {
  const auto at = [&](const std::optional<FunctionSpec>& size) {
    return size ? Function(*size, division_length).value(X) : 0.0;
  };
  switch (section.shape) {
    case SectionShape::rectangle:
      return (at(section.width) + at(section.height)) / 4;
    case SectionShape::ellipse:
      return (at(section.semi_y) + at(section.semi_z)) / 2;
    case SectionShape::circle:
    case SectionShape::custom:
      break;
  }
  return at(section.radius);
}

double thickness_of(const RodSpec& rod) {
  double thickest = 0;
  for (const DivisionSpec& d : rod.divisions)
    thickest = std::max(thickest, touching_radius(d.section, d.length, 0.5 * d.length));
  return 2 * thickest;
}

std::vector<RodPanel> panels_of(const RodSpec& rod) {
  const int count = panel_count(rod), divisions = int(rod.divisions.size());
  const double length = rod.length();
  std::vector<RodPanel> panels;
  double start = 0;
  for (int d = 0; d < divisions; ++d) {
    // each division gets its share, but at least one
    const DivisionSpec& division = rod.divisions[size_t(d)];
    const double end = start + division.length;
    const int done = int(panels.size()), left = divisions - 1 - d;
    const int share = int(std::lround(count * end / length)) - done;
    const int own = left == 0 ? count - done : std::clamp(share, 1, count - done - left);
    for (int i = 0; i < own; ++i) {
      const double from = division.length * i / own, to = division.length * (i + 1) / own;
      const bool last = left == 0 && i + 1 == own;
      panels.push_back({start + from,
                        last ? length : start + to,
                        {touching_radius(division.section, division.length, from),
                         touching_radius(division.section, division.length, to)}});
    }
    start = end;
  }
  return panels;
}

}  // namespace cuttle
