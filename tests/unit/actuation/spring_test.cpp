// Springs: their law, forces and tangents against differences, books; from text: lengths, copies,
// equilibria, modes, errors.

#include "cuttle/actuation/spring/spring.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "cuttle/actuation/spring/part.h"
#include "cuttle/dynamics/tree_tangent.h"
#include "support/runs.h"
#include "unit/actuation/actuation_fixture.h"

namespace cuttle::testing {
namespace {

using ::testing::HasSubstr;

SpringLaw law_of(SpringActs acts) {
  return {.stiffness = 40, .damping = 3, .rest = 0.5, .pretension = 2, .acts = acts};
}

constexpr SpringActs kAllActs[] = {SpringActs::both, SpringActs::tension, SpringActs::compression};

TEST(SpringLaw, PullsWhenLongAndResistsItsRate) {
  const SpringLaw::Force f = law_of(SpringActs::both).force(0.6, -0.5);
  EXPECT_NEAR(f.elastic, 2 + 40 * 0.1, 1e-15);
  EXPECT_NEAR(f.damper, -1.5, 1e-15);
  EXPECT_NEAR(law_of(SpringActs::both).force(0.1, 0).total(), 2 - 40 * 0.4, 1e-14);
}

TEST(SpringLaw, OneDirectionNeverChangesItsSign) {
  for (const double length : {0.2, 0.44, 0.46, 0.6, 0.9})
    for (const double rate : {-100.0, -2.0, -0.1, 0.0, 0.1, 2.0, 100.0}) {
      const double E = 2 + 40 * (length - 0.5);
      const double pull = law_of(SpringActs::tension).force(length, rate).total();
      const double push = law_of(SpringActs::compression).force(length, rate).total();
      EXPECT_GE(pull, 0);
      EXPECT_LE(push, 0);
      EXPECT_LE(pull, 2 * std::max(E, 0.0));
      EXPECT_GE(push, 2 * std::min(E, 0.0));
      // where the damper is the weaker one, the law is that of both ways
      if (std::abs(3 * rate) < std::abs(E)) {
        EXPECT_NEAR(pull + push, law_of(SpringActs::both).force(length, rate).total(), 1e-14);
      }
    }
}

// steps of the force are bounded by those of length and rate, across all corners
TEST(SpringLaw, HasNoJumps) {
  constexpr double kDl = 1e-4, kDv = 1e-3;
  for (const SpringActs acts : kAllActs)
    for (int i = 0; i < 4000; ++i)
      for (const double rate : {-5.0, -0.3, 0.0, 0.3, 5.0}) {
        const SpringLaw law = law_of(acts);
        const double length = 0.3 + i * kDl;
        const double F = law.force(length, rate).total();
        EXPECT_LE(std::abs(law.force(length + kDl, rate).total() - F), 2 * 40 * kDl + 1e-12);
        EXPECT_LE(std::abs(law.force(length, rate + kDv).total() - F), 3 * kDv + 1e-12);
      }
}

TEST(SpringLaw, SlopesAndPotentialAreThoseOfTheForce) {
  constexpr double h = 1e-6;
  for (const SpringActs acts : kAllActs)
    for (const double length : {0.31, 0.42, 0.47, 0.63})
      for (const double rate : {-4.0, -0.2, 0.1, 3.0}) {
        const SpringLaw law = law_of(acts);
        const auto total = [&law](double l, double v) { return law.force(l, v).total(); };
        const SpringLaw::Force f = law.force(length, rate);
        EXPECT_NEAR(f.per_length, (total(length + h, rate) - total(length - h, rate)) / (2 * h),
                    1e-6);
        EXPECT_NEAR(f.per_rate, (total(length, rate + h) - total(length, rate - h)) / (2 * h),
                    1e-6);
        EXPECT_NEAR(f.elastic, (law.potential(length + h) - law.potential(length - h)) / (2 * h),
                    1e-7);
      }
}

struct SpringCase {
  Model bare, model;
  std::shared_ptr<const Spring> spring;
  State x;
};

/// Between two bodies, two places of one body, or a body and the world (either end).
SpringCase random_spring(std::mt19937_64& random, int trial) {
  SpringCase c;
  c.bare = random_tree(random, 5);
  const int first = random_index(random, 5);
  const int second = trial % 3 == 1 ? first : (first + 1 + random_index(random, 4)) % 5;
  Spring::Data data{random_place(random, c.bare, first), random_place(random, c.bare, second), {}};
  const BodyPlace in_world{.offset = Vector3(1, 0.5, 2)};
  if (trial % 6 == 2) data.a = in_world;
  if (trial % 6 == 5) data.b = in_world;
  data.law = {.stiffness = 5, .damping = 0.7, .rest = 0.1, .pretension = 1.3};
  // sometimes the damper is at its limit
  if (trial % 4 == 3) {
    data.law.acts = SpringActs::tension;
    data.law.damping = 50;
  }
  c.spring = std::make_shared<Spring>(data);
  c.model = with_actor(c.bare, c.spring, 0);
  c.x = random_state(random, c.bare);
  return c;
}

VectorX force_at(const SpringCase& c, const State& x) {
  const Input u = zero_input(c.bare);
  return holding_force(c.bare, x, u) - holding_force(c.model, x, u);
}

TEST(Spring, ForceTimesVelocityIsMinusForceTimesRate) {
  std::mt19937_64 random(31);
  double largest = 0;
  for (int trial = 0; trial < 24; ++trial) {
    const SpringCase c = random_spring(random, trial);
    Workspace ws(c.model);
    inverse_dynamics(c.model, c.x, zero_input(c.model), nullptr, ws);
    const Spring::Reading now = c.spring->read(ws);
    const double work = force_at(c, c.x).dot(c.x.v);
    if (!is_rigid(c.model, c.spring->data().a, c.spring->data().b)) {
      EXPECT_NEAR(work, -now.force.total() * now.rate, 1e-11 * (1 + std::abs(work)));
    }
    EXPECT_LE(c.spring->books(c.model, c.x, zero_input(c.model), ws).power, 0);
    largest = std::max(largest, std::abs(work));
  }
  EXPECT_GT(largest, 0.1);
}

// positions and velocities together, as an implicit stage moves them
TEST(Spring, TangentIsTheSlopeOfItsForce) {
  std::mt19937_64 random(32);
  const Seed seed{1, 0.7, 0};
  double worst = 0, largest = 0;
  for (int trial = 0; trial < 24; ++trial) {
    const SpringCase c = random_spring(random, trial);
    const Input u = zero_input(c.model);
    const VectorX d = random_direction(random, c.bare);
    Workspace ws(c.model), ws_bare(c.bare);
    TreeTangent with(c.model), without(c.bare);
    with.linearise(c.model, c.x, u, nullptr, seed, ws);
    without.linearise(c.bare, c.x, u, nullptr, seed, ws_bare);
    VectorX change, change_bare;
    with.multiply(c.model, ws, d, change);
    without.multiply(c.bare, ws_bare, d, change_bare);
    const VectorX measured = slope(
        [&](double h) -> VectorX {
          State y = moved(c.bare, c.x, d, h);
          y.v += 0.7 * h * d;
          return force_at(c, y);
        },
        1e-4);
    worst = std::max(worst, (change_bare - change - measured).norm() / (1 + measured.norm()));
    largest = std::max(largest, measured.norm());
  }
  EXPECT_LT(worst, 1e-7);
  EXPECT_GT(largest, 1);
}

// ends that meet have no direction; k d has a slope there all the same
TEST(Spring, WithoutLengthHasNoForce) {
  std::mt19937_64 random(33);
  Model bare = random_tree(random, 2);
  const BodyPlace at = random_place(random, bare, 1);
  State x = random_state(random, bare);
  Workspace ws(bare);
  update_kinematics(bare, x, zero_input(bare), nullptr, ws);
  for (const double rest : {0.0, 0.3}) {
    const Spring::Data data{
        BodyPlace{.offset = world_position(at, ws)}, at, {.stiffness = 8, .rest = rest}};
    const Model model = with_actor(bare, std::make_shared<Spring>(data), 0);
    Workspace pulled(model);
    inverse_dynamics(model, x, zero_input(model), nullptr, pulled, true);
    const VectorX F = holding_force(bare, x, zero_input(bare));
    EXPECT_EQ((holding_force(model, x, zero_input(model)) - F).norm(), 0);
    const Matrix6& K = pulled.bodies[1].tangents.back().K;
    EXPECT_NEAR(K.diagonal().tail(3).sum(), rest == 0 ? 24 : 0, 1e-12);
  }
}

// ----------------------------------------------------------------------------------- from text

const std::string kHanging = R"(
bodies:
  - name: ball
    joint: {type: prismatic, axis: z, initial: -0.4}
    rigid: {mass: 2, inertia: [1, 1, 1]}
springs:
  - {name: s, b: {body: ball}, stiffness: 100, damping: 4$more}
probes:
  - {name: s, spring: s}
)";

std::string hanging(const std::string& more, const std::string& rest) {
  std::string text = kHanging;
  text.replace(text.find("$more"), 5, more);
  return text + rest;
}

TEST(SpringFromText, RestsAtItsFirstDistanceAndGivesToTheWeight) {
  const RunResult result = good_run(hanging("", "study: {type: statics}\n"));
  EXPECT_NEAR(last_of(result, "s.length"), 0.4 + 2 * 9.81 / 100, 1e-10);
  EXPECT_NEAR(last_of(result, "s.force"), 2 * 9.81, 1e-8);
  const RunResult drawn =
      good_run(hanging(", length: 0.3, pretension: 5", "study: {type: statics}\n"));
  EXPECT_NEAR(last_of(drawn, "s.length"), 0.3 + (2 * 9.81 - 5) / 100, 1e-10);
}

// m z'' + c z' + k z = 0
TEST(SpringFromText, GivesFrequencyAndDampingToModes) {
  const RunResult result =
      good_run(hanging(", pretension: 19.62", "study: {type: modes, about: rest, count: 1}\n"));
  const double w = std::sqrt(100.0 / 2), zeta = 4 / (2 * std::sqrt(100.0 * 2));
  const auto figure = [&result](const std::string& name) {
    for (const Figure& f : result.figures)
      if (f.name == name) return f.value;
    return std::nan("");
  };
  const double frequency = w * std::sqrt(1 - zeta * zeta) / (2 * std::numbers::pi);
  EXPECT_NEAR(figure("mode1.frequency"), frequency, 1e-8);
  EXPECT_NEAR(figure("mode1.damping"), zeta, 1e-8);
}

TEST(SpringFromText, CopiesTurnWithTheBodiesTheyHold) {
  const Scenario scenario = scenario_of(R"(
bodies:
  - {name: hub, joint: free, rigid: {mass: 1, inertia: [1, 1, 1]}}
  - name: arm
    parent: hub
    pose: {position: [0.5, 0, 0]}
    repeat: {count: 4, about: z}
    joint: {type: revolute, axis: y}
    rigid: {mass: 1, inertia: [1, 1, 1]}
springs:
  - {name: s, a: {body: hub, point: [0.1, 0, 0.2]}, b: {body: arm}, stiffness: 10}
)");
  ASSERT_EQ(scenario.spec.of<SpringSpec>().size(), 4u);
  EXPECT_EQ(scenario.spec.of<SpringSpec>()[1].b.body, "arm_2");
  EXPECT_LT((scenario.spec.of<SpringSpec>()[1].a.point - Vector3(0, 0.1, 0.2)).norm(), 1e-15);
  // all have the same length
  for (const char* name : {"s_1", "s_2", "s_3", "s_4"})
    EXPECT_NEAR(scenario.actors.find<Spring>(name)->data().law.rest, std::hypot(0.4, 0.2), 1e-14);
}

TEST(SpringFromText, WhatCanNeverActIsAnError) {
  std::string text = hanging("", "");
  text.replace(text.find("initial: -0.4"), 13, "initial: 0");
  EXPECT_THAT(message_of(text), HasSubstr("springs[0].length: missing: the ends coincide"));
  EXPECT_EQ(message_of(text.replace(text.find("damping: 4"), 10, "length: 0")), "");
  EXPECT_THAT(message_of(hanging(", acts: tension", "")
                             .replace(hanging("", "").find("stiffness: 100"), 14, "stiffness: 0")),
              HasSubstr("springs[0].stiffness: the spring never exerts a force"));
  EXPECT_THAT(message_of(R"(
materials: {m: {young: 1 MPa, density: 1000}}
bodies:
  - {name: arm, rod: {length: 0.4, section: {radius: 1 cm}, material: m, strain: {bend_y: 2}}}
springs:
  - {name: s, a: {body: arm, at: 0.2, point: [0, 0.1, 0]}, b: {body: arm, at: 0.2}, stiffness: 1}
)"),
              HasSubstr("springs[0].b: both ends are on one section of arm, which is rigid"));
}

}  // namespace
}  // namespace cuttle::testing
