// Nets from text: what the language makes of segments, copies, ties and places.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "cuttle/study/describe.h"
#include "net_text.h"
#include "support/caterpillar.h"

namespace cuttle::testing {
namespace {

const NetModel& only_net(const Scenario& scenario) { return *scenario.nets.front(); }

Scenario built(const std::string& text) { return build(parse_scenario(text, "net.yaml")); }

constexpr const char* kMotion = "study: {type: dynamics, duration: 0.1}\n";

// the file against the robot that the tests of the core build by hand
TEST(NetModel, CaterpillarOfTheFileIsThatOfTheCore) {
  for (const auto& [ff, fb] : {std::pair(0.0, 1.0), std::pair(0.5, 1.0), std::pair(0.0, 0.0)}) {
    const Scenario scenario =
        build(read_scenario(std::string(CUTTLE_MODELS) + "/caterpillar.yaml",
                            {"parameters.ff=" + std::to_string(ff),
                             "parameters.fb=" + std::to_string(fb), "parameters.stiffness=1.2"}));
    const NetData& mine = only_net(scenario).data;
    const Caterpillar robot = caterpillar(ff, fb, 1.2);
    const NetData& truth = robot.net;
    ASSERT_EQ(mine.nodes(), truth.nodes());
    ASSERT_EQ(mine.segment_nodes, truth.segment_nodes);
    EXPECT_LT((mine.mass - truth.mass).cwiseAbs().maxCoeff(), 1e-15);
    const double shift = mine.placed[0] - truth.placed[0];
    for (int i = 0; i < mine.nodes(); ++i) {
      EXPECT_NEAR(mine.placed[2 * i], truth.placed[2 * i] + shift, 1e-12);
      EXPECT_NEAR(mine.placed[2 * i + 1], truth.placed[2 * i + 1], 1e-12);
    }
    for (std::size_t i = 0; i < truth.bends.size(); ++i) {
      EXPECT_NEAR(mine.bends[i].EI, truth.bends[i].EI, 1e-12 * truth.bends[i].EI);
      EXPECT_NEAR(mine.bends[i].viscous, truth.bends[i].viscous, 1e-12 * truth.bends[i].viscous);
    }
    for (std::size_t i = 0; i < truth.stretches.size(); ++i)
      EXPECT_NEAR(mine.stretches[i].EA, truth.stretches[i].EA, 1e-12 * truth.stretches[i].EA);
  }
}

TEST(NetModel, CopiesTakePhasesInTurnAndAreBonded) {
  const Scenario scenario =
      built(strip_net("sma: {rest_curvature: 3, amplitude: 1, t0: 1, tau: 1, phase: [0, 1, 2]}, "
                      "repeat: {count: 5, bond: [19, 0]}",
                      kMotion));
  const NetModel& net = only_net(scenario);
  ASSERT_EQ(net.spec.segments.size(), 5u);
  EXPECT_EQ(net.spec.segments[4].name, "strip_5");
  EXPECT_EQ(net.spec.segments[3].sma->phase, std::vector<double>{0});
  EXPECT_EQ(net.spec.segments[4].sma->phase, std::vector<double>{1});
  EXPECT_EQ(net.data.nodes(), 5 * 21 - 4 * 2);
  EXPECT_EQ(net.node({"strip_1", -1}), net.node({"strip_2", 0}));
  EXPECT_EQ(net.node({"strip_1", 19}), net.node({"strip_2", 1}));
}

TEST(NetModel, MassesAndSectionsInAllForms) {
  const auto mass = [](const std::string& fields) {
    const Scenario scenario = built(
        "nets:\n  - name: net\n    segments:\n      - {name: s, length: 2, edges: 4, young: 1, " +
        fields + "}\n" + kMotion);
    return only_net(scenario).data.mass.sum();
  };
  EXPECT_NEAR(mass("width: 0.1, thickness: 0.01, density: 1000"), 2, 1e-12);
  EXPECT_NEAR(mass("area: 0.1, inertia: 1, linear_density: 3"), 6, 1e-12);
  EXPECT_NEAR(mass("area: 0.1, inertia: 1, mass: 5, end_edge: 1"), 5, 1e-12);
  EXPECT_NEAR(mass("area: 0.1, inertia: 1, node_mass: 0.5"), 2.5, 1e-12);
}

TEST(NetModel, GravityIsSeenFromThePlane) {
  const Scenario level = built(strip_net("", std::string("    plane: {x: x, y: y}\n") + kMotion));
  EXPECT_EQ(only_net(level).data.gravity, Vector2(0, 0));
  const Scenario tilted = built(
      strip_net("", std::string("    plane: {x: [0.6, 0, 0.8], y: [-0.8, 0, 0.6]}\n") + kMotion));
  EXPECT_NEAR(only_net(tilted).data.gravity.x(), -9.81 * 0.8, 1e-12);
  EXPECT_NEAR(only_net(tilted).data.gravity.y(), -9.81 * 0.6, 1e-12);
  EXPECT_LT((only_net(tilted).in_world({1, 2}) - Vector3(-1, 0, 2)).norm(), 1e-12);
}

TEST(NetModel, ThrownNetStartsAsARigidBody) {
  const Scenario scenario =
      built(strip_net("start: [1, 2]", std::string("    velocity: [1, 2, 3]\n") + kMotion));
  const NetState& state = scenario.initial.nets.at(0);
  // the centre of mass is at (1.5, 2)
  EXPECT_LT(
      (state.v.segment<2>(2 * only_net(scenario).node({"strip", 0})) - Vector2(1, 0.5)).norm(),
      1e-12);
  EXPECT_LT(
      (state.v.segment<2>(2 * only_net(scenario).node({"strip", -1})) - Vector2(1, 3.5)).norm(),
      1e-12);
}

TEST(NetModel, IsDescribedAndWarnedOf) {
  const std::string text = describe_model(build(parse_scenario(
      strip_net(
          "start: [0, -0.1]",
          std::string("    ground: {static_friction: 0.3, kinetic_friction: 0.5}\n") + kMotion),
      "net.yaml")));
  EXPECT_NE(text.find("nets\n"), std::string::npos) << text;
  EXPECT_NE(text.find("friction 0.3, sliding 0.5"), std::string::npos) << text;
  EXPECT_NE(text.find("is larger than that of a sticking one"), std::string::npos) << text;
  EXPECT_NE(text.find("node strip.0 is placed 0.1 m below the ground"), std::string::npos) << text;
  EXPECT_EQ(text.find("bodies\n"), std::string::npos) << text;
}

// a welded segment without a place of its own lies at the origin, and is pulled out of there
TEST(NetModel, WarnsOfStretchedEdges) {
  const auto text = [](const std::string& start) {
    return describe_model(build(parse_scenario(
        strip_net("start: [1, 0]",
                  "      - {name: other, length: 1, edges: 10, young: 1 MPa, area: 1e-3, inertia: "
                  "1e-7, linear_density: 1" +
                      start + "}\n    welds: [{nodes: [strip.0, other.last]}]\n" + kMotion),
        "net.yaml")));
  };
  EXPECT_EQ(text("").find("strained"), std::string::npos) << text("");
  const std::string apart = text(", start: [0, 0.5]");
  EXPECT_NE(
      apart.find("edge other.9 is placed with a length of 0.5099 m, but its rest length is 0.1 m"),
      std::string::npos)
      << apart;
}

std::string what_of(const std::string& text) {
  try {
    built(text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(NetModel, RefusesFoldsAndWalls) {
  EXPECT_NE(what_of(strip_net("placed_curvature: 1e9", kMotion)).find("180 degrees"),
            std::string::npos);
  const std::string wall =
      what_of(strip_net("", std::string("    ground: {height: \"tanh(1000 * X)\"}\n") + kMotion));
  EXPECT_NE(wall.find("net.yaml:5:22: error: nets[0].ground.height: the slope is"),
            std::string::npos)
      << wall;
}

}  // namespace
}  // namespace cuttle::testing
