#include "cuttle/io/yaml.h"

#include <gtest/gtest.h>

#include "cuttle/io/read_scenario.h"

namespace cuttle {
namespace {

TEST(YamlTree, KeepsPlacesAndQuotes) {
  const YamlNode root = parse_yaml("a: 1\nb:\n  - x\n  - \"y\"\nc: ~\n", "f");
  ASSERT_TRUE(root.is_map());
  EXPECT_EQ(to_string(root.find("a")->mark), "f:1:4");
  EXPECT_EQ(to_string(root.key_marks[1]), "f:2:1");
  const YamlNode& list = *root.find("b");
  EXPECT_EQ(to_string(list.items[1].mark), "f:4:5");
  EXPECT_FALSE(list.items[0].quoted);
  EXPECT_TRUE(list.items[1].quoted);
  EXPECT_TRUE(root.find("c")->is_null());
  EXPECT_EQ(root.find("d"), nullptr);
}

TEST(YamlTree, ExpandsAliases) {
  const YamlNode root = parse_yaml("a: &x {m: [1, 2]}\nb: *x\n", "f");
  EXPECT_EQ(root.find("b")->find("m")->items[1].text, "2");
  EXPECT_EQ(root.find("b")->mark.line, 2);
}

TEST(YamlTree, BoundsDepthAlsoThroughAliases) {
  YamlLimits limits;
  limits.depth = 4;
  EXPECT_NO_THROW(parse_yaml("a: &x [[1]]\nb: [*x]\n", "f", limits));
  EXPECT_THROW(parse_yaml("a: &x [[1]]\nb: [[*x]]\n", "f", limits), InputError);
}

constexpr const char* kModel = R"(
materials: {soft: {young: 1 MPa, density: 1000}}
bodies:
  - {name: base, rigid: {mass: 1}}
  - {name: arm, parent: base, rod: {length: 0.4, section: {radius: 0.01}, material: soft}}
study: {type: dynamics, duration: 1}
)";

TEST(YamlOverride, SetsByNameByIndexAndMakesWhatIsMissing) {
  const ScenarioSpec s =
      parse_scenario(kModel, "m.yaml",
                     {"bodies.arm.rod.length=30 cm", "bodies[0].rigid.mass=2.5", "study.rtol=1e-9",
                      "bodies.arm.pose.position=[1, 2, 3]", "materials.soft.young=2e6",
                      "bodies[1].rod.section.radius=[0.02, 0.01]", "gravity=[0, 0, 0]"});
  EXPECT_DOUBLE_EQ(s.bodies[1].rod->length(), 0.3);
  EXPECT_EQ(*s.bodies[0].rigid->mass, 2.5);
  EXPECT_EQ(s.study.rtol, 1e-9);
  EXPECT_EQ(s.bodies[1].pose.position, Vector3(1, 2, 3));
  EXPECT_EQ(s.bodies[1].rod->divisions[0].material.spec.young, 2e6);
  EXPECT_EQ(s.bodies[1].rod->divisions[0].section.radius->values[1], 0.01);
  EXPECT_EQ(s.gravity, Vector3::Zero());
}

std::string message_with(const std::string& setting) {
  try {
    parse_scenario(kModel, "m.yaml", {setting});
  } catch (const InputError& error) {
    return to_string(error.diagnostics().front());
  }
  return "accepted";
}

TEST(YamlOverride, ReportsWithTheSettingAsPlace) {
  EXPECT_EQ(
      message_with("bodies.arm.rod.length=-1"),
      "--set bodies.arm.rod.length=-1: error: bodies[1].rod.length: must be in (0, 100000] m, "
      "got -1");
  EXPECT_EQ(message_with("bodies.amr.rod.length=1"),
            "--set bodies.amr.rod.length=1: error: bodies: no item 'amr' among the 2\n"
            "  hint: did you mean 'arm'?");
  EXPECT_EQ(message_with("study.durtion=3"),
            "--set study.durtion=3: error: study.durtion: unknown key\n"
            "  hint: did you mean 'duration' (s)?");
  EXPECT_EQ(message_with("bodies.arm.rod.material.young=3"),
            "--set bodies.arm.rod.material.young=3: error: bodies.arm.rod.material: is 'soft' and "
            "has no field 'young'\n  hint: set materials.soft.young");
  for (const char* bad : {"study.rtol", "=3", "a..b=3", ".=1", "bodies[9].name=x", "gravity=[0"})
    EXPECT_NE(message_with(bad), "accepted") << bad;
}

// each character takes so many bytes
std::string widened(const std::string& text, std::size_t bytes, bool little) {
  std::string wide;
  for (const char c : text) {
    std::string one(bytes, '\0');
    one[little ? 0 : bytes - 1] = c;
    wide += one;
  }
  return wide;
}

TEST(YamlEncoding, WideTextsAreRead) {
  const std::string text = "name: arm\ngravity: [0, 0, 0]\n";
  for (const std::size_t bytes : {2u, 4u})
    for (const bool little : {true, false})
      EXPECT_EQ(parse_yaml(widened(text, bytes, little), "m.yaml").find("name")->text, "arm");
  EXPECT_EQ(parse_yaml("\xff\xfe" + widened(text, 2, true), "m.yaml").find("name")->text, "arm");
}

TEST(YamlEncoding, ANulByteIsToldWithItsPlace) {
  const std::string nul(1, '\0');
  struct {
    std::string text;
    int line, column;
  } const cases[] = {{nul + "name: arm\n", 1, 1},
                     {"n" + nul + "ame: arm\n", 1, 2},
                     {"name: arm\n# a" + nul + "b\n", 2, 4},
                     {"name: arm\ntitle: \"a" + nul + "\"\n", 2, 10},
                     {"name: arm\n" + std::string(8, '\0'), 2, 1},
                     {std::string(100, '\0'), 1, 1}};
  for (const auto& c : cases) {
    try {
      parse_yaml(c.text, "m.yaml");
      ADD_FAILURE() << "accepted";
    } catch (const InputError& error) {
      const Diagnostic& d = error.diagnostics().front();
      EXPECT_EQ(d.message, "a NUL byte, which text never contains");
      EXPECT_EQ(d.mark.line, c.line);
      EXPECT_EQ(d.mark.column, c.column);
    }
  }
}

}  // namespace
}  // namespace cuttle
