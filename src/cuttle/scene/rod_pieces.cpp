#include "cuttle/scene/rod_pieces.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "cuttle/signal/function.h"

namespace cuttle {
namespace {

constexpr int kSections = 32;          // along a whole rod
constexpr int kSectionCorners = 20;    // corners of a round section
constexpr double kSectionAngle = 0.2;  // [rad] between two sections of a rod that is curved at rest
constexpr double kMostSections = 400;

// a rod without a drawn width: so many times longer than wide
constexpr double kRodSlenderness = 60;

std::vector<OutlineCorner> round_outline() {
  std::vector<OutlineCorner> corners;
  for (int i = 0; i < kSectionCorners; ++i) {
    const double phi = 2 * std::numbers::pi * i / kSectionCorners;
    const auto y = float(std::cos(phi)), z = float(std::sin(phi));
    corners.push_back({y, z, y, z});
  }
  return corners;
}

/// Half widths along y and z at X metres from the start of the division.
std::array<double, 2> half_widths(const DivisionSpec& division, double X, double rod_length) {
  const SectionSpec& section = division.section;
  const auto at = [&](const std::optional<FunctionSpec>& f) {
    return f ? Function(*f, division.length).value(X) : rod_length / (2 * kRodSlenderness);
  };
  switch (section.shape) {
    case SectionShape::rectangle:
      return {at(section.width) / 2, at(section.height) / 2};
    case SectionShape::ellipse:
      return {at(section.semi_y), at(section.semi_z)};
    case SectionShape::circle:
    case SectionShape::custom:
      break;
  }
  const double radius = at(section.radius);
  return {radius, radius};
}

/// Angle through which a stretch of rod turns and bends at rest.
double rest_angle(const RodDivision& division, double start, double end) {
  constexpr int kSamples = 64;
  double sum = 0;
  for (int k = 0; k < kSamples; ++k)
    sum += division.rest_strain(start + (end - start) * (k + 0.5) / kSamples).head<3>().norm();
  return sum * (end - start) / kSamples;
}

/// Abscissas of a division from its start: its smooth pieces in equal parts, more of them where the
/// rod is curved from the beginning.
std::vector<double> section_places(const RodDivision& division, double rod_length) {
  const std::vector<double> ends = division.piece_ends();
  std::vector<double> places = {0};
  for (std::size_t i = 0; i + 1 < ends.size(); ++i) {
    const double start = ends[i] * division.length, end = ends[i + 1] * division.length;
    const double straight = (kSections - 1) * (end - start) / rod_length;
    const double curved = std::min(rest_angle(division, start, end) / kSectionAngle, kMostSections);
    const int parts = std::max(2, int(std::lround(std::max(straight, curved))));
    for (int k = 1; k <= parts; ++k) places.push_back(start + (end - start) * k / parts);
  }
  return places;
}

}  // namespace

std::vector<OutlineCorner> square_outline() {
  return {{1, -1, 1, 0},  {1, 1, 1, 0},    {1, 1, 0, 1},    {-1, 1, 0, 1},
          {-1, 1, -1, 0}, {-1, -1, -1, 0}, {-1, -1, 0, -1}, {1, -1, 0, -1}};
}

std::vector<SceneRod> rod_pieces(const RodSpec& spec, const Rod& rod, int body) {
  std::vector<SceneRod> pieces;
  const RodData& data = rod.data();
  for (std::size_t d = 0; d < data.divisions.size(); ++d) {
    SceneRod piece;
    piece.body = body;
    const bool square = spec.divisions[d].section.shape == SectionShape::rectangle;
    piece.outline = square ? square_outline() : round_outline();
    for (const double X : section_places(data.divisions[d], data.length)) {
      const auto [half_y, half_z] = half_widths(spec.divisions[d], X, data.length);
      piece.abscissa.push_back(std::min(data.division_start[d] + X, data.length));
      piece.half_y.push_back(half_y);
      piece.half_z.push_back(half_z);
    }
    pieces.push_back(std::move(piece));
  }
  return pieces;
}

}  // namespace cuttle
