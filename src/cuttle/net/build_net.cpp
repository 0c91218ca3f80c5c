#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <utility>

#include "cuttle/net/net.h"
#include "cuttle/net/net_check.h"
#include "cuttle/net/net_order.h"

namespace cuttle {
namespace {

// lengths of the bends at the inner nodes (all nodes of a ring), halved next to a good clamp
std::vector<double> bend_lengths(const NetDesign& design, int s) {
  const NetSegment& segment = design.segments[s];
  const std::vector<double>& l = segment.edge_length;
  const int edges = static_cast<int>(l.size());
  std::vector<double> lengths(edges + 1, 0.0);
  for (int i = 1; i < edges; ++i) lengths[i] = 0.5 * (l[i - 1] + l[i]);
  if (segment.closed) lengths[0] = lengths[edges] = 0.5 * (l[edges - 1] + l[0]);
  for (const NetClamp& clamp : design.clamps) {
    if (clamp.segment != s || !clamp.second_order) continue;
    const int node = clamp.at_end ? edges - 1 : 1;
    lengths[node] = 0.5 * (clamp.at_end ? l[edges - 2] : l[1]);
  }
  return lengths;
}

// one more point than edges; the last point of a ring is its first again
std::vector<Vector2> place(const NetSegment& segment, const std::vector<double>& lengths) {
  const int edges = static_cast<int>(segment.edge_length.size());
  const double curvature = segment.placed_curvature.value_or(segment.rest_curvature);
  std::vector<Vector2> points{segment.start};
  double angle = segment.angle;
  for (int i = 0; i < edges; ++i) {
    if (i > 0) {
      angle += segment.closed ? 2 * std::numbers::pi / edges
                              : 2 * std::atan(0.5 * curvature * lengths[i]);
    }
    const Vector2 along(std::cos(angle), std::sin(angle));
    points.push_back(points.back() + segment.edge_length[i] * along);
  }
  return points;
}

// moves points rigidly so that the edge from p to q lies on the edge from p_new to q_new
void move_onto(std::vector<Vector2>& points, Vector2 p, Vector2 q, Vector2 p_new, Vector2 q_new) {
  const Vector2 from = q - p, to = q_new - p_new;
  const double angle = std::atan2(to.y(), to.x()) - std::atan2(from.y(), from.x());
  const Eigen::Rotation2Dd turn(angle);
  const Vector2 middle = 0.5 * (p + q), middle_new = 0.5 * (p_new + q_new);
  for (Vector2& point : points) point = middle_new + turn * (point - middle);
}

// every segment where the design or its bonds put it
std::vector<std::vector<Vector2>> place_all(const NetDesign& design,
                                            const std::vector<std::vector<double>>& lengths) {
  std::vector<std::vector<Vector2>> points;
  std::vector<bool> placed;
  for (std::size_t s = 0; s < design.segments.size(); ++s) {
    points.push_back(place(design.segments[s], lengths[s]));
    placed.push_back(design.segments[s].placed);
  }
  for (bool moved = true; moved;) {
    moved = false;
    for (const NetBond& bond : design.bonds) {
      int a = bond.segment_a, ia = bond.edge_a, b = bond.segment_b, ib = bond.edge_b;
      if (placed[a] == placed[b]) continue;
      if (placed[b]) std::swap(a, b), std::swap(ia, ib);
      Vector2 p = points[a][ia], q = points[a][ia + 1];
      if (bond.antiparallel) std::swap(p, q);
      move_onto(points[b], points[b][ib], points[b][ib + 1], p, q);
      placed[b] = moved = true;
    }
  }
  return points;
}

// numbers for nodes, first one per segment node, then one per set of nodes that were made one
class Merger {
 public:
  explicit Merger(const NetDesign& design) {
    int count = 0;
    for (const NetSegment& segment : design.segments) {
      first_.push_back(count);
      const int edges = static_cast<int>(segment.edge_length.size());
      count += edges + 1;
    }
    parent_.resize(count);
    std::iota(parent_.begin(), parent_.end(), 0);
    for (std::size_t s = 0; s < design.segments.size(); ++s) {
      const int edges = static_cast<int>(design.segments[s].edge_length.size());
      if (design.segments[s].closed) join(first_[s], first_[s] + edges);
    }
    for (const NetBond& bond : design.bonds) {
      const int a = id(bond.segment_a, bond.edge_a), b = id(bond.segment_b, bond.edge_b);
      join(a, bond.antiparallel ? b + 1 : b);
      join(a + 1, bond.antiparallel ? b : b + 1);
    }
    for (const NetWeld& weld : design.welds) {
      join(id(weld.segment_a, weld.node_a), id(weld.segment_b, weld.node_b));
    }
    number_.assign(count, -1);
    for (int i = 0; i < count; ++i) {
      const int root = find(i);
      if (number_[root] < 0) number_[root] = nodes_++;
      number_[i] = number_[root];
    }
  }

  int nodes() const { return nodes_; }
  int node(int segment, int i) const { return number_[first_[segment] + i]; }

 private:
  int id(int segment, int node) const { return first_[segment] + node; }
  int find(int i) const {
    while (parent_[i] != i) i = parent_[i];
    return i;
  }
  void join(int a, int b) {
    const int i = find(a), j = find(b);
    parent_[std::max(i, j)] = std::min(i, j);
  }

  std::vector<int> first_, parent_, number_;
  int nodes_ = 0;
};

// second moment of area of whatever is glued onto an edge, 0 for a free one
std::vector<std::vector<double>> glued_inertia(const NetDesign& design) {
  std::vector<std::vector<double>> glued;
  for (const NetSegment& segment : design.segments) {
    glued.emplace_back(segment.edge_length.size(), 0.0);
  }
  for (const NetBond& bond : design.bonds) {
    glued[bond.segment_a][bond.edge_a] += design.segments[bond.segment_b].inertia;
    glued[bond.segment_b][bond.edge_b] += design.segments[bond.segment_a].inertia;
  }
  return glued;
}

void add_terms(const NetDesign& design, int s, const std::vector<double>& lengths,
               const std::vector<double>& glued, NetData& net) {
  const NetSegment& segment = design.segments[s];
  const std::vector<int>& nodes = net.segment_nodes[s];
  const int edges = static_cast<int>(segment.edge_length.size());
  for (int e = 0; e < edges; ++e) {
    net.stretches.push_back({.i = nodes[e],
                             .j = nodes[(e + 1) % nodes.size()],
                             .rest_length = segment.edge_length[e],
                             .segment = s,
                             .EA = segment.young * segment.area,
                             .viscous = segment.viscosity * segment.area});
  }
  for (int i = segment.closed ? 0 : 1; i < edges; ++i) {
    const int before = (i + edges - 1) % edges;
    // where a bonded edge ends, half of what is glued on stiffens the bend, [Goldberg19] (6.9)
    const bool ends_here = (glued[before] > 0) != (glued[i] > 0);
    const double inertia =
        segment.inertia + (ends_here ? 0.5 * std::max(glued[before], glued[i]) : 0.0);
    net.bends.push_back({.i = nodes[before],
                         .j = nodes[i],
                         .k = nodes[(i + 1) % nodes.size()],
                         .length = lengths[i],
                         .segment = s,
                         .EI = segment.young * inertia,
                         .viscous = segment.viscosity * inertia});
  }
}

std::vector<std::vector<int>> neighbours_of(const std::vector<std::vector<int>>& segment_nodes,
                                            const NetDesign& design, int nodes) {
  std::vector<std::vector<int>> neighbours(nodes);
  const auto tie = [&](int a, int b) {
    if (a == b) return;
    neighbours[a].push_back(b);
    neighbours[b].push_back(a);
  };
  for (std::size_t s = 0; s < segment_nodes.size(); ++s) {
    const std::vector<int>& list = segment_nodes[s];
    const int count = static_cast<int>(list.size());
    for (int i = 0; i < count; ++i) {
      for (int step = 1; step <= 2; ++step) {
        if (i + step < count)
          tie(list[i], list[i + step]);
        else if (design.segments[s].closed)
          tie(list[i], list[(i + step) % count]);
      }
    }
  }
  for (std::vector<int>& list : neighbours) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
  return neighbours;
}

void number_nodes(const NetDesign& design, const Merger& merger, NetData& net) {
  for (std::size_t s = 0; s < design.segments.size(); ++s) {
    const int edges = static_cast<int>(design.segments[s].edge_length.size());
    std::vector<int>& nodes = net.segment_nodes.emplace_back();
    for (int i = 0; i < edges + (design.segments[s].closed ? 0 : 1); ++i) {
      nodes.push_back(merger.node(static_cast<int>(s), i));
    }
  }
  const auto neighbours = neighbours_of(net.segment_nodes, design, merger.nodes());
  const std::vector<int> order = near_order(neighbours);
  for (std::vector<int>& nodes : net.segment_nodes) {
    for (int& node : nodes) node = order[node];
  }
  net.band = 2 * order_width(neighbours, order) + 1;
}

// the first segment that owns a node says where it is
void set_places(const std::vector<std::vector<Vector2>>& points, NetData& net) {
  std::vector<bool> known(net.nodes(), false);
  for (std::size_t s = 0; s < points.size(); ++s) {
    for (std::size_t i = 0; i < net.segment_nodes[s].size(); ++i) {
      const int node = net.segment_nodes[s][i];
      if (known[node]) {
        const double gap = (net.placed.segment<2>(2 * node) - points[s][i]).norm();
        net.placement_gap = std::max(net.placement_gap, gap);
      } else {
        net.placed.segment<2>(2 * node) = points[s][i];
        known[node] = true;
      }
    }
  }
}

void set_nodes(const NetDesign& design, NetData& net) {
  net.shortest_edge = design.segments[0].edge_length[0];
  VectorX node_drag = VectorX::Zero(net.nodes());  // once per node, however many strips share it
  for (std::size_t s = 0; s < design.segments.size(); ++s) {
    const NetSegment& segment = design.segments[s];
    const std::vector<int>& nodes = net.segment_nodes[s];
    for (std::size_t e = 0; e < segment.edge_length.size(); ++e) {
      const double half = 0.5 * segment.linear_density * segment.edge_length[e];
      const double half_drag = 0.5 * segment.length_drag * segment.edge_length[e];
      for (const int node : {nodes[e], nodes[(e + 1) % nodes.size()]}) {
        net.mass[node] += half;
        net.drag[node] += half_drag;
      }
      net.shortest_edge = std::min(net.shortest_edge, segment.edge_length[e]);
    }
    for (int node : nodes) {
      net.mass[node] += segment.node_mass;
      node_drag[node] = std::max(node_drag[node], segment.drag);
    }
  }
  net.drag += node_drag;
  const auto hold = [&](int segment, int node, bool x, bool y) {
    const int i = net.segment_nodes[segment][node];
    net.fixed[2 * i] |= static_cast<char>(x);
    net.fixed[2 * i + 1] |= static_cast<char>(y);
  };
  for (const NetSupport& support : design.supports) {
    hold(support.segment, support.node, support.x, support.y);
  }
  for (const NetClamp& clamp : design.clamps) {
    const int last = static_cast<int>(net.segment_nodes[clamp.segment].size()) - 1;
    for (int i : {0, 1}) hold(clamp.segment, clamp.at_end ? last - i : i, true, true);
  }
  for (const NetLoad& load : design.loads) {
    net.load.segment<2>(2 * net.segment_nodes[load.segment][load.node]) += load.force;
  }
}

}  // namespace

std::vector<double> equal_edges(double length, int edges) {
  return std::vector<double>(static_cast<std::size_t>(std::max(0, edges)), length / edges);
}

NetBuild build_net(const NetDesign& design) {
  NetBuild build;
  build.faults = check_design(design);
  if (!build.ok()) return build;

  std::vector<std::vector<double>> lengths;
  for (std::size_t s = 0; s < design.segments.size(); ++s) {
    lengths.push_back(bend_lengths(design, static_cast<int>(s)));
  }
  const Merger merger(design);
  NetData& net = build.net;
  net.segments = design.segments;
  net.gravity = design.gravity;
  net.mass = net.drag = VectorX::Zero(merger.nodes());
  net.load = net.placed = VectorX::Zero(2 * merger.nodes());
  net.fixed.assign(2 * merger.nodes(), 0);
  number_nodes(design, merger, net);
  const auto glued = glued_inertia(design);
  for (std::size_t s = 0; s < design.segments.size(); ++s) {
    add_terms(design, static_cast<int>(s), lengths[s], glued[s], net);
  }
  set_nodes(design, net);
  set_places(place_all(design, lengths), net);

  build.faults = check_net(net);
  if (!build.ok()) build.net = NetData{};
  return build;
}

void set_rest_input(const NetData& net, NetInput& input) {
  const auto count = static_cast<Eigen::Index>(net.segments.size());
  input.rest_curvature.resize(count);
  input.stiffness_factor.setOnes(count);
  for (Eigen::Index s = 0; s < count; ++s) {
    input.rest_curvature[s] = net.segments[s].rest_curvature;
  }
}

NetInput rest_input(const NetData& net) {
  NetInput input;
  set_rest_input(net, input);
  return input;
}

}  // namespace cuttle
