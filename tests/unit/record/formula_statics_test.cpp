// Equilibria of robots that formulas hold, and of those that they bend: load steps, branches, Gauss
// points.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "cuttle/analysis/statics.h"
#include "cuttle/rod/rod.h"
#include "support/runs.h"

namespace cuttle::testing {
namespace {

// k x + c x^3 = W, by Cardano
double hardened(double k, double c, double W) {
  const double p = k / c, q = W / c, root = std::sqrt(q * q / 4 + p * p * p / 27);
  return std::cbrt(q / 2 + root) + std::cbrt(q / 2 - root);
}

// soft at the start and stiff where it ends: only a spring that is whole lets small parts of the
// load be small steps
TEST(FormulaStatics, ASpringThatHardensHoldsAMass) {
  for (const double c : {1e3, 1e5, 1e7})
    for (const int steps : {1, 5}) {
      const RunResult result = good_run(fmt::format(R"yaml(
bodies:
  - name: mass
    joint: {{type: prismatic, axis: [0, 0, -1]}}
    rigid: {{mass: 10, inertia: [1, 1, 1]}}
loads:
  - {{name: spring, body: mass, force: [0, 0, "1 N/m*mass.travel + {} N/m^3*mass.travel^3"]}}
probes: [{{name: mass, joint: mass}}]
study: {{type: statics, load_steps: {}}}
)yaml",
                                                    c, steps));
      EXPECT_NEAR(last_of(result, "mass.travel"), hardened(1, c, 98.1), 1e-9) << c << " " << steps;
    }
}

// a pretension: the spring pulls at the start, before there is a load
TEST(FormulaStatics, APretensionGrowsWithTheLoad) {
  for (const int steps : {1, 8}) {
    const RunResult result = good_run(fmt::format(R"yaml(
gravity: [0, 0, 0]
bodies:
  - name: mass
    joint: {{type: prismatic, axis: x}}
    rigid: {{mass: 10, inertia: [1, 1, 1]}}
loads:
  - {{name: spring, body: mass, force: ["100 N - 3 N/m*mass.travel", 0, 0]}}
probes: [{{name: mass, joint: mass}}]
study: {{type: statics, load_steps: {}}}
)yaml",
                                                  steps));
    EXPECT_NEAR(last_of(result, "mass.travel"), 100.0 / 3, 1e-8);
  }
}

// A dipole at the tip of a rod against a field: a = a0 + r sin a with r = M L / EI, the bend a0 at
// rest. Beyond r = 1 the rod that is loaded slowly goes to the side of its a0.
TEST(FormulaStatics, ATipMagnetFindsItsBranch) {
  const double EI = 1e6 * M_PI * std::pow(0.01, 4) / 4, L = 0.3;
  for (const double r : {0.5, 1.5, 2.5})
    for (const double a0 : {0.01, -0.01}) {
      const RunResult result = good_run(fmt::format(R"yaml(
gravity: [0, 0, 0]
bodies:
  - name: arm
    rod:
      length: 0.3
      section: {{shape: circle, radius: 10 mm}}
      material: {{young: 1 MPa, poisson: 0.5, density: 1000}}
      strain: {{bend_y: 1}}
      rest: {{bend_y: {}}}
loads:
  - {{name: magnet, body: arm, at: tip, moment: [0, "{} N m*sin(0.3 m*root.bend_y)", 0]}}
probes: [{{name: root, strain: arm, at: base}}]
study: {{type: statics}}
)yaml",
                                                    a0 / L, r * EI / L));
      // outermost root on the side of a0
      double low = a0 > 0 ? 1e-3 : -3.1, high = a0 > 0 ? 3.1 : -1e-3;
      const auto balance = [&](double a) { return a - a0 - r * std::sin(a); };
      ASSERT_LT(balance(low), 0);
      ASSERT_GT(balance(high), 0);
      for (int i = 0; i < 100; ++i) {
        const double middle = 0.5 * (low + high);
        (balance(middle) < 0 ? low : high) = middle;
      }
      EXPECT_NEAR(L * last_of(result, "root.bend_y"), low, 1e-9) << r << " " << a0;
    }
}

std::string cantilever(const std::string& force, const std::string& points) {
  return R"yaml(
gravity: [0, 0, 0]
bodies:
  - name: arm
    rod:
      length: 0.5
      section: {shape: circle, radius: 10 mm}
      material: {young: 1 MPa, density: 1000}
      strain: {bend_y: 3})yaml" +
         points + R"yaml(
loads:
  - {name: pull, body: arm, at: tip, force: [0, 0, )yaml" +
         force + R"yaml(]}
probes: [{name: tip, frame: arm, at: tip}]
study: {type: statics}
)yaml";
}

int points_of(const Scenario& scenario) {
  return int(static_cast<const Rod&>(*scenario.model.bodies[0].family).data().stations.size());
}

// a rod that a formula bends gets the Gauss points of one that the same number bends
TEST(FormulaStatics, DefaultGaussPointsSeeFormulas) {
  const int bare = points_of(scenario_of(cantilever("0", "")));
  const int number = points_of(scenario_of(cantilever("0.15", "")));
  const int formula = points_of(scenario_of(cantilever("\"0.15 N + 0 N/m*tip.x\"", "")));
  EXPECT_GT(number, bare);
  EXPECT_EQ(formula, number);
  // nothing at the start, but 0.15 N when the tip has gone as far as the rod is long
  EXPECT_EQ(points_of(scenario_of(cantilever("\"0.3 N/m*tip.z\"", ""))), number);
}

// The rule is as good for the formula as for a number: of the error e of a tip that the same force
// lifts, a spring of k to it takes k e / C, and the tip keeps e / (1 + k C), C its compliance.
TEST(FormulaStatics, DefaultGaussPointsAreAsGoodForFormulas) {
  const auto place = [](const std::string& force, const std::string& quadrature) {
    const std::string points = quadrature.empty() ? "" : "\n      quadrature: " + quadrature;
    return last_of(good_run(cantilever(force, points)), "tip.z");
  };
  const auto number = [](double force) { return fmt::format("{:.17g}", force); };
  const double k = 0.01, step = 1e-3;
  const std::string spring = "\"0.15 N - 0.01 N/m*tip.z\"";
  const double truth = place(spring, "30"), force = 0.15 - k * truth;
  EXPECT_NEAR(place(number(force), "30"), truth, 1e-10);
  const double C = (place(number(force + step), "") - place(number(force - step), "")) / (2 * step);
  const double of_number = place(number(force), "") - truth, of_formula = place(spring, "") - truth;
  EXPECT_NEAR(of_formula * (1 + k * C), of_number, 1e-3 * std::abs(of_number));
  // the points of a rod that nothing bends are a third as good: 2.1e-5 for 7.4e-6
  const std::string bare = fmt::format("{}", points_of(scenario_of(cantilever("0", ""))));
  EXPECT_LT(std::abs(of_formula), 0.5 * std::abs(place(spring, bare) - truth));
}

}  // namespace
}  // namespace cuttle::testing
