#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "cuttle/base/error.h"
#include "cuttle/net/net.h"
#include "cuttle/net/net_step.h"
#include "cuttle/net/sma.h"

namespace cuttle::testing {

/// The shape-memory strip of [Goldberg19], Table 1; the amplitude with the sign that straightens.
inline constexpr double kStripLength = 36.42e-3, kStripWidth = 19.72e-3, kStripThickness = 1.80e-3;
inline constexpr double kStripMass = 2.31e-3, kStripYoung = 2.9586e6, kStripDamping = 0.0133;

inline SmaLaw strip_law(double period, double phase, double rise) {
  return {.rest_curvature = -110.2231,
          .amplitude = 88.9733,
          .t0 = 0.8676,
          .tau = 0.3023,
          .hot_stiffness = 2.3,
          .period = period,
          .phase = phase,
          .rise = rise};
}

inline NetSegment strip_segment(std::vector<double> edge_length, double stiffness = 1) {
  NetSegment segment;
  segment.edge_length = std::move(edge_length);
  segment.young = stiffness * kStripYoung;
  segment.area = kStripWidth * kStripThickness;
  segment.inertia = kStripWidth * std::pow(kStripThickness, 3) / 12;
  segment.viscosity = kStripDamping * segment.young;
  segment.linear_density = kStripMass / kStripLength;
  segment.rest_curvature = -110.2231;
  return segment;
}

/// The caterpillar of [Goldberg19], section 8: six strips glued one to the next and hinged to a
/// spine. `front` and `back` are the foot extensions, as shares of an inner edge.
struct Caterpillar {
  NetData net;
  NetGround ground;
  std::vector<SmaLaw> laws;  // per strip, back to front
  int front_node = 0, back_node = 0;
  static constexpr double kPeriod = 3.54;

  /// Friction on, pulses on from t = 0.
  NetWorld walking() const {
    NetWorld world{.net = &net, .ground = ground, .drive = {}, .options = {}};
    world.drive = [gait = laws](double t, NetInput& input) {
      for (std::size_t s = 0; s < gait.size(); ++s) {
        const SmaValue value = sma_value(gait[s], t);
        input.rest_curvature[static_cast<Eigen::Index>(s)] = value.rest_curvature;
        input.stiffness_factor[static_cast<Eigen::Index>(s)] = value.stiffness_factor;
      }
    };
    return world;
  }
};

/// Strips level, lowest node on the ground.
inline NetDesign caterpillar_design(double front, double back, double stiffness) {
  NetDesign design;
  const int nf = front > 0 ? 1 : 0, nb = back > 0 ? 1 : 0;
  const double l = kStripLength / (8 + front + back);
  std::vector<double> edges(8, l);
  if (nf) edges.insert(edges.begin(), front * l);
  if (nb) edges.push_back(back * l);
  const int nodes = 9 + nf + nb;
  for (int s = 0; s < 6; ++s) {
    NetSegment segment = strip_segment(edges, stiffness);
    segment.name = "strip" + std::to_string(s + 1);
    segment.placed = s == 0;
    design.segments.push_back(segment);
    if (s > 0) {
      design.bonds.push_back({.segment_a = s - 1,
                              .edge_a = nodes - 2 - nb,
                              .segment_b = s,
                              .edge_b = nf,
                              .antiparallel = true});
    }
    design.welds.push_back({.segment_a = s, .node_a = 4 + nf, .segment_b = 6, .node_b = s});
  }
  NetSegment spine;
  spine.name = "spine";
  spine.edge_length = equal_edges(88.6e-3, 5);
  spine.young = 2.43e9;
  spine.area = 27e-3 * 0.2e-3;
  spine.inertia = 27e-3 * std::pow(0.2e-3, 3) / 12;
  spine.node_mass = 2.95e-3;
  // damped like the strips: so is the reference, as its first digits tell
  spine.viscosity = kStripDamping * spine.young;
  design.segments.push_back(spine);
  return design;
}

inline Caterpillar caterpillar(double front = 0, double back = 1, double stiffness = 1,
                               double friction = 1, double rise = 0.03) {
  NetDesign design = caterpillar_design(front, back, stiffness);
  // place it twice: the first time shows how much to turn and to lift
  const auto top = [](const NetData& net, int s) -> Vector2 {
    return net.placed.segment<2>(2 * net.segment_nodes[6][s]);
  };
  NetData net = build_net(design).net;
  const Vector2 line = top(net, 5) - top(net, 0);
  design.segments[0].angle = -std::atan2(line.y(), line.x());
  net = build_net(design).net;
  double lowest = std::numeric_limits<double>::infinity();
  for (int i = 0; i < net.nodes(); ++i) lowest = std::min(lowest, net.placed[2 * i + 1]);
  design.segments[0].start.y() = -lowest;
  NetBuild build = build_net(design);
  expects(build.ok(), "the caterpillar can be built");

  Caterpillar robot{.net = std::move(build.net),
                    .ground = {.profile = straight_ground(),
                               .mu_static = friction * 1.15,
                               .mu_kinetic = friction * 0.8},
                    .laws = {}};
  for (int s = 0; s < 6; ++s) {
    const double phase = (s % 3) * Caterpillar::kPeriod / 3;
    robot.laws.push_back(strip_law(Caterpillar::kPeriod, phase, rise));
  }
  robot.back_node = robot.net.segment_nodes[0].front();
  robot.front_node = robot.net.segment_nodes[5].back();
  return robot;
}

/// Two seconds without friction, then all at rest and every touching node sticking.
inline NetState settled(const Caterpillar& robot, double h = 1e-3) {
  NetWorld world{.net = &robot.net, .ground = robot.ground, .drive = {}, .options = {}};
  world.ground.mu_static = world.ground.mu_kinetic = 0;
  NetState state = placed_state(robot.net);
  NetWorkspace ws(robot.net);
  const int steps = static_cast<int>(std::lround(2 / h));
  for (int n = 0; n < steps; ++n) {
    expects(net_step(world, n * h, h, state, ws).status.ok(), "the caterpillar settles");
  }
  state.v.setZero();
  for (NodeContact& contact : state.contact) {
    if (contact.mode != NodeContact::Mode::free) contact.mode = NodeContact::Mode::stick;
  }
  return state;
}

}  // namespace cuttle::testing
