#include "cuttle/rod/draw.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "cuttle/rod/rod_span.h"
#include "cuttle/signal/function.h"

namespace cuttle {
namespace {

constexpr int kSections = 32;          // along a whole rod
constexpr double kSectionAngle = 0.2;  // [rad] between two sections of a rod that is curved at rest
constexpr double kMostSections = 400;

// a rod without a drawn width: so many times longer than wide
constexpr double kRodSlenderness = 60;

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

/// One division. At a joint of two each has its own strain.
RodPiece piece_of(const RodData& data, std::size_t d, const DivisionSpec& spec) {
  const RodDivision& division = data.divisions[d];
  RodPiece piece;
  if (spec.section.shape == SectionShape::rectangle) piece.outline = SectionOutline::square;
  for (const double place : section_places(division, data.length)) {
    const auto [half_y, half_z] = half_widths(spec, place, data.length);
    const double X = std::min(data.division_start[d] + place, data.length);
    piece.abscissa.push_back(X);
    piece.half_y.push_back(half_y);
    piece.half_z.push_back(half_z);
    const double local = std::clamp(X - data.division_start[d], 0.0, division.length);
    piece.rest.push_back(division.rest_strain(local));
    MatrixX& basis = piece.basis.emplace_back(MatrixX::Zero(6, data.n));
    basis.middleCols(data.division_column[d], division.n()) = division.basis(local);
  }
  return piece;
}

class RodSketch final : public BodySketch {
 public:
  RodSketch(const RodSpec& spec, int body, std::shared_ptr<const Rod> rod)
      : spec_(spec), body_(body), rod_(std::move(rod)), builder_(*rod_) {}

  void draw(Canvas& canvas) override {
    for (std::size_t d = 0; d < rod_->data().divisions.size(); ++d)
      canvas.rod(body_, piece_of(rod_->data(), d, spec_.divisions[d]));
  }

  BodyPlace place(const BodyPlaceSpec& at, const Vector3& offset) override {
    return {body_, point_at(abscissa_of(at, spec_)), offset};
  }
  std::pair<double, double> stretch(const std::optional<BodyPlaceSpec>& from,
                                    const std::optional<BodyPlaceSpec>& to) const override {
    const Span span = span_of(from, to, spec_);
    return {span.from, span.to};
  }
  int point_at(double X) override { return builder_.point_at(X, true); }

  std::shared_ptr<const BodyFamily> finish() override { return builder_.finish(); }

 private:
  const RodSpec& spec_;
  int body_;
  std::shared_ptr<const Rod> rod_;
  RodBuilder builder_;
};

}  // namespace

std::unique_ptr<BodySketch> sketch_rod(const BodySpec& spec, int body,
                                       std::shared_ptr<const BodyFamily> family) {
  return std::make_unique<RodSketch>(*spec.rod, body,
                                     std::static_pointer_cast<const Rod>(std::move(family)));
}

}  // namespace cuttle
