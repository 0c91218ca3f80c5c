#include <fmt/format.h>

#include <cmath>

#include "cuttle/net/net_model.h"
#include "cuttle/net/row.h"

namespace cuttle {

namespace {

constexpr double kSunk = 1e-6;      // depth over the length of the shortest edge
constexpr double kStretched = 0.1;  // strain that is told of

void warn_of_friction(const NetModel& net, Diagnostics& warnings) {
  const NetGroundSpec& ground = *net.spec.ground;
  const double sliding = ground.kinetic_friction.value_or(ground.static_friction);
  if (sliding > ground.static_friction)
    warnings.add(ground.origin.warning(
        "kinetic_friction",
        fmt::format("net {}: the friction of a sliding node, {:.4g}, is larger than that of a "
                    "sticking one, {:.4g}",
                    net.name, sliding, ground.static_friction)));
}

void warn_of_depth(const NetModel& net, Diagnostics& warnings) {
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
    warnings.add(net.spec.origin.warning(
        "ground",
        fmt::format("net {}: node {} is placed {:.3g} m below the ground and is lifted in the "
                    "first step; clearance: 0 places the net on the ground",
                    net.name, net.node_names[node], deepest)));
}

// what a body stands on is an obstacle, and few methods keep that to the letter
void warn_of_law(const NetModel& net, const StudySpec& study, Diagnostics& warnings) {
  const NetGroundSpec& ground = *net.spec.ground;
  const bool moves = study.type == StudyType::dynamics;
  if (ground.contact != GroundContact::exact || (moves && keeps_contacts_exact(study))) return;
  warnings.add(ground.origin.warning(
      "contact",
      fmt::format("net {} is connected with others, so the ground holds it by springs of {:.4g} "
                  "N/m and friction with bristles, and not to the letter{}",
                  net.name, ground.stiffness,
                  moves ? ", which implicit and generalized_alpha can do with a study.step"
                        : ": contact: penalty says the same")));
}

// nodes made one from places that are apart stretch what lies between
void warn_of_stretch(const NetModel& net, Diagnostics& warnings) {
  double most = kStretched, length = 0;
  const StretchTerm* worst = nullptr;
  int worst_edge = 0, edge = 0;
  for (const StretchTerm& term : net.data.stretches) {
    const bool first = &term == &net.data.stretches.front() || (&term)[-1].segment != term.segment;
    edge = first ? 0 : edge + 1;
    const double placed =
        (net.data.placed.segment<2>(2 * term.j) - net.data.placed.segment<2>(2 * term.i)).norm();
    const double strain = std::abs(placed / term.rest_length - 1);
    if (strain <= most) continue;
    most = strain;
    length = placed;
    worst = &term;
    worst_edge = edge;
  }
  if (worst)
    warnings.add(net.spec.segments[std::size_t(worst->segment)].origin.warning(
        "", fmt::format("net {}: edge {}.{} is placed with a length of {:.4g} m, but its rest "
                        "length is {:.4g} m; the net starts strained: check start and angle of the "
                        "segments that are joined",
                        net.name, net.data.segments[std::size_t(worst->segment)].name, worst_edge,
                        length, worst->rest_length)));
}

}  // namespace

void warn_of_nets(const Built& built, Workspace&, Diagnostics& warnings) {
  for (const NetSpec& spec : built.spec.of<NetSpec>()) {
    const NetModel& net = *built.actors.find<NetModel>(spec.name);
    if (spec.ground) warn_of_friction(net, warnings);
    if (spec.ground && net.body < 0) warn_of_depth(net, warnings);
    if (spec.ground && net.body >= 0) warn_of_law(net, built.spec.study, warnings);
    warn_of_stretch(net, warnings);
  }
}

}  // namespace cuttle
