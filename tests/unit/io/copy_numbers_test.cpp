// Numbers that depend on the copy: a repeated part is the same as the parts written out by hand.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "cuttle/io/bound_model.h"
#include "cuttle/io/read_scenario.h"
#include "cuttle/io/write_scenario.h"
#include "unit/compile/build_fixture.h"

namespace cuttle::testing {
namespace {

std::string written(const std::string& text) {
  return write_scenario(parse_scenario(text, "model.yaml"));
}

// a row of links that differ in all that a number can say, with what acts on them
constexpr const char* kRow = R"(
parameters: {gap: 0.1, heavy: 2}
bodies:
  - {name: hub, rigid: {mass: 1}}
  - name: rod
    parent: hub
    pose: {position: [$(gap*k), 0, "$(0.01*n) cm"], rotation: {axis: z, angle: $(10*k) deg}}
    joint: {type: revolute, axis: z, stiffness: $(k), initial: $(0.1*k)}
    repeat: {count: 3, about: z, step: 0 deg}
    rod: {length: $(0.2 + gap*k), section: {radius: "$(k) mm"}, material: {young: "$(k) MPa", density: 1000},
          strain: {bend_y: 1}}
  - {name: tip, parent: rod, rigid: {mass: $(heavy/k)}}
loads:
  - {body: rod, at: $(0.1*k), force: [0, 0, {table: [[0, 0], [1, $(k)]], delay: $(0.5*(k-1)), interpolation: smooth}]}
  - {body: hub, force: [0, 0, 1]}
  - {body: tip, force: [{pulse: {period: 3, width: 1, phase: $(k/n)}}, 0, "$(k)*t"]}
springs:
  - {name: tie, a: {body: tip}, b: {body: hub, point: [$(k), 0, 0]}, stiffness: $(7*k), length: 1}
probes:
  - {name: end, frame: rod, at: $(0.2 + gap*k)}
study: {type: dynamics, duration: 1}
)";

std::string row_by_hand() {
  std::string bodies, first, last, springs, probes;
  for (int k = 1; k <= 3; ++k)
    bodies += fmt::format(
        "  - {{name: rod_{0}, parent: hub, pose: {{position: [{1}, 0, {2} cm], rotation: {{axis: "
        "z, "
        "angle: {3} deg}}}}, joint: {{type: revolute, axis: z, stiffness: {0}, initial: {1}}},\n"
        "     rod: {{length: {4}, section: {{radius: {0} mm}}, material: {{young: {0} MPa, "
        "density: "
        "1000}}, strain: {{bend_y: 1}}}}}}\n",
        k, 0.1 * k, 0.01 * 3, 10 * k, 0.2 + 0.1 * k);
  for (int k = 1; k <= 3; ++k)
    bodies +=
        fmt::format("  - {{name: tip_{0}, parent: rod_{0}, rigid: {{mass: {1}}}}}\n", k, 2.0 / k);
  for (int k = 1; k <= 3; ++k) {
    first += fmt::format(
        "  - {{name: load_1_{0}, body: rod_{0}, at: {1}, force: [0, 0, {{table: [[{2}, 0], [{3}, "
        "{0}]], interpolation: smooth}}]}}\n",
        k, 0.1 * k, 0.5 * (k - 1), 1 + 0.5 * (k - 1));
    last += fmt::format(
        "  - {{name: load_3_{0}, body: tip_{0}, force: [{{pulse: {{period: 3, width: 1, phase: "
        "{1}}}}}, "
        "0, {0}*t]}}\n",
        k, k / 3.0);
    springs += fmt::format(
        "  - {{name: tie_{0}, a: {{body: tip_{0}}}, b: {{body: hub, point: [{0}, 0, 0]}}, "
        "stiffness: "
        "{1}, length: 1}}\n",
        k, 7 * k);
    probes += fmt::format("  - {{name: end_{0}, frame: rod_{0}, at: {1}}}\n", k, 0.2 + 0.1 * k);
  }
  return "bodies:\n  - {name: hub, rigid: {mass: 1}}\n" + bodies + "loads:\n" + first +
         "  - {name: load_2, body: hub, force: [0, 0, 1]}\n" + last + "springs:\n" + springs +
         "probes:\n" + probes + "study: {type: dynamics, duration: 1}\n";
}

TEST(CopyNumbers, AreThoseOfPartsWrittenByHand) {
  EXPECT_EQ(written(kRow), written("name: model\n" + row_by_hand()));
}

TEST(CopyNumbers, AreWrittenOutAndReadAgain) {
  const std::string text = written(kRow);
  EXPECT_EQ(text.find("$("), std::string::npos);
  EXPECT_EQ(written(text), text);
}

// an inner repeat has its own k, whatever the outer one does, and the order is that of copies
TEST(CopyNumbers, OfRepeatsInRepeats) {
  const auto spec = parse_scenario(R"(
bodies:
  - {name: arm, repeat: {count: 2}, rigid: {mass: $(k)}}
  - {name: finger, parent: arm, repeat: {count: 3, about: x}, pose: {position: [$(k), 0, 0]}, rigid: {mass: $(10*k + n)}}
  - {name: nail, parent: finger, rigid: {mass: 1}}
study: {type: statics}
)",
                                   "model.yaml");
  std::string all;
  for (const BodySpec& body : spec.bodies)
    all += fmt::format("{} {} {}, ", body.name, *body.rigid->mass, body.pose.position.x());
  EXPECT_EQ(
      all,
      "arm_1 1 0, arm_2 2 0, finger_1_1 13 1, finger_1_2 23 2, finger_1_3 33 3, finger_2_1 13 "
      "1, finger_2_2 23 2, finger_2_3 33 3, nail_1_1 1 0, nail_1_2 1 0, nail_1_3 1 0, nail_2_1 "
      "1 0, nail_2_2 1 0, nail_2_3 1 0, ");
}

// copies turn as before; what depends on k is turned with them
TEST(CopyNumbers, RingsAndSpirals) {
  const auto place = [](const std::string& repeat, int k) {
    const auto spec = parse_scenario(
        "bodies: [{name: leg, pose: {position: [$(0.1*k), 0, $(k)]}, "
        "rigid: {mass: 1}, repeat: " +
            repeat + "}]\nstudy: {type: statics}\n",
        "model.yaml");
    return Vector3(spec.bodies[std::size_t(k - 1)].pose.position);
  };
  EXPECT_LT((place("{count: 4, about: z}", 2) - Vector3(0, 0.2, 2)).norm(), 1e-15);
  EXPECT_LT((place("{count: 4, about: z}", 3) - Vector3(-0.3, 0, 3)).norm(), 1e-15);
  EXPECT_LT((place("{count: 9, about: z, step: 30 deg}", 4) - Vector3(0, 0.4, 4)).norm(), 1e-15);
  EXPECT_LT((place("{count: 9, about: z, step: 0}", 4) - Vector3(0.4, 0, 4)).norm(), 1e-15);
}

// a sweep over what the copies are made of
TEST(CopyNumbers, OfSamples) {
  const SampledModel model{parse_yaml("parameters: {a: 1}\n"
                                      "bodies: [{name: leg, repeat: {count: 3}, pose: {position: "
                                      "[1, 0, 0]}, joint: {type: revolute, stiffness: 1}, rigid: "
                                      "{mass: $(a*k), inertia: [1, 1, 1]}}]\n"
                                      "study: {type: statics}\n",
                                      "model.yaml"),
                           "model.yaml",
                           {},
                           {{"parameters.a"}}};
  BoundModel bound(model);
  for (const double a : {2.0, 5.0, 0.5}) {
    const Scenario scenario = bound.scenario(std::span(&a, 1));
    ASSERT_EQ(scenario.spec.bodies.size(), 3u);
    for (int k = 1; k <= 3; ++k)
      EXPECT_EQ(scenario.model.bodies[std::size_t(k - 1)].family->mass(), a * k);
  }
}

TEST(CopyNumbers, ErrorsTellTheCopy) {
  const auto bodies = [](const std::string& leg) {
    return error_of("bodies:\n  - {name: leg, repeat: {count: 4}, " + leg +
                    "}\nstudy: {type: statics}\n");
  };
  EXPECT_NE(bodies("rigid: {mass: $(2.5 - k)}")
                .find("bodies[0].rigid.mass: must be >= 0 kg, got -0.5 (in copy 3 of 4, and in "
                      "another one)"),
            std::string::npos)
      << bodies("rigid: {mass: $(2.5 - k)}");
  EXPECT_NE(bodies("rigid: {mass: $(1/(k - 2))}")
                .find("$(1/(k - 2)) is not a finite number (in copy 2 of 4)"),
            std::string::npos)
      << bodies("rigid: {mass: $(1/(k - 2))}");
  // what all say alike is told once, of no copy
  const std::string alike = bodies("rigid: {mass: -1, center: [$(k), 0, 0]}");
  EXPECT_NE(alike.find("got -1\n1 error"), std::string::npos) << alike;
  // between parts of one copy
  const std::string beyond = error_of(R"(
bodies:
  - {name: hub, rigid: {mass: 1}}
  - {name: rod, parent: hub, repeat: {count: 3}, rod: {length: $(0.5/k), section: {radius: 1 mm},
     material: {young: 1 MPa, density: 1000}, strain: {bend_y: 1}}}
loads: [{name: push, body: rod, at: 0.2, force: [0, 0, 1]}]
study: {type: statics}
)");
  EXPECT_NE(beyond.find("(in copy 3 of 3)"), std::string::npos) << beyond;
  EXPECT_NE(beyond.find("loads[0]"), std::string::npos) << beyond;
}

// one mistake, one message
TEST(CopyNumbers, OfARepeatThatCannotBeRead) {
  const std::string text =
      error_of("bodies: [{name: a, repeat: 3, rigid: {mass: $(k)}}]\nstudy: {type: statics}\n");
  EXPECT_NE(text.find("bodies[0].repeat: expected a map"), std::string::npos) << text;
  EXPECT_NE(text.find("1 error"), std::string::npos) << text;
}

TEST(CopyNumbers, OnlyWhereThereAreCopies) {
  const std::string words = "k and n are defined only in copies made by repeat";
  for (const char* text :
       {"bodies: [{name: a, rigid: {mass: $(k)}}]",
        "bodies: [{name: a, repeat: {count: $(k)}, rigid: {mass: 1}}]",
        "bodies: [{name: a_$(k), repeat: {count: 2}, rigid: {mass: 1}}]",
        "parameters: {b: $(k)}\nbodies: [{name: a, repeat: {count: 2}, rigid: {mass: $(b)}}]",
        "gravity: [0, 0, $(n)]\nbodies: [{name: a, repeat: {count: 2}, rigid: {mass: 1}}]"})
    EXPECT_NE(error_of(text + std::string("\nstudy: {type: statics}\n")).find(words),
              std::string::npos)
        << text << "\n"
        << error_of(text + std::string("\nstudy: {type: statics}\n"));
}

}  // namespace
}  // namespace cuttle::testing
