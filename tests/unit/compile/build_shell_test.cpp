// Shells, their loads, jets and probes from text.

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <numbers>

#include "build_fixture.h"
#include "cuttle/dynamics/forward.h"
#include "cuttle/shell/jet/jet_choices.h"
#include "cuttle/shell/load/shell_load.h"
#include "cuttle/study/describe.h"
#include "cuttle/water/water_loads.h"
#include "shell_text.h"
#include "support/allocation_counter.h"

namespace cuttle::testing {
namespace {

using std::numbers::pi;

const Shell& shell_of(const Scenario& s) {
  return dynamic_cast<const Shell&>(*s.model.bodies[0].family);
}

template <class Kind>
const Kind* actor_of(const Scenario& s) {
  for (const auto& actor : s.model.actors)
    if (const auto* found = dynamic_cast<const Kind*>(actor.get())) return found;
  return nullptr;
}

// value of a probe's column in the initial state
double probed(Posed& p, const std::string& column) {
  for (const Probe& probe : p.scenario.probes) {
    std::vector<double> row(probe.columns().size());
    probe.evaluate(p.model(), p.scenario.initial, p.u, p.ws, row);
    for (size_t i = 0; i < row.size(); ++i)
      if (probe.columns()[i].name == column) return row[i];
  }
  ADD_FAILURE() << "no column " << column;
  return 0;
}

TEST(BuildShell, MantleHasSurfaceMassAndVolumeOfSphereAndCylinder) {
  Posed p(
      mantle_text("water: {density: 1000}\njets: [{name: j, body: mantle, area_out: 1 cm^2, "
                  "volume: arc_length}]\nprobes: [{name: s, shell: mantle}]"));
  const ShellData& data = shell_of(p.scenario).data();
  const double surface = 2 * pi * kR * (kR * std::cos(pi / 4) + kLine);
  EXPECT_NEAR(data.surface, surface, 1e-7 * surface);
  EXPECT_NEAR(data.mass, 1080 * 2e-3 * surface, 1e-7 * data.mass);
  EXPECT_NEAR(data.length, kArc + kLine, 1e-15);
  EXPECT_EQ(data.direction, -1);
  // a spherical zone between two planes at 0 and h from the equator: pi h (R^2 - h^2 / 3)
  const double h = kR * std::cos(pi / 4);
  const double volume = pi * h * (kR * kR - h * h / 3) + pi * kR * kR * kLine;
  EXPECT_NEAR(shell_of(p.scenario).volume(p.ws.bodies[0], InnerVolume::geometric).U, volume,
              1e-6 * volume);
  // pi int r^2 dX, r = R cos of the latitude
  const double by_arc = pi * kR * kR * (kR * (pi / 8 + 0.25) + kLine);
  EXPECT_NEAR(probed(p, "s.volume"), by_arc, 1e-6 * by_arc);
}

TEST(BuildShell, DefaultDivisionsAreThePiecesCutByLoadsAndTables) {
  const Scenario plain = build_text(mantle_text());
  const ShellData& two = shell_of(plain).data();
  ASSERT_EQ(two.divisions.size(), 2u);
  EXPECT_NEAR(two.divisions[0].end, kArc, 1e-15);
  EXPECT_EQ(two.divisions[0].modes.curvature, 5);
  EXPECT_EQ(two.divisions[0].modes.stretch, 3);
  EXPECT_EQ(two.divisions[1].modes.curvature, 4);
  EXPECT_EQ(two.divisions[1].modes.stretch, 2);
  EXPECT_EQ(plain.model.q_names[0], "mantle.division_1.curvature[0]");
  EXPECT_EQ(plain.model.q_names[8], "mantle.division_2.curvature[0]");
  EXPECT_EQ(plain.model.v_names[5], "mantle.division_1.stretch_rate[0]");

  const Scenario cut = build_text(cylinder_text(
      "material: m, thickness: [[0, 1 mm], [20 mm, 3 mm], [80 mm, 3 mm], [100 mm, 1 mm]]",
      "shell_loads: [{name: l, body: mantle, hoop: 1, from: 20 mm, to: 50 mm}]"));
  EXPECT_EQ(shell_of(cut).data().division_ends, (std::vector<double>{0, 0.02, 0.05, 0.08, 0.1}));
  // trapezoid: 2 pi r rho int t dX
  EXPECT_NEAR(shell_of(cut).mass(), 2 * pi * 0.03 * 1080 * (0.06 * 3e-3 + 0.04 * 2e-3), 1e-14);
}

TEST(BuildShell, GivenDivisionsSitOnTheBreaksOfTheProfile) {
  // 24.347 mm is the rounded end of the arc
  const Scenario s = build_text(
      mantle_text("",
                  ", modes: {curvature: 6}, divisions: [{to: 24.347 mm, stretch: 4, shear: 2}, "
                  "{to: 60 mm, curvature: 3, quadrature: 5}, {to: 119.302 mm}]"));
  const ShellData& data = shell_of(s).data();
  ASSERT_EQ(data.divisions.size(), 3u);
  EXPECT_EQ(data.divisions[0].end, kArc);
  EXPECT_EQ(data.divisions[1].end, 0.06);
  EXPECT_EQ(data.divisions[2].end, kArc + kLine);
  EXPECT_EQ(data.n, (6 + 4 + 2) + (3 + 2) + (6 + 2));
  EXPECT_EQ(data.divisions[1].quadrature, 5);
  EXPECT_EQ(data.divisions[0].quadrature, 10);
  EXPECT_EQ(s.model.q_names[10], "mantle.division_1.shear[0]");
  // curvatures are compared with 1 / length, strains with a per cent
  EXPECT_NEAR(s.model.q_scale[0], 1 / data.length, 1e-12);
  EXPECT_EQ(s.model.q_scale[6], 1e-2);
}

TEST(BuildShell, AbscissasCountFromTheStartWhicheverEndIsHeld) {
  // a cone that is thin and narrow at its start, held at its wide end
  const double L = 0.1, slope = std::sin(pi / 6);
  const std::string text = shell_text(
      "profile: {radius: 20 mm, angle: 60 deg, pieces: [{line: 0.1}]}, held: end, "
      "thickness: [1 mm, 3 mm], material: m, divisions: [{to: 30 mm, stretch: 1}, {to: 0.1}]",
      "shell_loads: [{name: l, body: mantle, radial: 1, from: 0, to: 30 mm, along: 1 + 10*X}]\n"
      "probes: [{name: s, shell: mantle, at: [0, 30 mm, 0.1]}, "
      "{name: a, frame: mantle, at: 30 mm}, {name: e, frame: mantle, at: edge}, "
      "{name: z, frame: mantle, at: 0}]");
  Posed p(text);
  const ShellData& data = shell_of(p.scenario).data();
  EXPECT_NEAR(data.base_radius, 0.02 + L * slope, 1e-15);
  EXPECT_EQ(data.division_ends[1], 0.1 - 0.03);
  EXPECT_EQ(data.divisions[0].modes.stretch, 3);
  EXPECT_EQ(data.divisions[1].modes.stretch, 1);
  EXPECT_NEAR(probed(p, "s.radius_1"), 0.02, 1e-15);
  EXPECT_NEAR(probed(p, "s.radius_2"), 0.02 + 0.03 * slope, 1e-15);
  EXPECT_NEAR(probed(p, "s.radius_3"), 0.02 + L * slope, 1e-15);
  // walked backwards the cone goes to -x
  EXPECT_NEAR(probed(p, "a.x"), -0.07 * std::cos(pi / 6), 1e-15);
  EXPECT_NEAR(probed(p, "e.x"), -0.1 * std::cos(pi / 6), 1e-15);
  EXPECT_NEAR(probed(p, "z.x"), probed(p, "e.x"), 1e-16);
  const VectorX& load = actor_of<ShellLoad>(p.scenario)->data().per_input;
  for (size_t k = 0; k < data.rings.size(); ++k) {
    const double X = L - data.rings[k].X;
    EXPECT_NEAR(load[Eigen::Index(k)], X < 0.03 ? 1 + 10 * X : 0, 1e-13) << X;
    EXPECT_NEAR(data.rings[k].half_thickness, 0.5e-3 * (1 + 2 * X / L), 1e-15) << X;
  }
}

TEST(BuildShell, MassIsSpreadEvenlyOverTheSurface) {
  const Scenario s = build_text(shell_text(
      "profile: {radius: 10 mm, angle: 45 deg, pieces: [{line: 0.1}]}, thickness: [1 mm, 3 mm], "
      "material: light, mass: 0.336 kg"));
  const ShellData& data = shell_of(s).data();
  EXPECT_NEAR(data.mass, 0.336, 1e-15);
  for (const RingData& ring : data.rings)
    EXPECT_NEAR(ring.mass / ring.area, 0.336 / data.surface, 1e-10);
}

TEST(BuildShell, FormulasAndPointsGiveTheSameCurveAsPieces) {
  // a quarter of a circle of radius 50 mm about r = 30 mm
  const std::string rest = "thickness: 1 mm, material: m";
  const auto length = [&](const std::string& profile) {
    return shell_of(build_text(shell_text("profile: {" + profile + "}, " + rest))).data().length;
  };
  const double exact = length("radius: 80 mm, angle: 90 deg, pieces: [{arc: [50 mm, 60 deg]}]");
  EXPECT_NEAR(exact, 0.05 * pi / 3, 1e-15);
  EXPECT_NEAR(length("r: 0.03 + 0.05*cos(pi/3*s), x: 0.05*sin(pi/3*s)"), exact, 1e-9);
  std::string points;
  for (int i = 0; i <= 40; ++i)
    points += fmt::format("{}[{}, {}]", i ? ", " : "", 0.03 + 0.05 * std::cos(pi / 3 * i / 40),
                          0.05 * std::sin(pi / 3 * i / 40));
  EXPECT_NEAR(length("points: [" + points + "]"), exact, 1e-7);

  namespace fs = std::filesystem;
  const fs::path folder =
      fs::temp_directory_path() / fmt::format("cuttle_build_shell_{}", getpid());
  fs::create_directories(folder);
  std::ofstream csv(folder / "arc.csv");
  csv << "x [mm],r [m]\n";
  for (int i = 0; i <= 40; ++i)
    csv << fmt::format("{},{}\n", 50 * std::sin(pi / 3 * i / 40),
                       0.03 + 0.05 * std::cos(pi / 3 * i / 40));
  csv.close();
  const Scenario read =
      build(parse_scenario(shell_text("profile: {file: arc.csv}, " + rest), folder / "model.yaml"));
  EXPECT_NEAR(shell_of(read).data().length, exact, 1e-7);
  fs::remove_all(folder);
}

TEST(BuildShell, WaterBelongsToInertiaAndLoads) {
  const std::string wet = ", water: {drag: 1.7, added_mass: 1.1, added_volume: 0.5, inside: true}";
  const Scenario s = build_text(mantle_text("water: {density: 1025}", wet));
  const ShellData& data = shell_of(s).data();
  EXPECT_NEAR(data.rings[0].inertia, 2.1 * data.rings[0].mass, 1e-15);
  EXPECT_NEAR(data.added_per_volume, 0.5 * 1025, 1e-12);
  EXPECT_EQ(data.inside_density, 1025);
  const auto* water = actor_of<WaterLoads>(s);
  ASSERT_NE(water, nullptr);
  ASSERT_EQ(water->data().shells.size(), 1u);
  EXPECT_EQ(water->data().shells[0].drag.coefficient, 1.7);
  EXPECT_EQ(water->data().shells[0].drag.density, 1025);

  const Scenario usual = build_text(mantle_text("water: {density: 1025}"));
  EXPECT_EQ(actor_of<WaterLoads>(usual)->data().shells[0].drag.coefficient, 1);
  EXPECT_EQ(shell_of(usual).data().rings[0].inertia, shell_of(usual).data().rings[0].mass);
  EXPECT_EQ(
      actor_of<WaterLoads>(build_text(mantle_text("water: {density: 1025}", ", water: none"))),
      nullptr);
}

TEST(BuildShell, LoadsActOnTheirStretch) {
  const auto field = [](const std::string& load) {
    const Scenario s = build_text(cylinder_text(
        "thickness: 1 mm, material: m",
        "shell_loads: [{name: l, body: mantle, " + load + ", from: 40 mm, to: 0.1}]"));
    const ShellData& data = shell_of(s).data();
    const VectorX& per_input = actor_of<ShellLoad>(s)->data().per_input;
    double sum = 0;
    for (size_t k = 0; k < data.rings.size(); ++k)
      sum += per_input[Eigen::Index(k)] * data.rings[k].area;
    return sum;
  };
  const double area = 2 * pi * 0.03 * 0.06;
  EXPECT_NEAR(field("radial: 7"), area, 1e-15);
  EXPECT_NEAR(field("pressure: 7, along: 2*X"), 2 * pi * 0.03 * (0.01 - 0.0016), 1e-15);
  EXPECT_NEAR(field("hoop: 7"), -area / 0.03, 1e-12);
  EXPECT_NEAR(field("cables: 7"), -1, 1e-12);

  const Scenario s =
      build_text(mantle_text("shell_loads: [{name: squeeze, body: mantle, hoop: 15 N/m}]"));
  EXPECT_EQ(s.model.inputs[0].name, "shell_loads.squeeze.hoop");
  EXPECT_EQ(s.model.inputs[0].unit, "N/m");
}

TEST(BuildShell, TriangleRisesForHalfAPeriodAndFalls) {
  Scenario s = build_text(
      mantle_text("shell_loads: [{name: l, body: mantle, hoop: {triangle: {frequency: 2 Hz, "
                  "amplitude: 15, phase: 0.1 s}}}]"));
  for (const double t : {0.0, 0.1, 0.2, 0.35, 0.4, 0.6, 0.73, 3.7}) {
    Input u;
    ASSERT_TRUE(s.inputs.evaluate(t, u).ok());
    const double part = std::fmod(t - 0.1 + 0.5, 0.5) / 0.5;
    EXPECT_NEAR(u.u[0], 15 * (part < 0.5 ? 2 * part : 2 - 2 * part), 1e-12) << t;
  }
}

TEST(BuildShell, JetPushesAwayFromTheEdge) {
  Posed p(mantle_text(
      "water: {density: 1000}\n"
      "jets: [{name: j, body: mantle, area_out: 2 cm^2, area_in: 4 cm^2, flow_coefficient: 0.8}]\n"
      "shell_loads: [{name: l, body: mantle, radial: 1}]\n"
      "probes: [{name: s, shell: mantle, at: 0.1}, {name: t, jet: j}, {name: w, swimmer: "
      "mantle}]"));
  State& x = p.scenario.initial;
  for (const double rate : {-0.7, 0.7}) {
    x.v.setZero();
    x.v[0] = rate;
    update_kinematics(p.model(), x, p.u, nullptr, p.ws);
    const double flow = probed(p, "s.volume_rate");
    ASSERT_GT(std::abs(flow), 1e-7);
    const double area = flow < 0 ? 2e-4 : 4e-4;
    const double thrust = (flow < 0 ? 1 : -1) * 1000 * 0.8 / area * flow * flow;
    EXPECT_NEAR(probed(p, "s.thrust"), thrust, 1e-12 * std::abs(thrust));
    EXPECT_NEAR(probed(p, "t.thrust"), thrust, 1e-12 * std::abs(thrust));
    EXPECT_EQ(probed(p, "t.volume_rate"), flow);
    // power of a radial load of 1 Pa: sum of area times r_v
    double power = 0;
    const ShellData& data = shell_of(p.scenario).data();
    for (size_t k = 0; k < data.rings.size(); ++k)
      power += data.rings[k].area * Shell::rings(p.ws.bodies[0])[k].r_v;
    EXPECT_NEAR(probed(p, "s.power_in"), power, 1e-15);
    // a jet is no drive of its own
    EXPECT_GT(std::abs(probed(p, "t.power")), 1e-9);
    EXPECT_NEAR(probed(p, "w.power_in"), power, 1e-15);
  }
  EXPECT_NEAR(probed(p, "s.radius_1"), kR, 1e-7);
  EXPECT_NEAR(probed(p, "s.radius_min"), 21.92031e-3, 1e-12);
  EXPECT_NEAR(probed(p, "s.radius_max"), kR, 1e-7);
  EXPECT_NEAR(probed(p, "s.length"), kR * std::cos(pi / 4) + kLine, 1e-7);
}

// a bulge whose widest place is no Gauss point, squeezed so that its narrowest is none either
TEST(BuildShell, LeastAndLargestRadiusIncludeThePlacesAskedFor) {
  Posed p(shell_text(
      "profile: {radius: 30 mm, angle: 60 deg, pieces: [{arc: [60 mm, 60 deg]}]}, thickness: 1 mm, "
      "material: m, divisions: [{to: 62.832 mm, curvature: 2, stretch: 1, quadrature: 4}]",
      "probes: [{name: s, shell: mantle, at: [0, 31.416 mm, 62.832 mm]}, {name: n, shell: "
      "mantle}]"));
  const double widest = 0.03 + 0.06 * (1 - std::cos(pi / 6));
  EXPECT_NEAR(probed(p, "s.radius_2"), widest, 1e-9);
  EXPECT_EQ(probed(p, "s.radius_max"), probed(p, "s.radius_2"));
  EXPECT_LT(probed(p, "n.radius_max"), widest - 1e-4);
  EXPECT_NEAR(probed(p, "s.radius_min"), 0.03, 1e-15);
  EXPECT_EQ(probed(p, "s.radius_min"), std::min(probed(p, "s.radius_1"), probed(p, "s.radius_3")));
  // bent to an hourglass: the curvature changes its sign
  p.scenario.initial.q[0] = -2 / 0.06;
  update_kinematics(p.model(), p.scenario.initial, p.u, nullptr, p.ws);
  EXPECT_LE(probed(p, "s.radius_min"), probed(p, "s.radius_2"));
  EXPECT_GE(probed(p, "s.radius_max"), probed(p, "s.radius_3"));
}

TEST(BuildShell, ProbesDoNotAllocate) {
  if (!AllocationCounter::available()) GTEST_SKIP();
  Posed p(
      mantle_text("water: {density: 1000, current: [0.1, 0, 0]}\n"
                  "jets: [{name: j, body: mantle, area_out: 2 cm^2}]\n"
                  "shell_loads: [{name: l, body: mantle, cables: 1}]\n"
                  "probes: [{name: s, shell: mantle, at: 0.1}, {name: t, jet: j}]"));
  std::vector<double> row(20);
  AllocationCounter counter;
  for (const Probe& probe : p.scenario.probes)
    probe.evaluate(p.model(), p.scenario.initial, p.u, p.ws,
                   std::span(row).first(probe.columns().size()));
  EXPECT_EQ(counter.count(), 0);
}

TEST(BuildShell, DragIsThatOfTheWidestRing) {
  Posed p("bodies: [{name: s, joint: {type: prismatic, axis: x, velocity: 0.3}, shell: {" +
          kProfile +
          "thickness: 2 mm, material: {young: 40 kPa, density: 1080}, water: {drag: 1.7}}}]\n"
          "gravity: [0, 0, 0]\nwater: {density: 1000, current: [0.1, 0, 0]}\n"
          "probes: [{name: s, shell: s}, {name: w, swimmer: s}]\n"
          "study: {type: dynamics, duration: 1}\n");
  const double drag = 0.5 * 1000 * 1.7 * pi * kR * kR * 0.2 * 0.2;
  EXPECT_NEAR(probed(p, "s.drag"), drag, 1e-6 * drag);
  EXPECT_NEAR(probed(p, "w.power_out"), 0.3 * drag, 1e-6 * drag);
}

TEST(BuildShell, ThingsHangOnTheAxis) {
  Posed p(
      "gravity: [0, 0, 0]\nbodies:\n"
      "  - {name: root, joint: free, rigid: {mass: 1, inertia: [1, 1, 1]}}\n"
      "  - {name: s, parent: root, pose: {position: [0.5, 0, 0]}, shell: {"
      "profile: {radius: 30 mm, angle: 90 deg, pieces: [{line: 0.1}]}, thickness: 1 mm, "
      "material: {young: 40 kPa, density: 1080}}}\n"
      "  - {name: a, parent: s, at: edge, rigid: {mass: 1}}\n"
      "  - {name: b, parent: s, at: 40 mm, rigid: {mass: 1}}\n"
      "  - {name: c, parent: s, rigid: {mass: 1}}\n"
      "loads: [{body: s, at: 70 mm, force: [1, 0, 0]}]\nstudy: {type: statics}\n");
  EXPECT_NEAR(p.pose("a").p.x(), 0.6, 1e-15);
  EXPECT_NEAR(p.pose("b").p.x(), 0.54, 1e-15);
  EXPECT_NEAR(p.pose("c").p.x(), 0.5, 1e-15);
  EXPECT_EQ(p.model().bodies[1].family->n_points(), 4);
}

TEST(BuildShell, RepeatCopiesLoadsAndJets) {
  const Scenario s = build_text(
      "gravity: [0, 0, 0]\nwater: {density: 1000}\nbodies:\n"
      "  - {name: s, pose: {position: [0, 1, 0]}, repeat: {count: 3, about: x}, shell: {"
      "profile: {radius: 30 mm, angle: 90 deg, pieces: [{line: 0.1}]}, thickness: 1 mm, "
      "material: {young: 40 kPa, density: 1080}}}\n"
      "shell_loads: [{name: l, body: s, hoop: \"k\"}]\n"
      "jets: [{name: j, body: s, area_out: 1 cm^2}]\n"
      "probes: [{name: p, shell: s}, {name: t, jet: j}]\nstudy: {type: statics}\n");
  ASSERT_EQ(s.model.bodies.size(), 3u);
  ASSERT_EQ(s.model.nu(), 3);
  EXPECT_EQ(s.model.inputs[2].name, "shell_loads.l_3.hoop");
  EXPECT_EQ(s.probes.size(), 6u);
  Input u;
  ASSERT_TRUE(InputSource(s.inputs).evaluate(0, u).ok());
  EXPECT_EQ(u.u[2], 3);
}

TEST(BuildShell, IsDescribed) {
  const std::string text = describe_model(build(parse_scenario(
      mantle_text("water: {density: 1000, level: 0.1}\njets: [{name: j, body: mantle, "
                  "area_out: 1 cm^2}]\nshell_loads: [{name: l, body: mantle, hoop: 1, to: 30 mm}]",
                  ", divisions: [{to: 24.347 mm}, {to: 119.302 mm}]"),
      "model.yaml")));
  for (const char* part : {"curvature 9, stretch 5", "0.0227", "0.000341", "jets",
                           "fully submerged", "inside a division"})
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
}

}  // namespace
}  // namespace cuttle::testing
