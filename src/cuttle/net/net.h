#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cuttle/core/net_state.h"
#include "cuttle/math/types.h"

namespace cuttle {

using Vector2 = Eigen::Vector2d;

/// One elastic strip of a planar net: a chain of edges with a material and a resting curvature.
/// A curvature is positive where the strip turns to the left.
struct NetSegment {
  std::string name;
  std::vector<double> edge_length;  // at rest, in order [m]
  bool closed = false;              // a ring: the last edge ends at the first node

  double young = 0;           // E at rest [Pa]; the input's stiffness factor multiplies it
  double area = 0;            // [m^2]
  double inertia = 0;         // second moment of area [m^4]
  double viscosity = 0;       // Kelvin-Voigt, of stretching and bending [Pa s]
  double linear_density = 0;  // [kg/m], half of each edge goes to each of its nodes
  double node_mass = 0;       // on top of that, the same for every node [kg]
  double drag = 0;            // force per velocity of a node, also of one that is shared [N s/m]
  double length_drag = 0;     // force per velocity and length of the strip [N s/m^2]
  double rest_curvature = 0;  // the input's value at rest [1/m]

  Vector2 start = Vector2::Zero();         // where the first node is placed [m]
  double angle = 0;                        // direction of the first edge [rad]
  std::optional<double> placed_curvature;  // shape when placed; not given: the resting shape
  bool placed = true;                      // false: the bond to a placed segment places it
};

/// n equal edges.
std::vector<double> equal_edges(double length, int edges);

/// One edge glued onto another; both keep their stiffness and their mass.
struct NetBond {
  int segment_a = 0, edge_a = 0;
  int segment_b = 0, edge_b = 0;
  bool antiparallel = true;  // the edges run against each other
};

/// One node pinned onto another: a hinge.
struct NetWeld {
  int segment_a = 0, node_a = 0;
  int segment_b = 0, node_b = 0;
};

/// A node held where it is placed, in x or y or both.
struct NetSupport {
  int segment = 0, node = 0;
  bool x = true, y = true;
};

/// The first (or last) two nodes held. Such a clamp sits half an edge before the second node:
/// counted from there the error is of first order. With `second_order` the length of the bend at
/// the second node is halved, and the clamp sits in that node.
struct NetClamp {
  int segment = 0;
  bool at_end = false;
  bool second_order = true;
};

/// A dead force on a node [N].
struct NetLoad {
  int segment = 0, node = 0;
  Vector2 force = Vector2::Zero();
};

/// What a user says about a net.
struct NetDesign {
  std::vector<NetSegment> segments;
  std::vector<NetBond> bonds;
  std::vector<NetWeld> welds;
  std::vector<NetSupport> supports;
  std::vector<NetClamp> clamps;
  std::vector<NetLoad> loads;
  Vector2 gravity{0, -9.81};  // [m/s^2]
};

/// Something in a design that cannot be built; -1: no single segment or node.
struct NetFault {
  std::string what;
  int segment = -1;
  int node = -1;
};

/// An edge that resists stretching: energy EA/2 (|e|/L0 - 1)^2 L0.
struct StretchTerm {
  int i, j;
  double rest_length;
  int segment;
  double EA;       // at rest [N]
  double viscous;  // viscosity times area [N s]
};

/// Three nodes in a row that resist bending: energy EI/(2 l) (kappa - rest_curvature l)^2 with
/// kappa = 2 tan(phi/2) of the turning angle phi at node j.
struct BendTerm {
  int i, j, k;
  double length;  // l, half of both edges [m]
  int segment;
  double EI;       // at rest [N m^2]
  double viscous;  // viscosity times second moment of area [N m^2 s]
};

/// A net, built and checked; never changes. Nodes are numbered so that neighbours are near
/// (net_order.h); coordinate 2 i is x of node i, 2 i + 1 is y.
struct NetData {
  std::vector<NetSegment> segments;             // as described
  std::vector<std::vector<int>> segment_nodes;  // (segments) the nodes of each, in order
  std::vector<StretchTerm> stretches;
  std::vector<BendTerm> bends;
  VectorX mass;              // (nodes) [kg]
  VectorX drag;              // (nodes) [N s/m]
  VectorX load;              // (2 nodes) dead forces [N]
  VectorX placed;            // (2 nodes) where the design puts the nodes [m]
  std::vector<char> fixed;   // (2 nodes) held at its place
  Vector2 gravity{0, 0};     // [m/s^2]
  int band = 0;              // coordinates further apart than this do not couple
  double shortest_edge = 0;  // [m]
  double placement_gap = 0;  // largest distance between nodes that were made one [m]

  int nodes() const { return static_cast<int>(mass.size()); }
  int size() const { return 2 * nodes(); }
};

/// A net, or the reasons why there is none.
struct NetBuild {
  NetData net;
  std::vector<NetFault> faults;  // all of them; the net is empty if there is one
  bool ok() const { return faults.empty(); }
};

NetBuild build_net(const NetDesign& design);

/// Resting curvatures, factor 1.
NetInput rest_input(const NetData& net);
void set_rest_input(const NetData& net, NetInput& input);

}  // namespace cuttle
