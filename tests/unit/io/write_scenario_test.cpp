#include "cuttle/io/write_scenario.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <bit>
#include <filesystem>
#include <fstream>

#include "cuttle/actuation/cable/part.h"
#include "cuttle/connection/part/part.h"
#include "cuttle/io/read_scenario.h"
#include "cuttle/signal/expression.h"
#include "cuttle/signal/signal.h"
#include "cuttle/water/thruster/part.h"
#include "support/random.h"

namespace cuttle {
namespace {

// written and read again, in a folder without any data file
ScenarioSpec again(const ScenarioSpec& spec) {
  const std::string text = write_scenario(spec);
  const ScenarioSpec read = parse_scenario(text, "/nowhere/again.yaml");
  EXPECT_EQ(write_scenario(read), text);
  return read;
}

ScenarioSpec again(const std::string& text) { return again(parse_scenario(text, "model.yaml")); }

bool same_bits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

template <class Matrix>
bool all_same_bits(const Matrix& a, const Matrix& b) {
  for (Eigen::Index i = 0; i < a.size(); ++i)
    if (!same_bits(a.data()[i], b.data()[i])) return false;
  return true;
}

TEST(WriteScenario, RotationsAndDirectionsKeepEveryBit) {
  testing::Random random(3);
  std::string text = "bodies:\n";
  for (int i = 0; i < 500; ++i) {
    const Vector3 axis = random.vector3(2), about = random.vector3(1e3);
    text += fmt::format(
        "  - {{name: b{}, pose: {{rotation: {{axis: [{}, {}, {}], angle: {}}}}}, rigid: {{mass: "
        "1}}, joint: {{type: revolute, axis: [{}, {}, {}]}}}}\n",
        i, axis[0], axis[1], axis[2], random.uniform(-4, 4), about[0], about[1], about[2]);
  }
  const ScenarioSpec spec = parse_scenario(text, "model.yaml"), read = again(spec);
  for (std::size_t i = 0; i < 500; ++i) {
    EXPECT_TRUE(all_same_bits(read.bodies[i].pose.rotation, spec.bodies[i].pose.rotation));
    EXPECT_TRUE(all_same_bits(read.bodies[i].joint.axis, spec.bodies[i].joint.axis));
  }
}

TEST(WriteScenario, NumbersKeepEveryBit) {
  ScenarioSpec spec = parse_scenario("{bodies: [{name: a, rigid: {mass: 1}}]}", "model.yaml");
  for (const double x : {0.1 + 0.2, -0.0, 5e-324, 1e15, 1 / 3.0, 123456789.0, 2e-308}) {
    spec.gravity = {x, 1, -x};
    EXPECT_TRUE(all_same_bits(again(spec).gravity, spec.gravity)) << x;
  }
}

TEST(WriteScenario, PercentagesKeepEveryBit) {
  testing::Random random(5);
  std::string text = "bodies: [{name: a, rigid: {mass: 1}}]\nexpect:\n";
  for (int i = 0; i < 500; ++i)
    text += fmt::format("  - {{figure: f, value: 1, tolerance: \"{:.{}g} %\"}}\n",
                        random.uniform(0, 20), random.integer(1, 17));
  const ScenarioSpec spec = parse_scenario(text, "model.yaml"), read = again(spec);
  for (std::size_t i = 0; i < 500; ++i) {
    EXPECT_TRUE(read.expect[i].tolerance.relative);
    EXPECT_EQ(read.expect[i].tolerance.value, spec.expect[i].tolerance.value);
  }
}

TEST(WriteScenario, TextsComeBackAsTheyAre) {
  ScenarioSpec spec = parse_scenario("{bodies: [{name: a, rigid: {mass: 1}}]}", "model.yaml");
  for (const char* const title :
       {"yes", "null", "~",     "1e3",  "0.5 m",      "a: b",    "a # b", "- a",
        "{a}", "'a'",  "\"a\"", "a\\b", "two\nlines", " blank ", "tab\t", "größer",
        "*x",  "&x",   "!x",    "%",    "$5",         "true",    "plain"}) {
    spec.title = title;
    EXPECT_EQ(again(spec).title, title);
  }
}

TEST(WriteScenario, WritesOnlyWhatIsNotTheDefault) {
  const std::string text =
      "# Written by cuttle, in SI units.\n"
      "name: arm\n"
      "\n"
      "bodies:\n"
      "  - name: arm\n"
      "    joint: universal\n"
      "    rod:\n"
      "      length: 0.5\n"
      "      section: {radius: [0.01, 0.005]}\n"
      "      material: {young: 100000, density: 1000}\n"
      "      strain: {bend_y: 3}\n";
  EXPECT_EQ(write_scenario(parse_scenario(
                "name: arm\nframe: zup\ngravity: [0, 0, -9.81]\nparameters: {E: 100 kPa}\n"
                "bodies:\n  - {name: arm, parent: world, pose: {position: [0, 0, 0]},\n"
                "     joint: {type: universal, axis: z}, rod: {divisions: [{length: 50 cm,\n"
                "     section: {shape: circle, radius: [1 cm, 5 mm]},\n"
                "     material: {young: $(E), poisson: 0.5, density: 1000},\n"
                "     strain: {bend_y: {basis: legendre, order: 3}}}]}}\n"
                "study: {type: dynamics, duration: 1}\n",
                "model.yaml")),
            text);
}

TEST(WriteScenario, NothingAndNoneAreTwo) {
  // a touch list that is empty, a dry body, a pose that is there, a coordinate that is free
  const ScenarioSpec read = again(
      "water: {density: 1000}\n"
      "bodies:\n"
      "  - {name: a, rigid: {mass: 1, shapes: [{sphere: 1}], touch: [], water: none}}\n"
      "  - {name: b, rigid: {mass: 1, shapes: [{sphere: 1}], water: {}}, joint: {type: free,\n"
      "     initial: {}}}\n"
      "  - {name: c, rigid: {mass: 1}, joint: {type: universal, prescribed: [null, sin(t)]}}\n");
  ASSERT_TRUE(read.bodies[0].rigid->touch.has_value());
  EXPECT_TRUE(read.bodies[0].rigid->touch->empty());
  EXPECT_TRUE(read.bodies[0].rigid->water->dry());
  EXPECT_FALSE(read.bodies[1].rigid->touch.has_value());
  ASSERT_TRUE(read.bodies[1].rigid->water.has_value());
  EXPECT_TRUE(read.bodies[1].joint.initial.pose.has_value());
  ASSERT_EQ(read.bodies[2].joint.prescribed.size(), 2u);
  EXPECT_FALSE(read.bodies[2].joint.prescribed[0].has_value());
  EXPECT_EQ(read.bodies[2].joint.prescribed[1]->expression, "sin(t)");
}

TEST(WriteScenario, GravityFollowsTheFrameOnlyIfItIsNotGiven) {
  const std::string body = "bodies: [{name: a, rigid: {mass: 1}}]\n";
  EXPECT_EQ(again(body).gravity.z(), -9.81);
  EXPECT_EQ(again("frame: ned\n" + body).gravity.z(), 9.81);
  EXPECT_EQ(again("frame: ned\ngravity: [0, 0, -9.81]\n" + body).gravity.z(), -9.81);
  EXPECT_EQ(again("gravity: [0, 0, 9.81]\n" + body).gravity.z(), 9.81);
}

TEST(WriteScenario, TakesWhatWasNeverRead) {
  ScenarioSpec spec;
  spec.name = "arm";
  BodySpec& body = spec.bodies.emplace_back();
  body.name = "arm";
  body.repeat = {.count = 2, .about = -Vector3::UnitX(), .origin = {}};
  DivisionSpec& division = body.rod.emplace().divisions.emplace_back();
  division.length = 0.3;
  division.section.radius = 0.01;
  division.material.spec = {.young = 1e5, .shear = {}, .density = 1100, .origin = {}};
  ModeSpec& bending = division.strain.modes[1].emplace();
  bending.basis = "linear";
  bending.elements = 3;
  division.initial.modes[1] = {0.5};
  SignalSpec tension;
  tension.kind = SignalSpec::Kind::expression;
  tension.expression = "k*t";
  CablePathSpec run;
  run.body = "arm";
  run.to = BodyPlaceSpec{BodyPlaceSpec::Kind::abscissa, 0.25, ""};
  run.y = 0.005;
  spec.of<CableSpec>().push_back({"c", tension, {run}, {}});
  const ScenarioSpec read = parse_scenario(write_scenario(spec), "x.yaml");
  ASSERT_EQ(read.bodies.size(), 2u);
  const DivisionSpec& copy = read.bodies[1].rod->divisions[0];
  EXPECT_EQ(copy.length, 0.3);
  EXPECT_EQ(copy.material.spec.density, 1100);
  EXPECT_EQ(copy.strain.modes[1]->basis, "linear");
  EXPECT_EQ(copy.strain.modes[1]->elements, 3);
  EXPECT_EQ(copy.initial.modes[1], std::vector<double>{0.5});
  ASSERT_EQ(read.of<CableSpec>().size(), 2u);
  EXPECT_EQ(read.of<CableSpec>()[1].tension.copy.k, 2);
  EXPECT_EQ(read.of<CableSpec>()[1].path[0].to->abscissa, 0.25);
  EXPECT_EQ(again(read).of<CableSpec>()[1].tension.expression, "2*t");
}

// copies know their numbers no more, and still do the same to the last bit
TEST(WriteScenario, FormulasOfCopiesKeepEveryBit) {
  const ScenarioSpec spec = parse_scenario(
      "bodies:\n"
      "  - {name: a, rigid: {mass: 1}, repeat: {count: 3}, joint: {type: revolute,\n"
      "     effort: \"1.3*t*k + sin(t)^k/n - 0.1*(k-1)*t\"}}\n"
      "  - {name: b, parent: a, rigid: {mass: 1}, joint: {type: revolute, effort: k}}\n"
      "connections:\n"
      "  - {name: c, a: {body: a}, b: {body: b}, closes: {when: tip.x > k/n}}\n"
      "probes: [{name: tip, frame: b}]\n",
      "model.yaml");
  const ScenarioSpec read = again(spec);
  ASSERT_EQ(read.bodies.size(), 6u);
  for (std::size_t i = 0; i < 6; ++i) {
    const SignalSpec &before = *spec.bodies[i].joint.effort[0],
                     &after = *read.bodies[i].joint.effort[0];
    EXPECT_EQ(after.kind, SignalSpec::Kind::expression);
    const Expression f(before.expression, {"t"}, before.copy), g(after.expression, {"t"});
    for (int j = 0; j < 1000; ++j) EXPECT_TRUE(same_bits(f.value(0.0137 * j), g.value(0.0137 * j)));
  }
  EXPECT_EQ(spec.of<ConnectionSpec>()[1].closes->when, "tip_2.x > k/n");
  EXPECT_EQ(read.of<ConnectionSpec>()[1].closes->when, "tip_2.x > 2/3");
}

TEST(WriteScenario, SignalsOfAllKinds) {
  for (const char* const form :
       {"0.3", "2 N m", "\"2*sin(t)\"", "{value: 0.1, lag: 0.2}",
        "{value: \"sin(t)\", lag: 0.2,"
        " initial: 0.7}",
        "{table: [[0, 0.1], [1, 0.7], [3, 0]]}",
        "{table: [[0, 0.1], [1, 0.7], [3, 0]], interpolation: step, lag: 0.1}",
        "{table: [[0, 0.1], [1, 0.7], [3, 0]], interpolation: cubic}",
        "{pulse: {period: 0.7, width: 0.3, amplitude: 2, phase: 0.1, rise: 0.05}}",
        "{triangle: {frequency: 3, amplitude: 2, phase: 0.1}}"}) {
    const ScenarioSpec spec = parse_scenario(
        fmt::format("bodies: [{{name: a, rigid: {{mass: 1}}, joint: {{type: revolute, effort: {}}}"
                    "}}]",
                    form),
        "model.yaml");
    const SignalSpec before = *spec.bodies[0].joint.effort[0];
    const SignalSpec after = *again(spec).bodies[0].joint.effort[0];
    EXPECT_EQ(after.lag, before.lag);
    EXPECT_EQ(after.initial, before.initial);
    const Signal f(before), g(after);
    for (int j = 0; j < 300; ++j)
      EXPECT_TRUE(same_bits(f.value(0.0137 * j), g.value(0.0137 * j))) << form;
  }
}

// everything that a model takes from files stands in the written one
TEST(WriteScenario, NeedsNoDataFiles) {
  const auto folder =
      std::filesystem::temp_directory_path() / ("cuttle_write_" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "u.csv") << "t [ms],u\n0,1\n100,-0.3\n250,0.7\n";
  std::ofstream(folder / "phi.csv") << "X,p1,p2\n0,0,1\n0.1,0.3,0.5\n0.2,1,0\n";
  std::ofstream(folder / "r.csv") << "r [mm],x [mm]\n10,0\n12,10\n13,20\n14,31\n15,40\n";
  const ScenarioSpec spec = parse_scenario(
      "water: {density: 1000}\n"
      "materials: {m: {young: 1e5, density: 1000}}\n"
      "bodies:\n"
      "  - {name: a, rigid: {mass: 1}, joint: {type: revolute, effort: {csv: u.csv, column: u}}}\n"
      "  - {name: b, rod: {length: 0.2, section: {radius: 0.01}, material: m,\n"
      "     strain: {bend_y: {basis: table, csv: phi.csv}}}}\n"
      "  - {name: c, shell: {profile: {file: r.csv}, thickness: 1 mm, material: m}}\n"
      "thrusters:\n"
      "  - {name: d, body: a, command: 1, linear: 1, csv: u.csv, csv_speed: u}\n"
      "figures:\n"
      "  - {name: f, measure: deviation, column: x.y, csv: u.csv, csv_column: u}\n",
      folder / "model.yaml");
  std::filesystem::remove_all(folder);
  const ScenarioSpec read = again(spec);
  EXPECT_EQ(read.bodies[0].joint.effort[0]->times, (std::vector<double>{0, 0.1, 0.25}));
  EXPECT_EQ(read.bodies[0].joint.effort[0]->values, (std::vector<double>{1, -0.3, 0.7}));
  const auto mode = [](const ScenarioSpec& s) {
    return *s.bodies[1].rod->divisions[0].strain.modes[1];
  };
  EXPECT_EQ(mode(read).table, mode(spec).table);
  EXPECT_EQ(mode(read).table.size(), 3u);
  EXPECT_EQ(*read.bodies[2].shell->profile.points, *spec.bodies[2].shell->profile.points);
  EXPECT_EQ(*read.of<ThrusterSpec>()[0].table, *spec.of<ThrusterSpec>()[0].table);
  EXPECT_EQ(read.of<ThrusterSpec>()[0].table->size(), 3u);
  EXPECT_EQ(read.figures[0].reference, spec.figures[0].reference);
  EXPECT_EQ(read.figures[0].reference.size(), 3u);
}

}  // namespace
}  // namespace cuttle
