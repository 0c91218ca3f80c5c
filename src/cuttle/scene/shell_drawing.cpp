#include "cuttle/scene/shell_drawing.h"

#include <algorithm>
#include <cmath>

#include "cuttle/shell/jet/jet_thrust.h"
#include "cuttle/shell/jet/part.h"

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

}  // namespace

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

void add_shell(int body, const Shell& shell, Drawing& drawing) {
  const ShellData& data = shell.data();
  SceneMeridian meridian{.body = body,
                         .first = int(drawing.rings.size()),
                         .direction = data.direction < 0 ? -1 : 1,
                         .rim = rim_of(data),
                         .abscissa = ring_places(data),
                         .half_thickness = {}};
  for (const double X : meridian.abscissa) {
    meridian.half_thickness.push_back(half_thickness(data, X));
    drawing.rings.push_back({body, data.row_at(X)});
  }
  if (meridian.rim == ShellRim::pole) drawing.rings.back().row.reference.r = 0;
  drawing.still.meridians.push_back(std::move(meridian));
}

void add_jets(const Scenario& scenario, Drawing& drawing) {
  // actors are in the order of the file
  std::size_t jets = 0;
  for (const auto& actor : drawing.model.actors) {
    const auto* const thrust = dynamic_cast<const JetThrust*>(actor.get());
    if (thrust == nullptr) continue;
    const std::string name = "jets." + scenario.spec.of<JetSpec>()[jets++].name;
    drawing.still.arrows.push_back({name, ArrowKind::force, "N"});
    drawing.still.fittings.push_back({name, FittingKind::jet, thrust->body(), -1});
    drawing.jets.push_back({thrust->body(), &thrust->jet()});
  }
}

}  // namespace cuttle
