#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "cuttle/net/net.h"
#include "cuttle/net/net_order.h"
#include "support/caterpillar.h"

namespace cuttle {
namespace {

NetSegment strip(const std::string& name, int edges) {
  NetSegment segment;
  segment.name = name;
  segment.edge_length = equal_edges(0.1 * edges, edges);
  segment.young = 1e6;
  segment.area = 1e-4;
  segment.inertia = 1e-9;
  segment.linear_density = 0.5;
  return segment;
}

std::string only_fault(const NetDesign& design) {
  const NetBuild build = build_net(design);
  if (build.faults.size() != 1) return std::to_string(build.faults.size()) + " faults";
  EXPECT_EQ(build.net.nodes(), 0);
  return build.faults[0].what;
}

// drag per node counts a shared node once; drag per length belongs to the strip, however it is cut
TEST(NetBuild, DragOfSharedNodes) {
  NetDesign design;
  design.segments = {strip("a", 4), strip("b", 6), strip("c", 4)};
  design.segments[1].placed = design.segments[2].placed = false;
  design.bonds = {{.segment_a = 0, .edge_a = 3, .segment_b = 1, .edge_b = 0},
                  {.segment_a = 1, .edge_a = 5, .segment_b = 2, .edge_b = 0}};
  for (NetSegment& segment : design.segments) segment.rest_curvature = -2;
  NetDesign nodal = design;
  for (NetSegment& segment : nodal.segments) segment.drag = 0.3;
  nodal.segments[1].drag = 0.4;
  const NetData net = build_net(nodal).net;
  ASSERT_EQ(net.nodes(), 5 + 7 + 5 - 4);
  EXPECT_DOUBLE_EQ(net.drag.sum(), 0.4 * 7 + 0.3 * (5 + 5 - 4));
  EXPECT_DOUBLE_EQ(net.drag.maxCoeff(), 0.4);
  EXPECT_DOUBLE_EQ(net.drag.minCoeff(), 0.3);

  NetDesign along = design;
  for (NetSegment& segment : along.segments) segment.length_drag = 0.3;
  EXPECT_DOUBLE_EQ(build_net(along).net.drag.sum(), 0.3 * (0.4 + 0.6 + 0.4));
  along.segments = {strip("fine", 40)};
  along.segments[0].edge_length = equal_edges(0.4, 40);
  along.segments[0].length_drag = 0.3;
  along.bonds.clear();
  const NetData fine = build_net(along).net;
  EXPECT_NEAR(fine.drag.sum(), 0.3 * 0.4, 1e-15);
  EXPECT_NEAR(fine.drag[0], 0.5 * 0.3 * 0.01, 1e-15);
}

TEST(NetBuild, SaysWhatIsWrong) {
  NetDesign good;
  good.segments = {strip("a", 4), strip("b", 4)};
  good.segments[1].placed = false;
  good.bonds = {{.segment_a = 0, .edge_a = 3, .segment_b = 1, .edge_b = 0}};
  good.segments[0].rest_curvature = good.segments[1].rest_curvature = -8;
  ASSERT_TRUE(build_net(good).ok());

  NetDesign bad = good;
  bad.segments[1].edge_length[0] = 0.12;
  EXPECT_EQ(only_fault(bad),
            "bond: edge 3 of segment 'a' is 0.1 m long, edge 0 of segment 'b' 0.12 m; bonded edges "
            "must have the same length");
  bad = good;
  bad.bonds.push_back({.segment_a = 1, .edge_a = 2, .segment_b = 1, .edge_b = 2});
  EXPECT_EQ(only_fault(bad), "bond: edge 2 of segment 'b' is bonded to itself");
  bad = good;
  bad.bonds[0].edge_b = 4;
  EXPECT_EQ(only_fault(bad), "bond: segment 'b' has no edge 4; its edges are 0 to 3");
  bad = good;
  bad.welds = {{.segment_a = 0, .node_a = 2, .segment_b = 0, .node_b = 2}};
  EXPECT_EQ(only_fault(bad), "weld: node 2 of segment 'a' is welded to itself");
  bad = good;
  bad.segments.push_back(strip("c", 1));
  EXPECT_EQ(only_fault(bad), "segment 'c' has 2 nodes; bending needs at least 3");
  bad = good;
  bad.bonds.clear();
  EXPECT_EQ(only_fault(bad),
            "segment 'b' has no place: give it one, or bond it to a placed segment");
  bad = good;
  bad.segments[0].area = 0;
  EXPECT_EQ(only_fault(bad), "segment 'a': the area must be > 0 m^2, got 0");
  bad = good;
  bad.segments[0].linear_density = bad.segments[1].linear_density = 0;
  EXPECT_EQ(build_net(bad).faults[0].what,
            "segment 'a', node 0: has no mass; give a linear density or a mass per node");
  EXPECT_EQ(build_net(bad).faults.size(), 8u);  // one for every node

  // two edges of one strip that meet, glued face to face: a fold
  bad = good;
  bad.bonds.push_back({.segment_a = 0, .edge_a = 0, .segment_b = 0, .edge_b = 1});
  const NetFault fold = build_net(bad).faults.at(0);
  EXPECT_EQ(fold.segment, 0);
  EXPECT_EQ(fold.node, 1);
  EXPECT_NE(fold.what.find("180 degrees"), std::string::npos) << fold.what;
}

// all faults come at once
TEST(NetBuild, CollectsFaults) {
  NetDesign design;
  design.segments = {strip("a", 4)};
  design.segments[0].young = -1;
  design.loads = {{.segment = 0, .node = 9}};
  design.supports = {{.segment = 2, .node = 0}};
  EXPECT_EQ(build_net(design).faults.size(), 3u);
}

// masses add, both stiffnesses stay, and where the glue ends EI is one and a half
TEST(NetBuild, BondJoinsTwoEdges) {
  NetDesign design;
  design.segments = {strip("a", 4), strip("b", 4)};
  design.segments[0].rest_curvature = design.segments[1].rest_curvature = -8;
  design.segments[1].placed = false;
  design.bonds = {{.segment_a = 0, .edge_a = 2, .segment_b = 1, .edge_b = 0}};
  const NetData net = build_net(design).net;
  ASSERT_EQ(net.nodes(), 8);
  const auto &a = net.segment_nodes[0], &b = net.segment_nodes[1];
  EXPECT_EQ(a[3], b[0]);
  EXPECT_EQ(a[2], b[1]);
  EXPECT_NEAR(net.mass.sum(), 2 * 0.5 * 0.4, 1e-15);
  EXPECT_NEAR(net.mass[a[3]], 0.5 * 0.1 + 0.25 * 0.1, 1e-15);
  EXPECT_NEAR(net.mass[a[2]], 2 * 0.5 * 0.1, 1e-15);
  EXPECT_LT(net.placement_gap, 1e-15);
  EXPECT_EQ(net.stretches.size(), 8u);
  for (const BendTerm& term : net.bends) {
    const bool at_glue = term.j == a[2] || term.j == a[3];
    EXPECT_NEAR(term.EI, at_glue ? 1.5e-3 : 1e-3, 1e-15);
  }
}

TEST(NetBuild, GoodClampHalvesTheFirstBend) {
  NetDesign design;
  design.segments = {strip("a", 4)};
  design.clamps = {{.segment = 0, .at_end = true, .second_order = true}};
  const NetData net = build_net(design).net;
  EXPECT_NEAR(net.bends[0].length, 0.1, 1e-15);
  EXPECT_NEAR(net.bends[2].length, 0.05, 1e-15);
  const std::vector<int>& nodes = net.segment_nodes[0];
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(net.fixed[2 * nodes[i]], i >= 3);
    EXPECT_EQ(net.fixed[2 * nodes[i] + 1], i >= 3);
  }
}

TEST(NetBuild, RingCloses) {
  NetDesign design;
  design.segments = {strip("ring", 120)};
  design.segments[0].closed = true;
  const NetData net = build_net(design).net;
  EXPECT_EQ(net.nodes(), 120);
  EXPECT_EQ(net.stretches.size(), 120u);
  EXPECT_EQ(net.bends.size(), 120u);
  for (const StretchTerm& term : net.stretches) {
    const Vector2 e = net.placed.segment<2>(2 * term.j) - net.placed.segment<2>(2 * term.i);
    EXPECT_NEAR(e.norm(), 0.1, 1e-14);
  }
  EXPECT_LE(net.band, 2 * 5 + 1);  // folded flat, the ring is a chain of pairs
}

TEST(NetBuild, CaterpillarIsTheOneDescribed) {
  const testing::Caterpillar robot = testing::caterpillar();
  EXPECT_EQ(robot.net.nodes(), 50);
  EXPECT_NEAR(robot.net.mass.sum(), 31.56e-3, 1e-12);
  EXPECT_NEAR(robot.net.shortest_edge, 36.42e-3 / 9, 1e-12);
  EXPECT_LE(robot.net.band, 33);
}

// a chain with its nodes in wild order gets its band of two back
TEST(NetBuild, OrderFindsTheChain) {
  const int n = 101;
  std::vector<std::vector<int>> neighbours(n);
  const auto wild = [](int i) { return (37 * i) % n; };
  for (int i = 0; i + 1 < n; ++i) {
    neighbours[wild(i)].push_back(wild(i + 1));
    neighbours[wild(i + 1)].push_back(wild(i));
  }
  EXPECT_EQ(order_width(neighbours, near_order(neighbours)), 1);
}

}  // namespace
}  // namespace cuttle
