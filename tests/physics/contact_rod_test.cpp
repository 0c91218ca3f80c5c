// Soft rods that touch: each other, themselves, slopes and drums; and loops that fall.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "cuttle/compile/compile.h"
#include "cuttle/dynamics/kinematics.h"
#include "cuttle/io/read_scenario.h"
#include "cuttle/rod/rod.h"
#include "cuttle/study/run.h"
#include "support/robots.h"
#include "support/runs.h"

namespace cuttle {
namespace {

using std::numbers::pi;

/// A rod of length L = 0.3 and EI whose tip slides on a slope of 45 degrees, as shooting sees it:
/// EI phi'' = -P sin(phi + 45 deg), phi from the vertical, phi(0) = 0, phi'(L) = 0.
struct PushedRod {
  double x, drop;  // [m] of the tip: aside, and below the clamp
};
PushedRod pushed_rod(double load) {  // P L^2 / EI
  // from the tip back: phi(0) is guessed until it vanishes at the clamp
  const auto shoot = [&](double tip_angle, double& x, double& z) {
    const int n = 4000;
    const double h = 1.0 / n;
    double phi = tip_angle, rate = 0;
    x = z = 0;
    const auto bend = [&](double at) { return -load * std::sin(at + pi / 4); };
    for (int i = 0; i < n; ++i) {
      const double p1 = rate, r1 = bend(phi), p2 = rate + 0.5 * h * r1,
                   r2 = bend(phi + 0.5 * h * p1);
      const double p3 = rate + 0.5 * h * r2, r3 = bend(phi + 0.5 * h * p2);
      const double p4 = rate + h * r3, r4 = bend(phi + h * p3);
      const double end = phi + h / 6 * (p1 + 2 * p2 + 2 * p3 + p4);
      const double middle = phi + 0.5 * h * p2;
      x += h / 6 * (std::sin(phi) + 4 * std::sin(middle) + std::sin(end));
      z += h / 6 * (std::cos(phi) + 4 * std::cos(middle) + std::cos(end));
      rate += h / 6 * (r1 + 2 * r2 + 2 * r3 + r4);
      phi = end;
    }
    return phi;
  };
  double low = 0, high = 2, x = 0, z = 0;
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (low + high);
    (shoot(middle, x, z) < 0 ? low : high) = middle;
  }
  return {0.3 * x, 0.3 * z};
}

TEST(ContactRod, pushed_onto_a_slope_is_an_elastica) {
  const double EI = 1e7 * pi * std::pow(3e-3, 4) / 4, k = 1e5;
  for (const double load : {0.3, 1.0, 1.5}) {  // from 1.6 on the rod lies along the slope
    const double P = load * EI / 0.09;
    const PushedRod truth = pushed_rod(load);
    // the centre of the tip is its radius over the slope, but for the depth; its cap, as long as
    // the radius, has half of the stiffness of a piece as long as thick
    const double over = std::sqrt(2.0) * (3e-3 - 2 * P / k), height = over - truth.x + truth.drop;
    const RunResult result = run(parse_scenario(fmt::format(R"(
name: pushed
gravity: [0, 0, 0]
bodies:
  - name: rod
    pose: {{rotation: {{axis: y, angle: 90 deg}}}}
    joint: {{type: prismatic, axis: x, prescribed: {{table: [[0, -0.3043], [1, {:.17g}]]}}}}
    rod: {{length: 0.3, section: {{shape: circle, radius: 3 mm}}, material: {{young: 10 MPa, density: 1000}}, strain: {{bend_y: 6}}, panels: 12}}
obstacles: [{{name: slope, plane: {{normal: [1, 0, 1]}}}}]
contacts: [{{name: slope, between: [slope, rod], stiffness: {}, damping: 0}}]
probes: [{{name: tip, frame: rod, at: tip}}, {{name: slope, contact: slope}}]
study: {{type: load_path, from: 0, to: 1, steps: 60}}
)",
                                                            -height, k),
                                                "x.yaml"));
    ASSERT_TRUE(result.status.ok()) << to_string(result.status);
    EXPECT_NEAR(testing::last_of(result, "slope.normal") / P, 1, 1e-4) << load;  // measured 2e-6
    EXPECT_NEAR(testing::last_of(result, "tip.x"), truth.x, 2e-6) << load;       // measured 6e-7
    EXPECT_EQ(testing::last_of(result, "slope.count"), 1);
  }
}

// Two cantilevers cross, one is pushed down on the other: 2 a^3 F / 3 EI + depth = the way, where
// F = 2/3 k_l depth sqrt(8 (2 r) depth)
TEST(ContactRod, crossing_rods_share_the_way) {
  const double EI = 1e7 * pi * std::pow(5e-3, 4) / 4, a = 0.25, k = 2000, way = 1e-3;
  const RunResult result = run(parse_scenario(fmt::format(R"(
name: crossing
gravity: [0, 0, 0]
bodies:
  - name: lower
    pose: {{position: [-0.25, 0, 0]}}
    rod: {{length: 0.3, section: {{shape: circle, radius: 5 mm}}, material: {{young: 10 MPa, density: 1000}}, strain: {{bend_y: 4}}, panels: 10}}
  - name: upper
    pose: {{position: [0, -0.25, 0.01], rotation: {{axis: z, angle: 90 deg}}}}
    joint: {{type: prismatic, axis: z, prescribed: {{table: [[0, 0.0001], [1, -{}]]}}}}
    rod: {{length: 0.3, section: {{shape: circle, radius: 5 mm}}, material: {{young: 10 MPa, density: 1000}}, strain: {{bend_y: 4}}, panels: 10}}
contacts: [{{name: c, between: [lower, upper], stiffness: {}, damping: 1}}]
probes: [{{name: lower, contact: c, of: lower}}, {{name: upper, contact: c, of: upper}}]
study: {{type: load_path, from: 0, to: 1, steps: 10}}
)",
                                                          way, k),
                                              "x.yaml"));
  ASSERT_TRUE(result.status.ok()) << to_string(result.status);
  const double line = k / 0.01, patch = std::sqrt(8 * 0.01);
  double truth = 0, depth = 0;
  for (int i = 0; i < 50; ++i) {
    truth = (way - depth) / (2 * a * a * a / (3 * EI));
    depth = std::pow(1.5 * truth / (line * patch), 2.0 / 3);
  }
  EXPECT_EQ(testing::last_of(result, "upper.count"), 2);  // half of it along each
  EXPECT_NEAR(testing::last_of(result, "upper.fz") / truth, 1,
              1e-3);  // measured 4.5e-4, small deflections
  for (const char* axis : {"fx", "fy", "fz"})
    EXPECT_NEAR(testing::last_of(result, ("upper." + std::string(axis)).c_str()) +
                    testing::last_of(result, ("lower." + std::string(axis)).c_str()),
                0, 1e-15);
}

/// Points of a rod along its axis at a row of a result.
std::vector<Vector3> axis_of(const Scenario& scenario, const RunResult& result, size_t row) {
  State x = scenario.initial;
  const auto q = result.trajectory.q(row);
  x.q = Eigen::Map<const VectorX>(q.data(), Eigen::Index(q.size()));
  Workspace ws(scenario.model);
  update_kinematics(scenario.model, x, testing::zero_input(scenario.model), nullptr, ws);
  std::vector<Vector3> points;
  for (const ContactShape& shape : scenario.model.contact.shapes)
    points.push_back(point_pose(ws, 0, shape.point).p);
  return points;
}

// a rod that wants to be two and a half turns of a flat coil: it would pass through itself
TEST(ContactRod, that_curls_does_not_pass_through_itself) {
  const auto least_distance = [](double stiffness) {
    const Scenario scenario = build(parse_scenario(R"(
name: curl
gravity: [0, 0, 0]
bodies:
  - name: rod
    rod:
      length: 0.5
      section: {shape: circle, radius: 8 mm}
      material: {young: 0.2 MPa, density: 1000, viscosity: 2 kPa s}
      strain: {bend_y: 5}
      quadrature: 8
      rest: {bend_y: 20}
      initial: {bend_y: -20}
      panels: 40
contacts: [{name: self, between: [rod, rod], stiffness: )" +
                                                       fmt::format("{}", stiffness) +
                                                       R"(, damping: 1e-3}]
study: {type: dynamics, duration: 2, output_step: 0.02, method: generalized_alpha, step: 2 ms}
)",
                                                   "x.yaml"));
    const RunResult result = run(scenario);
    EXPECT_TRUE(result.status.ok()) << to_string(result.status);
    double least = 1;
    for (size_t row = 0; row < result.trajectory.rows(); ++row) {
      const std::vector<Vector3> points = axis_of(scenario, result, row);
      for (size_t i = 0; i < points.size(); ++i)
        for (size_t j = i + 6; j < points.size(); ++j)  // 5 panels: more than pi r of arc
          least = std::min(least, (points[i] - points[j]).norm());
    }
    return least;
  };
  EXPECT_GT(least_distance(20000), 0.016 - 5e-4);  // measured 0.01556
  EXPECT_LT(least_distance(1e-9), 0.008);          // without force it would
}

TEST(ContactRod, slips_on_a_drum_as_euler_and_eytelwein_say) {
  const RunResult result = run(read_scenario(CUTTLE_MODELS "/capstan.yaml",
                                             {"study.duration=0.4", "study.output_step=0.1"}));
  ASSERT_TRUE(result.status.ok()) << to_string(result.status);
  const double truth = std::exp(0.3 * pi);
  EXPECT_NEAR(-testing::last_of(result, "hold.travel_effort") / truth, 1, 0.03);  // measured 0.988
}

// The friction of a thick rope acts at its surface, its tension on its axis: exp(Lambda phi),
// Lambda (1 + (r/R) mu Lambda) = mu (1 - r/R), R the radius of the axis
TEST(ContactRod, slips_on_a_drum_as_its_thickness_says) {
  struct Case {
    double radius, angle;
  };
  for (const auto& [radius, angle] :
       {Case{0.5e-3, pi / 2}, Case{2.5e-3, pi / 2}, Case{2.5e-3, pi}}) {
    const double R = 0.05 + radius, mu = 0.3, thick = radius / R;
    double slope = mu;
    for (int i = 0; i < 50; ++i) slope = mu * (1 - thick) / (1 + thick * mu * slope);
    const double area = radius * radius / 0.25e-6;
    const std::string end = fmt::format(
        "50 mm, section: {{radius: {:.17g}}}, material: rope, strain: {{stretch: 1, bend_y: 1}}",
        radius);
    const RunResult result = run(parse_scenario(
        fmt::format(R"(
name: thick
gravity: [0, 0, 0]
materials:
  rope: {{young: {:.17g}, poisson: 0.5, density: {:.17g}, viscosity: {:.17g}}}
bodies:
  - name: drum
    joint: {{type: revolute, axis: y, prescribed: "0.5*t"}}
    rigid: {{shapes: [{{capsule: [50 mm, 60 mm], density: 1000, pose: {{rotation: {{axis: z, angle: 90 deg}}}}}}]}}
)",
                    1e9 / area, 8000 / area, 1e6 / area) +
            fmt::format(R"(  - name: rope
    pose: {{position: [-{:.17g}, 0, -50 mm], rotation: {{axis: y, angle: -90 deg}}}}
    joint: {{type: prismatic, axis: x, prescribed: 0}}
    rod:
      divisions:
        - {{length: {}}}
        - {{length: {:.17g}, section: {{radius: {:.17g}}}, material: rope, strain: {{stretch: 4, bend_y: 4}}, rest: {{bend_y: {:.17g}}}}}
        - {{length: {}}}
contacts: [{{name: drum, between: [drum, rope], stiffness: 1e4, damping: 2, line_stiffness: 1e7, friction: 0.3}}]
)",
                        R, end, R * angle, radius, 1 / R, end) +
            fmt::format(
                R"(loads: [{{name: pull, body: rope, at: tip, force: [{{table: [[0, 0], [0.1, {0:.17g}], [1, {0:.17g}]]}}, 0, {{table: [[0, 0], [0.1, {1:.17g}], [1, {1:.17g}]]}}]}}]
probes: [{{name: hold, joint: rope}}]
study: {{type: dynamics, duration: 0.4, output_step: 0.1, method: generalized_alpha, step: 1 ms}}
)",
                std::sin(angle), std::cos(angle)),
        "x.yaml"));
    ASSERT_TRUE(result.status.ok()) << to_string(result.status);
    EXPECT_NEAR(-testing::last_of(result, "hold.travel_effort") / std::exp(slope * angle), 1, 0.01)
        << radius << " " << angle;
  }
}

// A square of four links, closed by a connection, falls and comes to lie.
TEST(ContactLoop, a_linkage_falls_on_a_floor) {
  std::string text = R"(
name: linkage
bodies:
  - name: a
    joint: {type: free, initial: {position: [0, 0, 0.25], rotation: {axis: y, angle: 10 deg}}}
    rigid: {shapes: [{capsule: [10 mm, 0.16], mass: 0.2, pose: {position: [0.1, 0, 0]}}], frames: {end: {position: [0.2, 0, 0]}}}
)";
  for (const char* name : {"b", "c", "d"})
    text += fmt::format(R"(  - name: {}
    parent: {}
    at: end
    joint: {{type: revolute, axis: y, initial: 90 deg}}
    rigid: {{shapes: [{{capsule: [10 mm, 0.16], mass: 0.2, pose: {{position: [0.1, 0, 0]}}}}], frames: {{end: {{position: [0.2, 0, 0]}}}}}}
)",
                        name, char(name[0] - 1));
  text += R"(
connections: [{name: pin, type: revolute, axis: y, a: {body: d, at: end}, b: {body: a}}]
obstacles: [{name: floor, plane: {normal: [0, 0, 1]}}]
contacts: [{name: c, between: [floor, [a, b, c, d]], stiffness: 2e4, damping: 30, friction: 0.5}]
probes: [{name: a, frame: a}, {name: c, contact: c}, {name: pin, connection: pin}]
study: {type: dynamics, duration: 3, output_step: 0.01, method: implicit, step: 2.5 ms}
)";
  const RunResult result = run(parse_scenario(text, "x.yaml"));
  ASSERT_TRUE(result.status.ok()) << to_string(result.status);
  const auto gap = result.trajectory.column("pin.gap");
  EXPECT_LT(*std::max_element(gap.begin(), gap.end()), 1e-8);
  EXPECT_NEAR(testing::last_of(result, "c.fz") / (0.8 * 9.81), 1, 1e-4);
}

}  // namespace
}  // namespace cuttle
