// Rest strains and stiffnesses of rods that are signals: against rods of another material,
// integrals of the energy and differences; and that their work is booked, also where they jump.

#include "cuttle/rod/elastic_drive.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numbers>

#include "cuttle/compile/build_warnings.h"
#include "cuttle/core/workspace.h"
#include "cuttle/dynamics/energy.h"
#include "cuttle/dynamics/inverse.h"
#include "cuttle/dynamics/kinematics.h"
#include "cuttle/io/write_scenario.h"
#include "cuttle/motion/control_loop.h"
#include "cuttle/motion/mechanical_system.h"
#include "cuttle/motion/piecewise_motion.h"
#include "cuttle/rod/rod_span.h"
#include "support/allocation_counter.h"
#include "support/random.h"
#include "support/runs.h"
#include "support/taylor.h"

namespace cuttle::testing {
namespace {

constexpr double kLength = 0.3, kRadius = 0.01, kYoung = 1e6;
const double kEI = kYoung * std::numbers::pi * std::pow(kRadius, 4) / 4;

/// A cantilever in the given gravity, with more fields of its rod.
std::string cantilever(const std::string& fields, const std::string& gravity = "[0, 0, 0]") {
  return fmt::format(
      "gravity: {}\nbodies:\n- {{name: arm, rod: {{length: {}, section: {{radius: {}}}, {}}}}}\n"
      "probes: [{{name: tip, frame: arm, at: tip}}]\n",
      gravity, kLength, kRadius, fields);
}

std::string material(const char* young) {
  return fmt::format("material: {{young: {}, density: 1000, viscosity: 300}}, ", young);
}

const std::string kAll =
    "strain: {torsion: 1, bend_y: 3, bend_z: 2, stretch: 1, shear_y: 0, shear_z: 1}, ";

// ---------------------------------------------------------------------------------- against E

void expect_same(const RunResult& one, const RunResult& other, double tolerance) {
  ASSERT_EQ(one.trajectory.rows(), other.trajectory.rows());
  for (const Column& column : one.trajectory.columns()) {
    if (column.name == "energy.residual") continue;
    const auto a = one.trajectory.column(column.name), b = other.trajectory.column(column.name);
    double size = 1e-9;
    for (const double x : a) size = std::max(size, std::abs(x));
    for (std::size_t i = 0; i < a.size(); ++i)
      EXPECT_NEAR(a[i], b[i], tolerance * size) << column.name << ", row " << i;
  }
}

TEST(ElasticDrive, AFactorIsThatOfYoungsModulus) {
  const std::map<std::string, double> studies = {
      {"{type: statics}", 1e-12},
      {"{type: modes, count: 5, about: statics}", 1e-9},
      {"{type: dynamics, duration: 0.05, output_step: 0.01, method: generalized_alpha, step: 1 ms}",
       1e-8},
      {"{type: dynamics, duration: 0.2, output_step: 0.02, method: implicit, rtol: 1e-7}", 1e-5}};
  for (const auto& [study, tolerance] : studies) {
    SCOPED_TRACE(study);
    const std::string rest = kAll + "rest: {bend_z: \"2 + X\"}", gravity = "[0, 1, -9.81]";
    struct Pair {
      const char *young, *other;
      double factor;
    };
    for (const Pair& pair : {Pair{"3 MPa", "1 MPa", 3}, Pair{"1 MPa", "2 MPa", 0.5}}) {
      const std::string alone =
          cantilever(material(pair.young) + rest, gravity) + "study: " + study;
      const std::string driven = cantilever(material(pair.other) + rest +
                                                fmt::format(", stiffness_factor: {}", pair.factor),
                                            gravity) +
                                 "study: " + study;
      // as many Gauss points, too: half as many turn the softer one by twice the angle
      EXPECT_EQ(rod_of(scenario_of(alone).model, 0).data().abscissa,
                rod_of(scenario_of(driven).model, 0).data().abscissa);
      expect_same(good_run(alone), good_run(driven), tolerance);
      EXPECT_EQ(model_warnings(scenario_of(alone)).size(),
                model_warnings(scenario_of(driven)).size());
    }
  }
}

// a part of the load is a part of what signals change, too: all of them end in the same place
TEST(ElasticDrive, LoadStepsEndWhereTheSofterRodHangs) {
  const std::string strain = "strain: {bend_y: 4}, ", gravity = "[0, 0, -9.81]";
  const auto hangs = [&](const std::string& fields, int load_steps) {
    return good_run(cantilever(strain + fields, gravity) +
                    fmt::format("study: {{type: statics, load_steps: {}}}\n", load_steps));
  };
  const RunResult soft =
      hangs("material: {young: 0.1 MPa, density: 1000}, rest: {bend_y: \"4 + 20*X\"}", 20);
  for (const int load_steps : {2, 5, 20}) {
    SCOPED_TRACE(load_steps);
    const RunResult driven = hangs(
        "material: {young: 1 MPa, density: 1000}, rest: {bend_y: \"4 + 20*X + 0*t\"}, "
        "stiffness_factor: 0.1",
        load_steps);
    EXPECT_NEAR(last_of(driven, "tip.x"), last_of(soft, "tip.x"), 1e-9);
    EXPECT_NEAR(last_of(driven, "tip.z"), last_of(soft, "tip.z"), 1e-9);
    EXPECT_LT(last_of(driven, "tip.z"), -0.8 * kLength);
  }
}

TEST(ElasticDrive, ExpectsTheBendingOfItsSignals) {
  const auto points = [](const std::string& rest) {
    return rod_of(scenario_of(cantilever(material("1 MPa") +
                                         "strain: {bend_y: 2}, rest: {bend_y: " + rest + "}") +
                              "study: {type: dynamics, duration: 1}\n")
                      .model,
                  0)
        .data()
        .stations.size();
  };
  const auto bent = points("20");
  EXPECT_GT(bent, points("2"));
  EXPECT_EQ(points("\"20*t\""), bent);
  EXPECT_EQ(points("{pulse: {period: 5, width: 20 ms, rise: 1 ms, phase: 0.377, amplitude: 20}}"),
            bent);
  EXPECT_GT(points("\"20*sin(60*X - t)\""), points("\"0.1*t\""));
}

// ---------------------------------------------------------------------------------- its energy

/// Two divisions; in the second all depends on t, and one strain on X, too.
struct Arm {
  Arm()
      : scenario(scenario_of(
            "gravity: [0, 0, 0]\nbodies:\n- name: arm\n  rod:\n    divisions:\n"
            "    - {length: 0.1, section: {radius: 8 mm}, material: {young: 2 MPa, density: 1000}, "
            "strain: {bend_y: 1}}\n"
            "    - {length: 0.2, section: {radius: [8 mm, 5 mm]}, material: {young: 1 MPa, "
            "density: 1000}, strain: {bend_y: 2, bend_z: 1, stretch: 1}, rest: {bend_y: \"3*t + "
            "20*X*t\", bend_z: \"1 + t\", stretch: \"1 - 0.1*t\"}, stiffness_factor: \"2 - t\"}\n"
            "study: {type: dynamics, duration: 1}\n")),
        drive(dynamic_cast<const ElasticDrive&>(*scenario.model.actors.at(0))),
        x(scenario.initial),
        ws(scenario.model) {
    InputSource inputs = scenario.inputs;
    EXPECT_TRUE(inputs.evaluate(0.4, u).ok());
    x.q = Random(3).vector(x.q.size());
    x.q *= 5;
  }

  EnergyBooks books(const VectorX& q, const VectorX& values) {
    State at = x;
    at.q = q;
    Input v = u;
    v.u = values;
    return drive.books(scenario.model, at, v, ws);
  }
  /// Generalised force on the own coordinates.
  VectorX force(const VectorX& q) {
    State at = x;
    at.q = q;
    inverse_dynamics(scenario.model, at, u, nullptr, ws);
    Model bare = scenario.model;
    bare.actors.clear();
    Workspace alone(bare);
    inverse_dynamics(bare, at, u, nullptr, alone);
    return alone.tau - ws.tau;
  }

  Scenario scenario;
  const ElasticDrive& drive;
  State x;
  Input u;
  Workspace ws;
};

TEST(ElasticDrive, StoresTheIntegralOfTheEnergy) {
  Arm arm;
  const Rod& rod = rod_of(arm.scenario.model, 0);
  const auto energy = [&](double t, double s) {
    double sum = 0;
    constexpr int kSlices = 2000;
    for (int i = 0; i < kSlices; ++i) {
      const double X = 0.2 * (i + 0.5) / kSlices;
      Vector6 strain = rod.strain(0.1 + X, arm.x.q.data());
      strain[1] -= 3 * t + 20 * X * t;
      strain[2] -= 1 + t;
      strain[3] -= 1 - 0.1 * t;
      const double E = t == 0 ? 1 : s;
      sum += 0.5 * E * strain.dot(rod.data().divisions[1].section(X).stiffness * strain);
    }
    return sum * 0.2 / kSlices;
  };
  // at t = 0 the coordinates count from the rest strain: that is what the rod itself knows
  EXPECT_NEAR(arm.books(arm.x.q, arm.u.u).potential, energy(0.4, 1.6) - energy(0, 1),
              1e-6 * energy(0.4, 1.6));
  EXPECT_EQ(arm.scenario.model.inputs[0].name, "rods.arm.division_2.rest.bend_y[0]");
  EXPECT_EQ(arm.scenario.model.inputs.back().name, "rods.arm.division_2.stiffness_factor");
}

TEST(ElasticDrive, ForceAndPowerAreSlopesOfTheEnergy) {
  Arm arm;
  Random random(5);
  const VectorX dq = random.vector(arm.x.q.size()), du = random.vector(arm.u.u.size());
  const double by_q =
      remainder_order([&](const VectorX& q) { return arm.books(q, arm.u.u).potential; },
                      -arm.force(arm.x.q).dot(dq), arm.x.q, dq);
  EXPECT_NEAR(by_q, 2, 0.02);
  arm.u.u_dot = du;
  const double by_u =
      remainder_order([&](const VectorX& u) { return arm.books(arm.x.q, u).potential; },
                      arm.books(arm.x.q, arm.u.u).power, arm.u.u, du);
  EXPECT_NEAR(by_u, 2, 0.02);
}

// ---------------------------------------------------------------------------------- its books

const std::string kMoved =
    "strain: {bend_y: 2, stretch: 0}, rest: {bend_y: \"8*sin(9*t)*(1 + X)\", stretch: \"1 + "
    "0.05*sin(7*t)\"}, stiffness_factor: \"1 + 0.5*sin(11*t)\"";

TEST(ElasticDrive, ResidualFallsWithTheOrderOfTheMethod) {
  std::vector<double> residuals;
  for (const double step : {4e-3, 2e-3, 1e-3}) {
    const RunResult result = good_run(
        cantilever("material: {young: 1 MPa, density: 1000}, " + kMoved, "[0, 0, -9.81]") +
        fmt::format("study: {{type: dynamics, duration: 0.2, output_step: 0.02, method: implicit, "
                    "step: {}}}\n",
                    step));
    EXPECT_GT(largest_of(result, "energy.work"), 1e-3);
    residuals.push_back(largest_of(result, "energy.residual"));
  }
  EXPECT_LT(residuals.back(), 1e-7);
  EXPECT_GT(measured_order(residuals, 2), 3.5);
}

TEST(ElasticDrive, EveryMethodKeepsItsBooks) {
  for (const char* method : {"dopri5", "implicit", "bdf", "adams"}) {
    SCOPED_TRACE(method);
    const RunResult result =
        good_run(cantilever(material("1 MPa") + kMoved, "[0, 0, -9.81]") +
                 fmt::format("study: {{type: dynamics, duration: 0.5, output_step: 0.05, method: "
                             "{}, rtol: 1e-7, atol: 1e-9}}\n",
                             method));
    EXPECT_LT(result.energy_residual, 1e-5);
  }
}

// what is straight and at rest is told to be bent: all energy is that of the jump, EI k^2 L / 2
TEST(ElasticDrive, AJumpDoesItsWorkAtOnce) {
  const double k = 5, energy = kEI * k * k * kLength / 2;
  const std::map<std::string, double> signals = {
      {"{table: [[0, 0], [0.1, 5]], interpolation: step}", energy},
      {"\"t < 0.1 ? 0 : 5\"", energy},
      {"{pulse: {period: 10, width: 5, amplitude: 5, phase: 0.1}}", energy}};
  for (const auto& [signal, stored] : signals) {
    SCOPED_TRACE(signal);
    const RunResult result = good_run(
        cantilever("material: {young: 1 MPa, density: 1000}, strain: {bend_y: 0}, rest: {bend_y: " +
                   signal + "}") +
        "study: {type: dynamics, duration: 0.3, output_step: 0.01, method: dopri5, rtol: 1e-9, "
        "atol: 1e-11}\n");
    EXPECT_NEAR(last_of(result, "energy.total"), stored, 1e-6 * stored);
    EXPECT_NEAR(last_of(result, "energy.work"), stored, 1e-6 * stored);
    EXPECT_LT(result.energy_residual, 1e-6);
  }
}

// a hand that turns another knob in the middle of a step books nothing of the strain that goes on
TEST(ElasticDrive, AMotionThatIsCutKeepsItsBooks) {
  const Scenario scenario = scenario_of(
      cantilever("material: {young: 1 MPa, density: 1000}, strain: {bend_y: 1}, rest: {bend_y: "
                 "\"5*t\"}") +
      "study: {type: dynamics, duration: 1, method: bdf, rtol: 1e-7, atol: 1e-9}\n");
  ControlLoop control(scenario);
  PiecewiseMotion motion(scenario, scenario.spec.study, control);
  ASSERT_TRUE(motion.start(scenario.initial, 1, true).ok());
  State x = scenario.initial;
  VectorX w = VectorX::Zero(kWorkKinds);
  InputSource inputs = scenario.inputs;
  Workspace ws(scenario.model);
  Input u;
  double largest = 0;
  for (int i = 1; i <= 20; ++i) {
    const double t = 0.0371 * i;
    ASSERT_TRUE(motion.advance_beyond(t, PiecewiseMotion::Clock::time_point::max()).ok());
    ASSERT_TRUE(motion.at(t, x, w).ok());
    motion.note_inputs(t);
    motion.cut(t);
    ASSERT_TRUE(inputs.evaluate(t, u).ok());
    update_kinematics(scenario.model, x, u, nullptr, ws);
    const double total = energy(scenario.model, x, u, ws).total();
    largest = std::max(largest, std::abs(total));
    EXPECT_NEAR(w.sum(), total, 1e-4 * largest) << t;
  }
}

TEST(ElasticDrive, ControllersTellRestStrains) {
  const RunResult result = good_run(
      cantilever(material("1 MPa") + "strain: {bend_y: 1}, rest: {bend_y: {value: 0}}, "
                                     "stiffness_factor: 1") +
      "controllers: [{name: c, sample_time: 20 ms, inputs: [rods.arm.rest.bend_y, "
      "rods.arm.stiffness_factor], open_loop: {signals: [\"4*t\", \"1 + t\"]}}]\n"
      "study: {type: dynamics, duration: 0.5, output_step: 0.05, method: dopri5, rtol: 1e-8}\n");
  EXPECT_GT(largest_of(result, "energy.work"), 1e-5);
  EXPECT_LT(result.energy_residual, 1e-5);
}

// accelerations, as every step wants them, and what is booked
TEST(ElasticDrive, NeverAllocates) {
  if (!AllocationCounter::available()) GTEST_SKIP() << "the sanitizer owns malloc";
  const Scenario scenario = scenario_of(cantilever(material("1 MPa") + kMoved) +
                                        "study: {type: dynamics, duration: 1}\n");
  InputSource inputs = scenario.inputs;
  MechanicalSystem system(scenario.model,
                          [&](double t, Input& u) { return inputs.evaluate(t, u); });
  const VectorX q = scenario.initial.q, v = scenario.initial.v;
  VectorX a(v.size()), power(kWorkKinds);
  double t = 0.1;
  const auto evaluate = [&] {
    EXPECT_TRUE(system.acceleration(t += 0.01, q, v, a, power).ok());
    EXPECT_TRUE(system.note_inputs(t).ok());
  };
  for (int k = 0; k < 3; ++k) evaluate();
  const AllocationCounter counter;
  for (int k = 0; k < 30; ++k) evaluate();
  EXPECT_EQ(counter.count(), 0);
  EXPECT_GT(power.norm(), 0);
}

// ---------------------------------------------------------------------------------- the language

TEST(ElasticDrive, SignalsStaySignalsWhenTheyAreWritten) {
  const std::string text = cantilever(
      material("1 MPa") + kAll +
      "rest: {torsion: 2, bend_y: {value: 2}, bend_z: {value: \"2*X\"}, stretch: \"1 - 0.1*t\", "
      "shear_y: {table: [[0, 0], [1, 0.1]]}, shear_z: \"0.1*X\"}, stiffness_factor: \"1 + t\"");
  const ScenarioSpec spec = parse_scenario(text, "a.yaml");
  const ScenarioSpec again = parse_scenario(write_scenario(spec), "b.yaml");
  const bool signals[] = {false, true, true, true, true, false};
  for (size_t mode = 0; mode < kModes; ++mode) {
    const RestSpec& one = spec.bodies[0].rod->divisions[0].rest.modes[mode];
    const RestSpec& other = again.bodies[0].rod->divisions[0].rest.modes[mode];
    EXPECT_EQ(one.signal.has_value(), signals[mode]) << mode;
    EXPECT_EQ(other.signal.has_value(), signals[mode]) << mode;
  }
  EXPECT_EQ(build(again).model.nu(), build(spec).model.nu());
}

}  // namespace
}  // namespace cuttle::testing
