#include "cuttle/shell/draw.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "cuttle/shell/shell_span.h"

namespace cuttle {
namespace {

constexpr int kRings = 40;      // along a whole meridian, about
constexpr int kFewest = 4;      // parts of a division
constexpr double kAxis = 1e-6;  // a ring smaller than this part of the length is a pole

/// Linear between the stations.
double half_thickness(const ShellData& data, double X) {
  const std::vector<RingData>& rings = data.rings;
  const auto after = std::ranges::lower_bound(rings, X, {}, &RingData::X);
  if (after == rings.begin()) return rings.front().half_thickness;
  if (after == rings.end()) return rings.back().half_thickness;
  const RingData &a = *(after - 1), &b = *after;
  return std::lerp(a.half_thickness, b.half_thickness, (X - a.X) / (b.X - a.X));
}

ShellRim rim_of(const ShellData& data) {
  if (data.edge_row.reference.r < kAxis * data.length) return ShellRim::pole;
  return data.edge == ShellEdge::capped ? ShellRim::capped : ShellRim::open;
}

/// Abscissas of the rings that are drawn: ends of divisions among them, denser near the base.
std::vector<double> ring_places(const ShellData& data) {
  std::vector<double> places = {0};
  for (std::size_t d = 0; d + 1 < data.division_ends.size(); ++d) {
    const double start = data.division_ends[d], size = data.division_ends[d + 1] - start;
    const int parts = std::max(kFewest, int(std::lround(kRings * size / data.length)));
    for (int k = 1; k <= parts; ++k) {
      // where the shell is held it bends most: half the distance there
      const double s = double(k) / parts;
      places.push_back(start + size * (d == 0 ? s * (1 + s) / 2 : s));
    }
  }
  places.back() = data.length;
  return places;
}

/// Hoop strains at a pole are those of the ring before it.
RingMotion motion_of(const ShellData& data, const std::vector<MeridianRow>& rows, std::size_t ring,
                     const BodyWork& body) {
  const MeridianRow& row = rows[ring];
  const RimMotion<double> at = rim_at(data, row, Shell::rings(body));
  const double r0 = row.reference.r;
  if (r0 > 0) return {at.x, at.r, at.r / r0 - 1};
  return {at.x, 0, ring > 0 ? motion_of(data, rows, ring - 1, body).hoop : 0};
}

class ShellSketch final : public BodySketch {
 public:
  ShellSketch(const ShellSpec& spec, int body, std::shared_ptr<const Shell> shell)
      : spec_(spec), body_(body), shell_(std::move(shell)) {}

  void draw(Canvas& canvas) override {
    const ShellData& data = shell_->data();
    ShellWall wall{.direction = data.direction < 0 ? -1 : 1,
                   .rim = rim_of(data),
                   .abscissa = ring_places(data),
                   .half_thickness = {},
                   .motion = {}};
    std::vector<MeridianRow> rows;
    for (const double X : wall.abscissa) {
      wall.half_thickness.push_back(half_thickness(data, X));
      rows.push_back(data.row_at(X));
    }
    if (wall.rim == ShellRim::pole) rows.back().reference.r = 0;
    wall.motion = [shell = shell_, rows = std::move(rows)](const BodyWork& body, std::size_t ring) {
      return motion_of(shell->data(), rows, ring, body);
    };
    canvas.shell(body_, std::move(wall));
  }

  BodyPlace place(const BodyPlaceSpec& at, const Vector3& offset) override {
    return {body_, shell_point(*shell_, abscissa_of(at, spec_, shell_->data().length)), offset};
  }

  std::shared_ptr<const BodyFamily> finish() override { return shell_; }

 private:
  const ShellSpec& spec_;
  int body_;
  std::shared_ptr<const Shell> shell_;
};

}  // namespace

std::unique_ptr<BodySketch> sketch_shell(const BodySpec& spec, int body,
                                         std::shared_ptr<const BodyFamily> family) {
  return std::make_unique<ShellSketch>(*spec.shell, body,
                                       std::static_pointer_cast<const Shell>(std::move(family)));
}

}  // namespace cuttle
