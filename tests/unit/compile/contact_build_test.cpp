// Shapes, sides and defaults of contacts.

#include <gtest/gtest.h>

#include <cmath>

#include "build_fixture.h"
#include "cuttle/compile/build_warnings.h"
#include "cuttle/contact/part/part.h"
#include "cuttle/rod/rod.h"
#include "cuttle/study/describe.h"

namespace cuttle::testing {
namespace {

const std::string kSecond = "study: {type: dynamics, duration: 1}\n";
const std::string kBall =
    "  - {name: ball, joint: free, rigid: {shapes: [{sphere: 0.1, mass: 2}]}}\n";
const std::string kFloor = "obstacles: [{name: floor, plane: {}}]\n";

std::string arm(const std::string& rod) {
  return kMaterials + "bodies:\n  - {name: arm, rod: {" + rod + "}}\n" + kBall +
         "contacts: [{name: touch, between: [arm, ball]}]\n" + kSecond;
}

std::vector<ContactShape> shapes_of(const Posed& posed, const std::string& body) {
  std::vector<ContactShape> list;
  for (const ContactShape& shape : posed.model().contact.shapes)
    if (shape.body == posed.body(body)) list.push_back(shape);
  return list;
}

double abscissa_of_point(const Posed& posed, const ContactShape& shape, int point) {
  const Body& body = posed.model().bodies[size_t(shape.body)];
  return dynamic_cast<const Rod&>(*body.family).data().abscissa[size_t(point)];
}

TEST(ContactBuild, ARodIsARowOfPanelsAsThickAsItself) {
  const Posed posed(
      arm("length: 0.4, section: {radius: [0.02, 0.01]}, material: m, strain: {bend_y: 2}"));
  const std::vector<ContactShape> chain = shapes_of(posed, "arm");
  // 0.4 m by a mean thickness of 0.03 m
  ASSERT_EQ(chain.size(), 14u);
  const auto radius = [](double X) { return 0.02 - 0.01 * X / 0.4; };
  for (size_t i = 0; i < chain.size(); ++i) {
    const ContactShape& shape = chain[i];
    const double from = 0.4 * double(i) / 14, to = 0.4 * double(i + 1) / 14;
    EXPECT_NEAR(abscissa_of_point(posed, shape, shape.point), from, 1e-12);
    EXPECT_NEAR(abscissa_of_point(posed, shape, shape.point2), to, 1e-12);
    EXPECT_NEAR(shape.radius[0], radius(from), 1e-15);
    EXPECT_NEAR(shape.radius[1], radius(to), 1e-15);
    EXPECT_NEAR(shape.abscissa, 0.5 * (from + to), 1e-12);
    EXPECT_NEAR(shape.length, 0.4 / 14, 1e-12);
    EXPECT_EQ(shape.previous, i == 0 ? -1 : int(i) - 1);
    EXPECT_EQ(shape.next, i == 13 ? -1 : int(i) + 1);
    // the point is where the straight rod has it
    const BodyWork& work = posed.ws.bodies[size_t(shape.body)];
    EXPECT_NEAR(work.points[size_t(shape.point2)].X_BP.p.x(), to, 1e-12);
  }
}

TEST(ContactBuild, NumberOfPanelsIsByLengthAndRadiusOrGiven) {
  const auto count = [](const std::string& rod) {
    return shapes_of(Posed(arm(rod + ", material: m, strain: {bend_y: 1}")), "arm").size();
  };
  EXPECT_EQ(count("length: 0.4, section: {radius: 0.02}"), 10u);
  EXPECT_EQ(count("length: 0.4, section: {radius: 0.2}"), 4u);
  EXPECT_EQ(count("length: 0.4, section: {radius: 1 mm}"), 60u);
  EXPECT_EQ(count("length: 0.4, section: {radius: 0.02}, panels: 3"), 3u);
}

TEST(ContactBuild, NoPanelReachesAcrossADivision) {
  const std::string law = "material: m, strain: {bend_y: 1}}";
  const Posed posed(arm(
      "panels: 7, divisions: [{length: 0.1, section: {radius: 0.02}, " + law +
      ", {length: 0.01, section: {shape: rectangle, width: 0.02, height: 0.01}, " + law +
      ", {length: 0.3, section: {shape: ellipse, semi_y: 0.02, semi_z: " + "0.01}, " + law + "]"));
  const std::vector<ContactShape> chain = shapes_of(posed, "arm");
  ASSERT_EQ(chain.size(), 7u);
  const std::vector<double> ends = {0.05, 0.1, 0.11, 0.185, 0.26, 0.335, 0.41};
  const std::vector<double> radius = {0.02, 0.02, 0.0075, 0.015, 0.015, 0.015, 0.015};
  for (size_t i = 0; i < 7; ++i) {
    EXPECT_NEAR(abscissa_of_point(posed, chain[i], chain[i].point2), ends[i], 1e-12);
    EXPECT_NEAR(chain[i].radius[0], radius[i], 1e-15);
    EXPECT_NEAR(chain[i].radius[1], radius[i], 1e-15);
  }
}

TEST(ContactBuild, ShapesOfRigidBodiesAndObstacles) {
  const Posed posed(
      "bodies:\n"
      "  - name: a\n"
      "    joint: free\n"
      "    rigid:\n"
      "      shapes:\n"
      "        - {sphere: 0.1, mass: 1, pose: {position: [1, 2, 3]}}\n"
      "        - {cylinder: [0.1, 1], mass: 1}\n"
      "        - {capsule: [0.2, 0.6], mass: 1}\n"
      "        - {box: [2, 4, 6], mass: 1}\n"
      "  - name: b\n"
      "    joint: free\n"
      "    rigid: {shapes: [{sphere: 0.1, mass: 1}], touch: [{sphere: 0.3}]}\n"
      "  - {name: c, joint: free, rigid: {shapes: [{sphere: 0.1, mass: 1}]}}\n"
      "obstacles:\n"
      "  - {name: wall, plane: {normal: [0, 3, 4], point: [1, 0, 0]}}\n"
      "  - {name: post, capsule: [0.05, 0.4], pose: {position: [0, 0, 7]}}\n"
      "  - {name: idle, plane: -x}\n"
      "contacts: [{name: hit, between: [[a, b], [wall, post]]}]\n" +
      kSecond);
  const std::vector<ContactShape>& s = posed.model().contact.shapes;
  ASSERT_EQ(s.size(), 8u);  // c takes no part
  EXPECT_EQ(s[0].kind, ContactShapeKind::capsule);
  EXPECT_EQ(s[0].half_length, 0);
  EXPECT_EQ(s[0].radius[1], 0.1);
  EXPECT_EQ(s[0].X_PS.p, Vector3(1, 2, 3));
  EXPECT_EQ(s[1].kind, ContactShapeKind::solid);
  EXPECT_EQ(s[2].half_length, 0.3);
  EXPECT_EQ(s[2].radius[0], 0.2);
  EXPECT_EQ(s[3].kind, ContactShapeKind::box);
  EXPECT_EQ(s[3].half, Vector3(1, 2, 3));
  EXPECT_EQ(s[4].radius[0], 0.3);
  EXPECT_EQ(s[5].kind, ContactShapeKind::plane);
  EXPECT_EQ(s[5].body, -1);
  EXPECT_LT((s[5].X_PS.R.col(2) - Vector3(0, 0.6, 0.8)).norm(), 1e-15);
  EXPECT_EQ(s[5].X_PS.p, Vector3(1, 0, 0));
  EXPECT_EQ(s[6].X_PS.p, Vector3(0, 0, 7));
  EXPECT_LT((s[7].X_PS.R.col(2) + Vector3::UnitX()).norm(), 1e-15);
  EXPECT_EQ(s[7].side_a | s[7].side_b, 0u);  // drawn, but in no contact
}

TEST(ContactBuild, SidesAreBitsOfTheRules) {
  const Posed posed("bodies:\n" + kBall +
                    "  - {name: a, joint: free, rigid: {shapes: [{sphere: 0.1, mass: 1}]}}\n"
                    "  - {name: c, joint: free, rigid: {shapes: [{sphere: 0.1, mass: 1}]}}\n"
                    "  - {name: hub, rigid: {mass: 0}}\n" +
                    kFloor +
                    "contacts:\n"
                    "  - {name: first, between: [ball, floor]}\n"
                    "  - {name: second, between: [a, [ball, floor]]}\n"
                    "  - {name: third, between: [all, all]}\n" +
                    kSecond);
  const ContactModel& contact = posed.model().contact;
  ASSERT_EQ(contact.shapes.size(), 4u);                                 // the hub has no shape
  const std::array<std::uint64_t, 4> a = {0b101, 0b110, 0b100, 0b100};  // ball, a, c, floor
  const std::array<std::uint64_t, 4> b = {0b110, 0b100, 0b100, 0b111};
  for (size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(contact.shapes[i].side_a, a[i]) << i;
    EXPECT_EQ(contact.shapes[i].side_b, b[i]) << i;
  }
  ASSERT_EQ(contact.rules.size(), 3u);
  EXPECT_EQ(contact.rules[1].name, "second");
  EXPECT_EQ(posed.model().actors.size(), 1u);
}

TEST(ContactBuild, WithoutContactsObstaclesAreOnlyThere) {
  const Posed posed("bodies:\n" + kBall + kFloor + kSecond);
  EXPECT_EQ(posed.model().contact.shapes.size(), 1u);
  EXPECT_TRUE(posed.model().contact.empty());
  EXPECT_TRUE(posed.model().actors.empty());
}

TEST(ContactBuild, NamesOfRepeatedBodiesMeanAllCopies) {
  const ScenarioSpec s =
      parse_scenario("bodies:\n" + kBall +
                         "  - {name: palm, rigid: {shapes: [{sphere: 0.1, mass: 1}]}}\n"
                         "  - {name: finger, parent: palm, joint: revolute, repeat: {count: 3},\n"
                         "     rigid: {shapes: [{sphere: 0.1, mass: 1}]}}\n"
                         "  - {name: pad, parent: finger, joint: revolute, repeat: {count: 2},\n"
                         "     rigid: {shapes: [{sphere: 0.1, mass: 1}]}}\n"
                         "contacts:\n"
                         "  - {name: grasp, between: [[finger, palm, pad], ball]}\n"
                         "  - {name: self, between: [pad, pad]}\n"
                         "probes:\n"
                         "  - {name: all, contact: grasp}\n"
                         "  - {name: one, contact: grasp, of: finger}\n" +
                         kSecond,
                     "model.yaml");
  const std::vector<std::string> grasp = {"finger_1", "finger_2", "finger_3", "palm",    "pad_1_1",
                                          "pad_1_2",  "pad_2_1",  "pad_2_2",  "pad_3_1", "pad_3_2"};
  EXPECT_EQ(s.of<ContactSpec>()[0].between[0].names, grasp);
  EXPECT_EQ(s.of<ContactSpec>()[0].between[1].names, std::vector<std::string>{"ball"});
  EXPECT_EQ(s.of<ContactSpec>()[1].between[0].names.size(), 6u);
  ASSERT_EQ(s.probes.size(), 4u);
  EXPECT_EQ(s.probes[0].target(), "grasp");
  EXPECT_EQ(s.probes[3].name, "one_3");
  EXPECT_EQ(s.probes[3].target(), "grasp");
  EXPECT_EQ(s.probes[3].of, "finger_3");
  EXPECT_NO_THROW(build(s));
}

ContactRule rule_of_text(const std::string& fields) {
  return build_text("bodies:\n" + kBall +
                    "  - {name: small, joint: free, rigid: {mass: 0.5, inertia: [1, 1, 1],\n"
                    "     touch: [{box: [0.04, 0.2, 0.2]}]}}\n" +
                    kFloor + "contacts: [{name: c, between: " + fields + "}]\n" + kSecond)
      .model.contact.rules[0];
}

TEST(ContactBuild, ByDefaultAWeightSinksInByAHundredthOfItsRadius) {
  const ContactRule rule = rule_of_text("[ball, floor]");
  EXPECT_NEAR(rule.stiffness, 100 * 2 * 9.81 / 0.1, 1e-9);
  EXPECT_NEAR(rule.damping, 0.6 * std::sqrt(rule.stiffness * 2), 1e-9);
  EXPECT_EQ(rule.exponent, 1);
  EXPECT_FALSE(rule.rough());
  const ContactRule hertz = rule_of_text("[ball, floor], exponent: 1.5");
  EXPECT_NEAR(hertz.stiffness * std::pow(0.001, 1.5), 2 * 9.81, 1e-9);
  EXPECT_NEAR(hertz.damping, 0.6 * std::sqrt(1.5 * 2 * 9.81 / 0.001 * 2), 1e-9);
}

TEST(ContactBuild, DefaultsAreOfTheLightestBodyAndTheSmallestShape) {
  // 0.5 kg, and half an edge of 0.04 m
  const ContactRule rule = rule_of_text("[[ball, small], floor], friction: 0.4");
  EXPECT_NEAR(rule.stiffness, 100 * 0.5 * 9.81 / 0.02, 1e-9);
  EXPECT_EQ(rule.static_friction, 0.4);
  EXPECT_EQ(rule.kinetic_friction, 0.4);
  EXPECT_NEAR(rule.tangential_stiffness, rule.stiffness, 1e-9);
  EXPECT_NEAR(rule.tangential_damping, 0.6 * std::sqrt(rule.stiffness * 0.5), 1e-9);
}

TEST(ContactBuild, GivenNumbersStand) {
  const ContactRule rule = rule_of_text(
      "[ball, floor], stiffness: 3 N/mm^2, damping: 0, exponent: 2,\n"
      "  friction: {static: 0.6, kinetic: 0.3, stiffness: 70, damping: 8}");
  EXPECT_NEAR(rule.stiffness, 3e6, 1e-6);
  EXPECT_EQ(rule.damping, 0);
  EXPECT_EQ(rule.exponent, 2);
  EXPECT_EQ(rule.static_friction, 0.6);
  EXPECT_EQ(rule.kinetic_friction, 0.3);
  EXPECT_EQ(rule.tangential_stiffness, 70);
  EXPECT_EQ(rule.tangential_damping, 8);
}

TEST(ContactBuild, AContactThatNeverActsIsRefused) {
  const std::string bodies = "bodies:\n" + kBall + kFloor;
  EXPECT_EQ(
      error_of(bodies +
               "contacts:\n"
               "  - {name: every, between: [all, all]}\n"
               "  - {name: special, between: [ball, floor]}\n" +
               kSecond),
      "model.yaml:6:30: error: contacts[1].between: all of its pairs belong to earlier contacts: "
      "every\n"
      "  hint: the first contact that matches a pair counts: put the more specific ones first\n"
      "1 error; nothing was run.");
  const auto self = [](const std::string& length) {
    return error_of(kMaterials + "bodies:\n  - {name: arm, rod: {length: " + length +
                    ", section: {radius: 0.02}, material: m, strain: {bend_y: 2}}}\n"
                    "contacts: [{name: self, between: [arm, arm]}]\n" +
                    kSecond);
  };
  // the arc of a half turn of the radius is left out: 0.063 m
  EXPECT_EQ(self("0.4"), "");
  EXPECT_NE(self("0.06").find("contacts[0].between: nothing here can ever touch"),
            std::string::npos);
}

TEST(ContactBuild, WithoutAMovingMassThereIsNoDefault) {
  const std::string text =
      "bodies:\n"
      "  - {name: a, joint: {type: prismatic, prescribed: t}, rigid: {mass: 1, touch: [{sphere: "
      "0.1}]}}\n" +
      kFloor;
  EXPECT_NE(error_of(text + "contacts: [{name: c, between: [a, floor]}]\n" + kSecond)
                .find("contacts[0].stiffness: has no default"),
            std::string::npos);
  EXPECT_EQ(
      error_of(text + "contacts: [{name: c, between: [a, floor], stiffness: 1, damping: 1}]\n" +
               kSecond),
      "");
}

TEST(ContactBuild, MoreRulesThanBitsAreRefused) {
  std::string text = "bodies:\n" + kBall + kFloor + "contacts:\n";
  for (int i = 0; i < 65; ++i)
    text += "  - {name: c" + std::to_string(i) + ", between: [ball, floor]}\n";
  EXPECT_NE(error_of(text + kSecond).find("65 contacts, but at most 64 are possible"),
            std::string::npos);
}

TEST(ContactBuild, CheckTellsTheRules) {
  const std::string text = describe_model(build(parse_scenario(
      "bodies:\n" + kBall + kFloor +
          "contacts: [{name: ground, between: [ball, floor], stiffness: 1e4, damping: 10,\n"
          "            friction: {static: 0.5, kinetic: 0.4}}]\n" +
          kSecond,
      "model.yaml")));
  const size_t at = text.find("\ncontacts\n");
  ASSERT_NE(at, std::string::npos) << text;
  const std::string table = text.substr(at, text.find("\nstudy\n") - at);
  EXPECT_NE(table.find("ground       1        1      10000         1               10  0.5, "
                       "sliding 0.4"),
            std::string::npos)
      << table;
}

TEST(ContactBuild, WarnsOfOverlapsAtTheStart) {
  const auto warnings = [](const std::string& height, const std::string& more) {
    return model_warnings(
        build_text("bodies:\n"
                   "  - name: ball\n"
                   "    joint: {type: free, initial: {position: [0, 0, " +
                   height + "]}}\n    rigid: {shapes: [{sphere: 0.1, mass: 1}" + more + "]}\n" +
                   kFloor + "contacts: [{name: ground, between: [ball, floor]}]\n" + kSecond));
  };
  EXPECT_TRUE(warnings("0.1", "").empty());
  EXPECT_TRUE(warnings("0.09995", "").empty());  // half of a thousandth of the radius
  ASSERT_EQ(warnings("0.09", "").size(), 1u);
  EXPECT_EQ(warnings("0.09", "")[0],
            "model.yaml:2:5: bodies[0]: ball and floor overlap by 0.01 m at the start");
  // a cone touches as it is: its rim, not the ball, reaches the floor first
  const std::string cone = ", {cone: [0.15, 0.1], mass: 1}";
  EXPECT_TRUE(warnings("0.2", cone).empty());
  ASSERT_EQ(warnings("0.145", cone).size(), 1u);
  EXPECT_EQ(warnings("0.145", cone)[0],
            "model.yaml:2:5: bodies[0]: ball and floor overlap by 0.005 m at the start");
}

// The number in the column `name` of a probe on hand-made contacts.
class ContactProbe : public ::testing::Test {
 protected:
  ContactProbe()
      : posed_("bodies:\n" + kBall +
               "  - {name: other, joint: free, rigid: {shapes: [{sphere: 0.1, mass: 1}]}}\n" +
               kFloor +
               "contacts:\n"
               "  - {name: ground, between: [[ball, other], floor], friction: 0.5}\n"
               "  - {name: every, between: [all, all]}\n"
               "probes:\n"
               "  - {name: ground, contact: ground}\n"
               "  - {name: ball, contact: ground, of: ball}\n"
               "  - {name: floor, contact: ground, of: floor}\n"
               "  - {name: every, contact: every}\n" +
               kSecond) {}

  // shapes: 0 ball, 1 other, 2 floor
  Contact& add(int a, int b, const Vector3& n, double normal, const Vector3& tangential) {
    Contact c;
    c.key = {a, b, 0};
    c.rule = a + b == 1 ? 1 : 0;
    c.gap = -1e-3 * normal;
    c.n = n;
    c.normal = normal;
    c.tangential = tangential;
    posed_.ws.contact.contacts.push_back(c);
    return posed_.ws.contact.contacts.back();
  }

  double operator()(size_t probe, const std::string& column) {
    const Probe& p = posed_.scenario.probes[probe];
    std::vector<double> row(p.columns().size());
    p.evaluate(posed_.model(), posed_.scenario.initial, posed_.u, posed_.ws, row);
    for (size_t i = 0; i < row.size(); ++i)
      if (p.columns()[i].name == p.name() + "." + column) return row[i];
    ADD_FAILURE() << "no column " << column;
    return 0;
  }

  Posed posed_;
};

TEST_F(ContactProbe, TellsTheForceOnTheSecondSideOrOnOneOfThem) {
  // the ball rests on the floor and is pushed along x; another one, found the other way round,
  // slides
  add(0, 2, -Vector3::UnitZ(), 5, Vector3(1, 0, 0));
  add(2, 1, Vector3::UnitZ(), 3, Vector3(0, 2, 0)).sliding = true;
  add(0, 2, -Vector3::UnitZ(), 0, Vector3::Zero()).gap = 1;  // open
  EXPECT_EQ((*this)(0, "count"), 2);
  EXPECT_EQ((*this)(0, "sticking"), 1);
  EXPECT_EQ((*this)(0, "sliding"), 1);
  EXPECT_NEAR((*this)(0, "depth"), 5e-3, 1e-18);
  EXPECT_EQ((*this)(0, "normal"), 8);
  EXPECT_EQ((*this)(0, "friction"), 3);
  EXPECT_EQ((*this)(0, "fx"), 1);
  EXPECT_EQ((*this)(0, "fy"), -2);
  EXPECT_EQ((*this)(0, "fz"), -8);
  EXPECT_EQ((*this)(1, "count"), 1);
  EXPECT_EQ((*this)(1, "fx"), -1);
  EXPECT_EQ((*this)(1, "fz"), 5);
  EXPECT_EQ((*this)(2, "count"), 2);
  EXPECT_EQ((*this)(2, "fz"), -8);
}

TEST_F(ContactProbe, SmoothPlacesNeitherStickNorSlideAndInnerForcesCancel) {
  add(0, 1, Vector3::UnitX(), 4, Vector3::Zero());
  EXPECT_EQ((*this)(0, "count"), 0);
  EXPECT_EQ((*this)(3, "count"), 1);
  EXPECT_EQ((*this)(3, "sticking") + (*this)(3, "sliding"), 0);
  EXPECT_EQ((*this)(3, "normal"), 4);
  EXPECT_EQ((*this)(3, "fx"), 0);
}

}  // namespace
}  // namespace cuttle::testing
