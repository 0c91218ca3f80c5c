#include "cuttle/net/net_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <utility>

namespace cuttle {
namespace {

// bonded edges may differ by round-off in length, not more
constexpr double kSameLength = 1e-9;
// 1 + cos of a turning angle this small counts as 180 degrees
constexpr double kFolded = 1e-6;

class Check {
 public:
  explicit Check(const NetDesign& design) : design_(design) {}

  void fault(int segment, int node, std::string what) {
    faults_.push_back({.what = std::move(what), .segment = segment, .node = node});
  }

  int edges(int s) const { return static_cast<int>(design_.segments[s].edge_length.size()); }
  int nodes(int s) const { return edges(s) + (design_.segments[s].closed ? 0 : 1); }
  const std::string& name(int s) const { return design_.segments[s].name; }

  bool segment_exists(int s, const char* who) {
    const int count = static_cast<int>(design_.segments.size());
    if (s >= 0 && s < count) return true;
    fault(-1, -1, fmt::format("{}: there is no segment {}; there are {}", who, s, count));
    return false;
  }
  bool node_exists(int s, int node, const char* who) {
    if (!segment_exists(s, who)) return false;
    if (node >= 0 && node < nodes(s)) return true;
    fault(s, node,
          fmt::format("{}: segment '{}' has no node {}; its nodes are 0 to {}", who, name(s), node,
                      nodes(s) - 1));
    return false;
  }
  bool edge_exists(int s, int edge) {
    if (!segment_exists(s, "bond")) return false;
    if (edge >= 0 && edge < edges(s)) return true;
    fault(s, edge,
          fmt::format("bond: segment '{}' has no edge {}; its edges are 0 to {}", name(s), edge,
                      edges(s) - 1));
    return false;
  }

  void check_segment(int s);
  void check_bond(const NetBond& bond);
  void check_twice();
  void check_placed();

  std::vector<NetFault> take() { return std::move(faults_); }

 private:
  const NetDesign& design_;
  std::vector<NetFault> faults_;
};

void Check::check_segment(int s) {
  const NetSegment& segment = design_.segments[s];
  if (nodes(s) < 3) {
    fault(s, -1,
          fmt::format("segment '{}' has {} nodes; bending needs at least 3", segment.name,
                      edges(s) == 0 ? 0 : nodes(s)));
    return;
  }
  for (int e = 0; e < edges(s); ++e) {
    const double length = segment.edge_length[e];
    if (length > 0 && std::isfinite(length)) continue;
    fault(s, e,
          fmt::format("segment '{}', edge {}: the length must be > 0 m, got {}", segment.name, e,
                      length));
  }
  if (segment.closed &&
      std::any_of(segment.edge_length.begin(), segment.edge_length.end(), [&](double l) {
        return std::abs(l - segment.edge_length[0]) > kSameLength * segment.edge_length[0];
      })) {
    fault(s, -1,
          fmt::format("segment '{}' is closed; its edges must all have the same length",
                      segment.name));
  }
  const auto must = [&](bool ok, const char* what, double value) {
    if (!ok) fault(s, -1, fmt::format("segment '{}': {}, got {}", segment.name, what, value));
  };
  must(segment.young > 0, "the Young's modulus must be > 0 Pa", segment.young);
  must(segment.area > 0, "the area must be > 0 m^2", segment.area);
  must(segment.inertia >= 0, "the second moment of area must be >= 0 m^4", segment.inertia);
  must(segment.viscosity >= 0, "the viscosity must be >= 0 Pa s", segment.viscosity);
  must(segment.linear_density >= 0, "the linear density must be >= 0 kg/m", segment.linear_density);
  must(segment.node_mass >= 0, "the mass per node must be >= 0 kg", segment.node_mass);
  must(segment.drag >= 0, "the drag must be >= 0 N s/m", segment.drag);
  must(segment.length_drag >= 0, "the drag per length must be >= 0 N s/m^2", segment.length_drag);
}

void Check::check_bond(const NetBond& bond) {
  const int a = bond.segment_a, b = bond.segment_b;
  if (!edge_exists(a, bond.edge_a) || !edge_exists(b, bond.edge_b)) return;
  if (a == b && bond.edge_a == bond.edge_b) {
    fault(a, bond.edge_a,
          fmt::format("bond: edge {} of segment '{}' is bonded to itself", bond.edge_a, name(a)));
    return;
  }
  const double length_a = design_.segments[a].edge_length[bond.edge_a];
  const double length_b = design_.segments[b].edge_length[bond.edge_b];
  if (std::abs(length_a - length_b) > kSameLength * std::max(length_a, length_b)) {
    fault(a, bond.edge_a,
          fmt::format("bond: edge {} of segment '{}' is {:.6g} m long, edge {} of segment '{}' "
                      "{:.6g} m; bonded edges must have the same length",
                      bond.edge_a, name(a), length_a, bond.edge_b, name(b), length_b));
  }
}

// what is glued on would count twice
void Check::check_twice() {
  using Edge = std::pair<int, int>;
  std::set<std::pair<Edge, Edge>> seen;
  for (const NetBond& bond : design_.bonds) {
    const Edge a(bond.segment_a, bond.edge_a), b(bond.segment_b, bond.edge_b);
    if (seen.insert(std::minmax(a, b)).second) continue;
    fault(
        a.first, a.second,
        fmt::format("bond: edge {} of segment '{}' and edge {} of segment '{}' are already bonded",
                    a.second, name(a.first), b.second, name(b.first)));
  }
}

// a segment without a place of its own needs a chain of bonds to one that has
void Check::check_placed() {
  std::vector<bool> placed;
  for (const NetSegment& segment : design_.segments) placed.push_back(segment.placed);
  for (bool moved = true; moved;) {
    moved = false;
    for (const NetBond& bond : design_.bonds) {
      if (placed[bond.segment_a] == placed[bond.segment_b]) continue;
      placed[bond.segment_a] = placed[bond.segment_b] = moved = true;
    }
  }
  for (std::size_t s = 0; s < placed.size(); ++s) {
    if (placed[s]) continue;
    const int segment = static_cast<int>(s);
    fault(segment, -1,
          fmt::format("segment '{}' has no place: give it one, or bond it to a placed segment",
                      name(segment)));
  }
}

// "segment 'leg', node 3" for the first segment that owns a node
NetFault at_node(const NetData& net, int node, const std::string& what) {
  for (std::size_t s = 0; s < net.segment_nodes.size(); ++s) {
    const std::vector<int>& nodes = net.segment_nodes[s];
    const auto found = std::find(nodes.begin(), nodes.end(), node);
    if (found == nodes.end()) continue;
    const int i = static_cast<int>(found - nodes.begin());
    return {.what = fmt::format("segment '{}', node {}: {}", net.segments[s].name, i, what),
            .segment = static_cast<int>(s),
            .node = i};
  }
  return {.what = what};
}

// as the design has them, not as the nodes are numbered
std::vector<NetFault> in_order(std::vector<NetFault> faults) {
  std::stable_sort(faults.begin(), faults.end(), [](const NetFault& a, const NetFault& b) {
    return std::pair(a.segment, a.node) < std::pair(b.segment, b.node);
  });
  return faults;
}

}  // namespace

std::vector<NetFault> check_design(const NetDesign& design) {
  Check check(design);
  if (design.segments.empty()) check.fault(-1, -1, "a net needs at least one segment");
  for (std::size_t s = 0; s < design.segments.size(); ++s) {
    check.check_segment(static_cast<int>(s));
  }
  for (const NetBond& bond : design.bonds) check.check_bond(bond);
  for (const NetWeld& weld : design.welds) {
    if (!check.node_exists(weld.segment_a, weld.node_a, "weld") ||
        !check.node_exists(weld.segment_b, weld.node_b, "weld")) {
      continue;
    }
    if (weld.segment_a == weld.segment_b && weld.node_a == weld.node_b) {
      check.fault(weld.segment_a, weld.node_a,
                  fmt::format("weld: node {} of segment '{}' is welded to itself", weld.node_a,
                              check.name(weld.segment_a)));
    }
  }
  for (const NetSupport& support : design.supports) {
    check.node_exists(support.segment, support.node, "support");
  }
  for (const NetClamp& clamp : design.clamps) check.segment_exists(clamp.segment, "clamp");
  for (const NetLoad& load : design.loads) check.node_exists(load.segment, load.node, "load");
  std::vector<NetFault> faults = check.take();
  if (!faults.empty()) return faults;
  check.check_twice();
  check.check_placed();
  return check.take();
}

std::vector<NetFault> check_net(const NetData& net) {
  std::vector<NetFault> faults;
  for (int i = 0; i < net.nodes(); ++i) {
    if (!(net.mass[i] > 0)) {
      faults.push_back(at_node(net, i, "has no mass; give a linear density or a mass per node"));
    }
  }
  for (const StretchTerm& term : net.stretches) {
    if (term.i != term.j) continue;
    faults.push_back(at_node(net, term.i, "both ends of an edge were joined into one node"));
  }
  if (!faults.empty()) return in_order(std::move(faults));
  for (const BendTerm& term : net.bends) {
    const Vector2 e = net.placed.segment<2>(2 * term.j) - net.placed.segment<2>(2 * term.i);
    const Vector2 f = net.placed.segment<2>(2 * term.k) - net.placed.segment<2>(2 * term.j);
    if (e.norm() * f.norm() > 0 && 1 + e.dot(f) / (e.norm() * f.norm()) > kFolded) continue;
    faults.push_back(at_node(net, term.j,
                             "the strip turns by 180 degrees here, where its curvature is not "
                             "defined; place it differently or leave an edge in between"));
  }
  return in_order(std::move(faults));
}

}  // namespace cuttle
