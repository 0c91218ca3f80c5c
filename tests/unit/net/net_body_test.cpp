// A net as a body of the tree: against the same net for itself, and against differences.

#include "cuttle/net/body/net_body.h"

#include <gtest/gtest.h>

#include <cmath>

#include "cuttle/analysis/linearize.h"
#include "cuttle/analysis/modes.h"
#include "cuttle/connection/constraint_solver.h"
#include "cuttle/core/model.h"
#include "cuttle/dynamics/energy.h"
#include "cuttle/dynamics/forward.h"
#include "cuttle/dynamics/inverse.h"
#include "cuttle/dynamics/kinematics.h"
#include "cuttle/net/body/net_strains.h"
#include "cuttle/net/net_energy.h"
#include "cuttle/net/net_statics.h"
#include "support/caterpillar.h"
#include "support/random.h"
#include "support/runs.h"

namespace cuttle {
namespace {

using testing::good_run;
using testing::largest_of;
using testing::last_of;
using testing::message_of;
using testing::scenario_of;

// ------------------------------------------------------------------------------------- strains

TEST(NetStrains, AddUpToTheEnergiesOfTheNet) {
  const NetData net = testing::caterpillar(0.7, 1).net;
  NetInput input = rest_input(net);
  testing::Random random(3);
  for (double& factor : input.stiffness_factor) factor = random.uniform(0.5, 2);
  for (double& curvature : input.rest_curvature) curvature = random.uniform(-100, 50);
  const VectorX x = net.placed + random.vector(net.size(), 0.2 * net.shortest_edge);

  VectorX gradient = VectorX::Zero(net.size()), sum = gradient;
  BandMatrix hessian(net.size(), net.band);
  add_elastic(net, input, nullptr, x, gradient, &hessian);
  MatrixX K = MatrixX::Zero(net.size(), net.size());
  double energy = 0;
  for_each_strain(net, input, x, [&](const LocalStrain& s, const StrainLaw& law) {
    const double force = law.stiffness * (s.value - law.rest);
    energy += 0.5 * force * (s.value - law.rest);
    const auto at = [&](int k) { return 2 * s.nodes[std::size_t(k / 2)] + k % 2; };
    for (int i = 0; i < s.size(); ++i) {
      sum[at(i)] += force * s.slope[i];
      for (int j = 0; j < s.size(); ++j)
        K(at(i), at(j)) += law.stiffness * s.slope[i] * s.slope[j] + force * s.bend(i, j);
    }
  });
  NetStrain strain;
  net_strain(net, x, strain);
  EXPECT_NEAR(energy, elastic_energy(net, input, strain), 1e-13 * energy);
  EXPECT_LT((sum - gradient).norm(), 1e-13 * gradient.norm());
  EXPECT_LT((K - hessian.dense()).norm(), 1e-13 * K.norm());
}

// ------------------------------------------------------------------------------------- one net

/// A clamped strip in a plane of its own; `more` makes a body of it.
std::string strip(const std::string& more, const std::string& segment = "") {
  return "nets:\n"
         "  - name: strip\n"
         "    plane: {position: [0.1, 0.2, 0.3], x: [1, 1, 0], y: z}\n"
         "    segments: [{name: s, length: 0.2, edges: 10, young: 6 MPa, width: 20 mm, thickness: "
         "3 "
         "mm, density: 1000, angle: 20 deg" +
         segment + "}]\n    clamps: [{segment: s}]\n" + more;
}

const std::string kProbed = "probes: [{name: end, frame: strip, at: s.last}]\n";
const std::string kOwnProbe = "probes: [{name: p, net: strip, nodes: [s.last]}]\n";

TEST(NetBody, HangsLikeTheNetForItself) {
  const std::string study = "study: {type: statics}\n";
  const RunResult own = good_run(strip(kOwnProbe + study));
  const RunResult body = good_run(strip(
      "probes: [{name: p, net: strip, nodes: [s.last]}, {name: end, frame: strip, at: s.last}]\n" +
      study));
  for (const char* column : {"p.s_last_x", "p.s_last_y", "p.elastic", "p.gravity"})
    EXPECT_NEAR(last_of(body, column), last_of(own, column), 1e-9) << column;
  // the plane lies at 45 degrees
  const double across = (last_of(body, "end.x") - 0.1) * std::sqrt(2);
  EXPECT_NEAR(across, last_of(own, "p.s_last_x"), 1e-9);
  EXPECT_NEAR(last_of(body, "end.y") - 0.2, last_of(body, "end.x") - 0.1, 1e-12);
}

TEST(NetBody, VibratesLikeTheNetForItself) {
  const std::string study = "study: {type: modes, count: 4}\n";
  const Scenario own = scenario_of("gravity: [0, 0, 0]\n" + strip(kOwnProbe + study));
  const NetData& net = own.nets.front()->data;
  const NetModes truth = net_modes(net, rest_input(net), net.placed);
  const RunResult body = good_run("gravity: [0, 0, 0]\n" + strip(kProbed + study));
  const auto frequency = body.trajectory.column("frequency");
  ASSERT_EQ(frequency.size(), 4u);
  for (std::size_t m = 0; m < 4; ++m)
    EXPECT_NEAR(frequency[m], truth.hertz[Eigen::Index(m)], 1e-7 * frequency[m]);
}

TEST(NetBody, KeepsItsEnergy) {
  const RunResult result =
      good_run(strip(kProbed + "study: {type: dynamics, duration: 0.3, method: implicit, rtol: "
                               "1e-7, atol: 1e-9}\n"));
  EXPECT_LT(result.energy_residual, 1e-5);
  EXPECT_GT(largest_of(result, "energy.kinetic"), 1e-4);
}

TEST(NetBody, FreeHalvesKeepTheirMomentum) {
  const std::string half =
      ", length: 0.1, edges: 5, young: 4 MPa, width: 20 mm, thickness: 3 mm, "
      "density: 1000";
  const RunResult result = good_run(
      "gravity: [0, 0, 0]\n"
      "nets:\n"
      "  - {name: a, velocity: [1, 0.5, 8], segments: [{name: s" +
      half +
      ", placed_curvature: 4}]}\n"
      "  - {name: b, velocity: [-1, 0, -3], segments: [{name: s" +
      half +
      ", start: [0, 20 mm]}]}\n"
      "connections: [{name: pin, type: spherical, a: {body: a, at: s.0}, b: {body: b, at: s.0}}]\n"
      "probes: [{name: a, net: a}, {name: b, net: b}, {name: pin, connection: pin}]\n"
      "study: {type: dynamics, duration: 0.05, method: implicit, rtol: 1e-8, atol: 1e-10}\n");
  const auto sum = [&](const std::string& what, std::size_t row) {
    return result.trajectory.column("a." + what)[row] + result.trajectory.column("b." + what)[row];
  };
  const std::size_t last = result.trajectory.rows() - 1;
  for (const char* what : {"px", "py", "L"})
    EXPECT_NEAR(sum(what, last), sum(what, 0), 1e-8) << what;
  EXPECT_LT(largest_of(result, "pin.gap"), 1e-10);
  EXPECT_LT(result.energy_residual, 1e-5);
}

// ------------------------------------------------------------------------------------- inputs

const std::string kDriven =
    "nets:\n"
    "  - name: strip\n"
    "    segments:\n"
    "      - {name: a, length: 0.1, edges: 5, young: 4 MPa, width: 20 mm, thickness: 3 mm, "
    "density: "
    "1000, viscosity: 500, rest_curvature: 2, stiffness: 1.1}\n"
    "      - {name: b, length: 0.1, edges: 5, young: 4 MPa, width: 20 mm, thickness: 3 mm, "
    "density: "
    "1000, sma: {rest_curvature: 1, amplitude: 9, t0: 0.2, tau: 0.05, hot_stiffness: 2, phase: "
    "0.1, "
    "rise: 20 ms}}\n"
    "    bonds: [{edges: [a.4, b.0], antiparallel: false}]\n"
    "    clamps: [{segment: a}]\n"
    "    loads: [{node: a.3, force: [0.01, 0.02]}]\n"
    "probes: [{name: end, frame: strip, at: b.last}]\n";

TEST(NetInputs, AreEntriesOfTheInput) {
  const Scenario scenario = scenario_of(kDriven + "study: {type: dynamics, duration: 1}\n");
  std::vector<std::string> names;
  for (const InputInfo& input : scenario.model.inputs) names.push_back(input.name);
  EXPECT_EQ(names, (std::vector<std::string>{"nets.strip.a.rest_curvature",
                                             "nets.strip.a.stiffness", "nets.strip.b.sma",
                                             "nets.strip.load_1.x", "nets.strip.load_1.y"}));
}

TEST(NetInputs, FollowTheLawOfTheStrip) {
  Scenario scenario = scenario_of(kDriven + "study: {type: dynamics, duration: 1}\n");
  const SmaLaw law{.rest_curvature = 1,
                   .amplitude = 9,
                   .t0 = 0.2,
                   .tau = 0.05,
                   .hot_stiffness = 2,
                   .period = 0,
                   .phase = 0.1,
                   .rise = 0.02};
  Input u;
  for (const double t : {0.0, 0.05, 0.11, 0.119, 0.13, 0.3, 0.5, 0.9}) {
    ASSERT_TRUE(scenario.inputs.evaluate(t, u).ok());
    EXPECT_NEAR(sma_value_of(law, u.u[2]).rest_curvature, sma_value(law, t).rest_curvature, 1e-12)
        << t;
  }
  // integrators stop where a pulse begins and where it has taken hold
  const std::vector<double> stops = scenario.inputs.breakpoints(0, 1);
  for (const double corner : {0.1, 0.12})
    EXPECT_TRUE(std::ranges::any_of(stops, [&](double t) { return std::abs(t - corner) < 1e-9; }))
        << corner;
}

TEST(NetInputs, LinearMotionsAreThoseOfDifferences) {
  const Scenario scenario = scenario_of(kDriven + "study: {type: dynamics, duration: 1}\n");
  const Model& model = scenario.model;
  testing::Random random(9);
  State x = scenario.initial;
  x.q += random.vector(model.nq, 1e-3);
  x.v = random.vector(model.nv, 0.1);
  Input u{VectorX::Zero(model.nu()), VectorX::Zero(model.nu()), VectorX::Zero(model.nu())};
  u.u << 3, 1.2, 0.4, 0.02, -0.01;
  Linearization linear;
  ASSERT_TRUE(linearize(model, x, u, linear).ok());
  Workspace ws(model);
  const auto acceleration = [&](const VectorX& q, const VectorX& v, const VectorX& in) {
    State at = x;
    at.q = q;
    at.v = v;
    forward_dynamics(model, at, {in, u.u_dot, u.u_ddot}, ws);
    return VectorX(linear.basis.transpose() * ws.a);
  };
  const int n = linear.n();
  const double h = 1e-6;
  const auto compare = [&](const VectorX& difference, const VectorX& exact) {
    EXPECT_LT((difference - exact).norm(), 1e-6 * (exact.norm() + linear.A.norm() * 1e-6));
  };
  const VectorX d = random.vector(n), dx = linear.basis * d;
  compare((acceleration(x.q + h * dx, x.v, u.u) - acceleration(x.q - h * dx, x.v, u.u)) / (2 * h),
          linear.A.bottomLeftCorner(n, n) * d);
  compare((acceleration(x.q, x.v + h * dx, u.u) - acceleration(x.q, x.v - h * dx, u.u)) / (2 * h),
          linear.A.bottomRightCorner(n, n) * d);
  for (int k = 0; k < model.nu(); ++k) {
    const VectorX du = 1e-4 * VectorX::Unit(model.nu(), k);
    compare((acceleration(x.q, x.v, u.u + du) - acceleration(x.q, x.v, u.u - du)) / 2e-4,
            linear.B.col(k).tail(n));
  }
}

// work of the strip: what a change of its rest curvature does is booked, not left over
TEST(NetInputs, KeepTheBooks) {
  const RunResult result = good_run(
      "gravity: [0, 0, 0]\n" + kDriven +
      "study: {type: dynamics, duration: 0.6, method: implicit, rtol: 1e-7, atol: 1e-9}\n");
  EXPECT_LT(result.energy_residual, 1e-5);
}

TEST(NetInputs, AreDrivenByControllers) {
  const std::string study =
      "study: {type: dynamics, duration: 2, method: implicit, rtol: 1e-5, atol: 1e-7}\n";
  std::string net =
      strip("probes: [{name: end, frame: strip, at: s.last, record: [position, velocity]}]\n",
            ", rest_curvature: 0, viscosity: 2 MPa s");
  net.replace(net.find("6 MPa"), 1, "60");
  const std::string name = "nets.strip.s.rest_curvature";
  // the end is brought to a height, which is 9 mm above where it hangs
  const RunResult held = good_run(
      net + "controllers: [{name: c, inputs: " + name +
      ", sample_time: 0.01, pid: {measure: end.z, goal: 0.35, kp: 10, ki: 150}}]\n" + study);
  EXPECT_NEAR(last_of(held, "end.z"), 0.35, 1e-3);
  // and to rest
  const RunResult lqr = good_run(net + "controllers: [{name: c, inputs: " + name +
                                 ", sample_time: 0.01, lqr: {about: statics}}]\n" + study);
  EXPECT_NEAR(last_of(lqr, "end.z"), 0.341, 1e-3);
  EXPECT_LT(std::abs(last_of(lqr, "end.vz")), 1e-8);  // 1.6e-8 by its damping alone
}

// ------------------------------------------------------------------------------------- places

TEST(NetPlaces, AreNodesAndWhatLiesBetween) {
  const Scenario scenario = scenario_of(strip(
      "bodies: [{name: bob, parent: strip, at: s.2.5, joint: {type: spherical}, rigid: {mass: "
      "0.01, center: [0, 0, -0.02], inertia: [1e-6, 1e-6, 1e-6]}}]\n" +
      kProbed + "study: {type: dynamics, duration: 1}\n"));
  const auto& net = static_cast<const NetBody&>(
      *scenario.model.bodies[std::size_t(scenario.model.find_body("strip"))].family);
  ASSERT_EQ(net.points().size(), 2u);
  EXPECT_DOUBLE_EQ(net.points()[0].part, 0.5);
  EXPECT_DOUBLE_EQ(net.points()[1].part, 1);
}

TEST(NetPlaces, ThatAreNoneAreTold) {
  const auto told = [](const std::string& at) {
    return message_of(
        strip("probes: [{name: end, frame: strip" + at + "}]\nstudy: {type: statics}\n"));
  };
  EXPECT_NE(told(", at: s.11").find("there is no node 11: the nodes of s are 0 to 10"),
            std::string::npos);
  EXPECT_NE(told(", at: leg.1").find("unknown segment 'leg' of net strip"), std::string::npos);
  EXPECT_NE(told(", at: s.x").find("'s.x' is not a place on the net strip"), std::string::npos);
  EXPECT_NE(told("").find("a place on the net strip is one of its nodes"), std::string::npos);
}

TEST(NetPlaces, CarryBodies) {
  // a pendulum on the middle of the strip is the same by a joint and by a connection
  const std::string rigid =
      "rigid: {mass: 0.01, center: [0, 0, -0.05], inertia: [1e-6, 1e-6, 1e-6]}";
  const std::string study =
      "study: {type: dynamics, duration: 0.4, method: implicit, rtol: 1e-8, atol: 1e-10}\n";
  const std::string net =
      "nets:\n  - name: strip\n    segments: [{name: s, length: 0.2, edges: 8, "
      "young: 30 MPa, width: 20 mm, thickness: 3 mm, density: 1000}]\n"
      "    clamps: [{segment: s}]\n";
  const RunResult carried = good_run(
      net +
      "bodies: [{name: bob, parent: strip, at: s.last, pose: {rotation: {axis: x, angle: -90 "
      "deg}}, joint: {type: revolute, axis: y, initial: 30 deg}, " +
      rigid +
      "}]\n"
      "probes: [{name: bob, frame: bob, point: [0, 0, -0.05]}]\n" +
      study);
  const RunResult tied = good_run(
      net + "bodies: [{name: bob, joint: {type: planar, axis: y, initial: [0, 0.2, 30 deg]}, " +
      rigid +
      "}]\nconnections: [{name: c, type: spherical, a: {body: strip, at: s.last}, b: {body: "
      "bob}}]\nprobes: [{name: bob, frame: bob, point: [0, 0, -0.05]}, {name: c, connection: "
      "c}]\n" +
      study);
  EXPECT_NEAR(last_of(carried, "bob.z"), last_of(tied, "bob.z"), 1e-6);
  EXPECT_LT(largest_of(tied, "c.gap"), 1e-10);
  EXPECT_LT(tied.energy_residual, 1e-5);
}

// ------------------------------------------------------------------------------------- cost

TEST(NetBody, FillsOnlyItsBand) {
  const Scenario scenario = scenario_of(
      "nets: [{name: n, segments: [{name: s, length: 1, edges: 40, young: 4 MPa, width: 20 mm, "
      "thickness: 3 mm, density: 1000}]}]\nprobes: [{name: end, frame: n, at: s.20}]\n"
      "study: {type: dynamics, duration: 1}\n");
  const BodyFamily& net = *scenario.model.bodies.front().family;
  EXPECT_LE(net.band(), 5);
  State x = scenario.initial;
  testing::Random random(2);
  x.q += random.vector(scenario.model.nq, 1e-3);
  Workspace ws(scenario.model);
  update_kinematics(scenario.model, x, {}, nullptr, ws);
  const MatrixX& K = net.stiffness(ws.bodies.front());
  for (int i = 0; i < K.rows(); ++i)
    for (int j = 0; j < K.cols(); ++j)
      if (std::abs(i - j) > net.band()) EXPECT_EQ(K(i, j), 0) << i << " " << j;
}

// ------------------------------------------------------------------------------------- ground

TEST(NetGround, HoldsANetThatIsABody) {
  const RunResult result = good_run(
      "nets:\n  - name: strip\n    segments: [{name: s, length: 0.1, edges: 4, young: 10 MPa, "
      "width: "
      "20 mm, thickness: 5 mm, density: 1000, angle: 20 deg}]\n"
      "    ground: {height: tan(20 deg) * X, static_friction: 0.5, contact: penalty}\n"
      "    clearance: 0\n"
      "probes: [{name: p, net: strip, nodes: s.0}, {name: end, frame: strip, at: s.last}]\n"
      "study: {type: dynamics, duration: 0.5, method: implicit}\n");
  EXPECT_NEAR(last_of(result, "p.normal"), 0.0921838461, 1e-5);
  EXPECT_EQ(last_of(result, "p.sticking"), 5);
  EXPECT_NEAR(last_of(result, "p.com_x"), 0.0469846310, 1e-4);
}

TEST(NetGround, OfABodyIsStraight) {
  const std::string text =
      "nets:\n  - name: strip\n    segments: [{name: s, length: 0.1, edges: 4, young: 10 MPa, "
      "width: "
      "20 mm, thickness: 5 mm, density: 1000}]\n    ground: {height: 0.1*X^2}\n"
      "probes: [{name: end, frame: strip, at: s.last}]\nstudy: {type: dynamics, duration: 0.5}\n";
  EXPECT_NE(message_of(text).find("is not straight, and the net strip is connected with others"),
            std::string::npos);
}

}  // namespace
}  // namespace cuttle
