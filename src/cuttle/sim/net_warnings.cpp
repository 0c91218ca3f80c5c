#include "cuttle/sim/net_warnings.h"

#include <fmt/format.h>

#include <algorithm>

namespace cuttle {

namespace {

constexpr double kSunk = 1e-6;  // depth over the length of the shortest edge

void warn_of_friction(const NetModel& net, std::vector<std::string>& warnings) {
  const NetGroundSpec& ground = *net.spec.ground;
  const double sliding = ground.kinetic_friction.value_or(ground.static_friction);
  if (sliding > ground.static_friction)
    warnings.push_back(fmt::format(
        "net {}: the friction of a node that slides, {:.4g}, is larger than that of one that "
        "sticks, {:.4g}",
        net.name, sliding, ground.static_friction));
}

void warn_of_depth(const NetModel& net, std::vector<std::string>& warnings) {
  const auto profile = ground_profile(net.spec);
  double deepest = 0;
  std::size_t node = 0;
  for (int i = 0; i < net.data.nodes(); ++i) {
    const double depth = profile(net.data.placed[2 * i]).height - net.data.placed[2 * i + 1];
    if (depth <= deepest) continue;
    deepest = depth;
    node = std::size_t(i);
  }
  if (deepest > kSunk * net.data.shortest_edge)
    warnings.push_back(fmt::format(
        "net {}: node {} is placed {:.3g} m below the ground and is lifted in the first "
        "step; clearance: 0 places the net on the ground",
        net.name, net.node_names[node], deepest));
}

// nodes made one although both segments have a place of their own
void warn_of_gaps(const NetModel& net, std::vector<std::string>& warnings) {
  const auto placed = [&](const NetPlaceSpec& place) {
    return net.spec.segments[std::size_t(net.segment(place.segment))].start.has_value();
  };
  const bool all = std::ranges::all_of(net.spec.welds, [&](const NetWeldSpec& weld) {
    return placed(weld.nodes[0]) && placed(weld.nodes[1]);
  });
  if (all && net.data.placement_gap > 0.1 * net.data.shortest_edge)
    warnings.push_back(fmt::format(
        "net {}: places that are tied together are up to {:.3g} m apart; the net starts strained",
        net.name, net.data.placement_gap));
}

}  // namespace

void add_net_warnings(const Scenario& scenario, std::vector<std::string>& warnings) {
  for (const auto& net : scenario.nets) {
    if (net->spec.ground) {
      warn_of_friction(*net, warnings);
      warn_of_depth(*net, warnings);
    }
    warn_of_gaps(*net, warnings);
  }
}

}  // namespace cuttle
