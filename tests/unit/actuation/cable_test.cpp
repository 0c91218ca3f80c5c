// Cables: virtual work against differences of their length, stiffness, closed forms.

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <cmath>
#include <numbers>

#include "cuttle/math/linalg/eigen.h"
#include "support/allocation_counter.h"
#include "support/taylor.h"
#include "unit/actuation/actuation_fixture.h"

namespace cuttle::testing {
namespace {

/// A path that winds and widens.
PathOffset winding(double s) {
  const double d = 0.01 + 0.02 * s, w = 9;
  return {.y = d * std::cos(w * s),
          .z = d * std::sin(w * s),
          .dy = 0.02 * std::cos(w * s) - d * w * std::sin(w * s),
          .dz = 0.02 * std::sin(w * s) + d * w * std::cos(w * s)};
}

std::function<PathOffset(double)> parallel(double y, double z) {
  return [=](double) { return PathOffset{.y = y, .z = z}; };
}

/// Straight legs between random bodies and the world, and a winding leg in every rod.
std::vector<CableLeg> random_legs(std::mt19937_64& random, const Model& model) {
  std::vector<CableLeg> legs;
  const int bodies = int(model.bodies.size());
  for (int i = 0; i < 4; ++i) {
    StraightLeg leg{random_place(random, model, random_index(random, bodies)),
                    random_place(random, model, random_index(random, bodies))};
    if (i == 0) leg.from = {.offset = Vector3(1, 2, 3)};
    if (i == 1) leg.to = {.offset = Vector3(-2, 1, -1)};
    legs.emplace_back(leg);
  }
  for (int i = 0; i < bodies; ++i) {
    const Rod* rod = as_rod(model, i);
    if (rod == nullptr) continue;
    const double L = rod->data().length;
    legs.emplace_back(make_rod_leg(i, strain_field(*rod), 0.8 * L, 0.1 * L, winding));
  }
  return legs;
}

struct Case {
  Model bare, model;
  std::shared_ptr<const Cable> cable;
  State x;
  Input u;
};

Case random_case(std::mt19937_64& random, int bodies, double tension) {
  Case c;
  c.bare = random_tree(random, bodies);
  c.cable = std::make_shared<Cable>(random_legs(random, c.bare), 0);
  c.model = with_actor(c.bare, c.cable, 1);
  c.x = random_state(random, c.bare);
  c.u = input_of(VectorX::Constant(1, tension));
  return c;
}

double length_at(const Case& c, const State& x) {
  Workspace ws(c.model);
  update_kinematics(c.model, x, c.u, nullptr, ws);
  return c.cable->length(c.model, x, ws);
}

VectorX gradient_at(const Case& c, const State& x) {
  Workspace ws(c.model);
  update_kinematics(c.model, x, c.u, nullptr, ws);
  VectorX gradient;
  c.cable->length_gradient(c.model, x, ws, gradient);
  return gradient;
}

MatrixX actor_stiffness(const BodyWork& b) {
  MatrixX K(b.n, b.n);
  for (int i = 0; i < b.n; ++i)
    for (int j = 0; j < b.n; ++j) K(i, j) = b.K_act[size_t(i * b.nb + j / kBlock)][j % kBlock];
  return K;
}

TEST(Cable, GradientIsTheDerivativeOfTheLength) {
  std::mt19937_64 random(21);
  double worst = 0;
  for (int trial = 0; trial < 20; ++trial) {
    const Case c = random_case(random, 6, 1);
    const VectorX gradient = gradient_at(c, c.x);
    for (int j = 0; j < c.model.nv; ++j) {
      const VectorX d = VectorX::Unit(c.model.nv, j);
      const double measured =
          slope([&](double h) { return length_at(c, moved(c.model, c.x, d, h)); });
      worst = std::max(worst, std::abs(measured - gradient[j]));
    }
  }
  EXPECT_LT(worst, 1e-9);  // measured 9e-11, of the differences
}

TEST(Cable, ForceIsMinusTensionTimesGradient) {
  std::mt19937_64 random(22);
  double worst = 0;
  for (int trial = 0; trial < 20; ++trial) {
    const Case c = random_case(random, 6, 3.5);
    const VectorX push = holding_force(c.bare, c.x, c.u) - holding_force(c.model, c.x, c.u);
    worst = std::max(worst, (push + 3.5 * gradient_at(c, c.x)).norm());
  }
  EXPECT_LT(worst, 1e-12);  // measured 2e-14
}

TEST(Cable, PowerIsForceTimesVelocity) {
  std::mt19937_64 random(23);
  double worst = 0;
  for (int trial = 0; trial < 20; ++trial) {
    const Case c = random_case(random, 6, 3.5);
    Workspace ws(c.model);
    inverse_dynamics(c.model, c.x, c.u, nullptr, ws);
    const double power = (holding_force(c.bare, c.x, c.u) - ws.tau).dot(c.x.v);
    worst = std::max(worst, std::abs(c.cable->books(c.model, c.x, c.u, ws).power - power));
  }
  EXPECT_LT(worst, 1e-12);  // measured 2e-14
}

TEST(Cable, StiffnessOfARodLegIsTheDerivativeOfItsForce) {
  std::mt19937_64 random(24);
  RoundRod spec;
  spec.orders = {2, 3, 2, 1, 1, 0};
  spec.rest << 0.5, -1, 2, 1, 0, 0;
  const auto rod = round_rod(spec);
  Case c;
  add_body(c.bare, rod, "revolute");
  c.cable = std::make_shared<Cable>(
      std::vector<CableLeg>{make_rod_leg(0, strain_field(*rod), 0.02, 0.27, winding)}, 0);
  c.model = with_actor(c.bare, c.cable, 1);
  c.x = random_state(random, c.bare);
  c.u = input_of(VectorX::Constant(1, 5));
  Workspace ws(c.model);
  inverse_dynamics(c.model, c.x, c.u, nullptr, ws);
  ASSERT_TRUE(ws.bodies[0].has_K_act);
  const MatrixX K = actor_stiffness(ws.bodies[0]);
  const Body& body = c.model.bodies[0];
  for (int j = 0; j < body.n(); ++j) {
    const VectorX d = VectorX::Unit(c.model.nv, body.v + j);
    const VectorX measured =
        slope([&](double h) -> VectorX { return 5 * gradient_at(c, moved(c.model, c.x, d, h)); });
    EXPECT_LT((measured.segment(body.v, body.n()) - K.col(j)).norm(), 1e-11);  // 8e-14
  }
  EXPECT_LT((K - K.transpose()).norm(), 1e-14);
  const VectorX eigenvalues = SymmetricEigen(K).values();
  EXPECT_GT(eigenvalues.minCoeff(), -1e-14);  // measured -9e-17
  EXPECT_GT(eigenvalues.maxCoeff(), 0.1);     // measured 1.07
}

// A cable and two followers that pull alike at x: what parts them away from x is the stiffness.
TEST(Cable, TangentOfStraightLegsIsTheDifferenceToFollowers) {
  std::mt19937_64 random(25);
  double worst = 0, smallest = 1e9;
  for (int trial = 0; trial < 24; ++trial) {
    const Model bare = random_tree(random, 5);
    const State x = random_state(random, bare);
    const int first = random_index(random, 5);
    const int second = trial % 3 == 1 ? first : (first + 1 + random_index(random, 4)) % 5;
    StraightLeg leg{random_place(random, bare, first), random_place(random, bare, second)};
    const BodyPlace in_world{.offset = Vector3(1, 0.5, 2)};
    if (trial % 6 == 2) leg.from = in_world;
    if (trial % 6 == 5) leg.to = in_world;
    const Model cable = with_actor(bare, std::make_shared<Cable>(std::vector<CableLeg>{leg}, 0), 1);
    const Input tension = input_of(VectorX::Constant(1, 2));
    Workspace ws(cable);
    inverse_dynamics(cable, x, tension, nullptr, ws, true);

    // the pull on both ends, frozen in the frames of their points
    Model frozen = bare;
    VectorX u(6);
    const Vector3 e = (world_position(leg.to, ws) - world_position(leg.from, ws)).normalized();
    for (int i = 0; i < 2; ++i) {
      const BodyPlace& end = i == 0 ? leg.from : leg.to;
      u.segment<3>(3 * i).setZero();
      if (!end.on_body()) continue;
      u.segment<3>(3 * i) =
          point_pose(ws, end.body, end.point).R.transpose() * (i == 0 ? 2 : -2) * e;
      const PointLoad::Data data{
          .at = end, .force_inputs = {3 * i, 3 * i + 1, 3 * i + 2}, .frame = LoadFrame::body};
      frozen = with_actor(frozen, std::make_shared<PointLoad>(data), 6);
    }

    const VectorX d = random_direction(random, bare);
    const VectorX measured = slope([&](double h) -> VectorX {
      const State y = moved(bare, x, d, h);
      return holding_force(cable, y, tension) - holding_force(frozen, y, input_of(u));
    });
    const VectorX predicted = tangent_force(cable, x, tension, d, ws);
    worst = std::max(worst, (measured - predicted).norm() / (1 + measured.norm()));
    if (trial % 3 != 1) smallest = std::min(smallest, measured.norm());
  }
  EXPECT_LT(worst, 1e-9);     // measured 1e-10
  EXPECT_GT(smallest, 1e-2);  // measured 0.17
}

TEST(Cable, ParallelCableBendsToTheExactArc) {
  // [Mathew22]: kappa = T d / (E J) and strain -T / (E A), for any size of the bend
  RoundRod spec;
  spec.orders = {-1, 0, 0, 0, -1, -1};
  const auto rod = round_rod(spec);
  Model bare;
  bare.gravity.setZero();
  const int tip = rod->n_points() - 1;
  add_body(bare, rod, "fixed");
  const double y = 0.015, z = -0.008, T = 30, L = spec.length, r = spec.radius;
  const Model model = with_actor(
      bare,
      std::make_shared<Cable>(
          std::vector<CableLeg>{make_rod_leg(0, strain_field(*rod), 0, L, parallel(y, z))}, 0),
      1);
  const double EA = spec.young * std::numbers::pi * r * r, EJ = EA * r * r / 4;
  State x = rest_state(model);
  x.q << -T * z / EJ, T * y / EJ, -T / EA;
  const Input u = input_of(VectorX::Constant(1, T));
  Workspace ws(model);
  inverse_dynamics(model, x, u, nullptr, ws);
  EXPECT_LT(ws.tau.norm(), 1e-14 * T);  // measured 2e-15

  // the arc bends towards the cable: the tip is on a circle of radius (1 + strain) / kappa
  const double kappa = std::hypot(x.q[0], x.q[1]);
  const double rise = (1 + x.q[2]) * (1 - std::cos(kappa * L)) / kappa;
  const Vector3 p = point_pose(ws, 0, tip).p;
  EXPECT_NEAR(p.y(), rise * y / std::hypot(y, z), 1e-12);
  EXPECT_NEAR(p.z(), rise * z / std::hypot(y, z), 1e-12);
  EXPECT_GT(kappa * L, 1.0);  // 1.2 rad: far from small
}

TEST(Cable, HelicalCableUnwindsByTheClosedForm) {
  // a helix of radius d and rate w on a rod that twists (k) and stretches (s):
  // |t| = sqrt((1 + s)^2 + d^2 (w + k)^2)
  RoundRod spec;
  spec.orders = {0, -1, -1, 0, -1, -1};
  const auto rod = round_rod(spec);
  Model bare;
  bare.gravity.setZero();
  add_body(bare, rod, "fixed");
  const double d = 0.012, w = 20, T = 8, L = spec.length, k = -3, s = 0.1;
  const auto helix = [&](double X) {
    return PathOffset{.y = d * std::cos(w * X),
                      .z = d * std::sin(w * X),
                      .dy = -d * w * std::sin(w * X),
                      .dz = d * w * std::cos(w * X)};
  };
  const auto cable = std::make_shared<Cable>(
      std::vector<CableLeg>{make_rod_leg(0, strain_field(*rod), 0, L, helix)}, 0);
  const Model model = with_actor(bare, cable, 1);
  State x = rest_state(model);
  x.q << k, s;
  const Input u = input_of(VectorX::Constant(1, T));
  Workspace ws(model);
  update_kinematics(model, x, u, nullptr, ws);
  const double stretch = std::sqrt((1 + s) * (1 + s) + d * d * (w + k) * (w + k));
  EXPECT_NEAR(cable->length(model, x, ws), L * stretch, 1e-14);
  const VectorX pull = holding_force(model, x, u) - holding_force(bare, x, u);
  EXPECT_NEAR(pull[0], T * L * d * d * (w + k) / stretch, 1e-13);
  EXPECT_NEAR(pull[1], T * L * (1 + s) / stretch, 1e-13);
}

// A cable through n guides on the rod tends to the cable inside it: two algorithms, one from
// strains and one from poses.
TEST(Cable, StraightLegsThroughGuidesTendToARodLeg) {
  RoundRod spec;
  spec.orders = {2, 2, 2, 1, 1, 1};
  spec.rest << 0.5, -1, 2, 1, 0, 0;
  spec.quadrature = 14;
  std::vector<double> length_errors, force_errors;
  for (int guides : {8, 16, 32, 64}) {
    RodBuilder builder({round_division(spec)});
    std::vector<int> points;
    for (int i = 0; i <= guides; ++i) points.push_back(builder.point_at(spec.length * i / guides));
    const auto rod = builder.finish();
    Model bare;
    add_body(bare, rod, "revolute");
    std::vector<CableLeg> legs;
    const auto guide = [&](int i) {
      const PathOffset at = winding(spec.length * i / guides);
      return BodyPlace{.body = 0, .point = points[size_t(i)], .offset = Vector3(0, at.y, at.z)};
    };
    for (int i = 0; i < guides; ++i) legs.emplace_back(StraightLeg{guide(i), guide(i + 1)});
    const Cable outside(std::move(legs), 0);
    const Cable inside({make_rod_leg(0, strain_field(*rod), 0, spec.length, winding)}, 0);

    std::mt19937_64 random(26);  // the same state for all
    const State x = random_state(random, bare);
    Workspace ws(bare);
    update_kinematics(bare, x, zero_input(bare), nullptr, ws);
    VectorX outer, inner;
    outside.length_gradient(bare, x, ws, outer);
    inside.length_gradient(bare, x, ws, inner);
    length_errors.push_back(std::abs(outside.length(bare, x, ws) - inside.length(bare, x, ws)));
    force_errors.push_back((outer - inner).norm());
  }
  EXPECT_NEAR(measured_order(length_errors, 2), 2, 0.1);  // measured 1.993
  EXPECT_NEAR(measured_order(force_errors, 2), 2, 0.1);   // measured 1.996
  EXPECT_LT(force_errors.back(), 1e-4);                   // measured 6e-6
}

TEST(Cable, ARunMayCrossDivisionsAndGoEitherWay) {
  std::mt19937_64 random(28);
  RoundRod first, second;
  first.orders = {0, 2, -1, 1, -1, -1};
  second.orders = {2, 4, 3, -1, -1, 0};
  second.length = 0.2;
  const auto rod = RodBuilder({round_division(first), round_division(second)}).finish();
  Model bare;
  add_body(bare, rod, "fixed");
  const State x = random_state(random, bare);
  const StrainField field = strain_field(*rod);
  const auto backward = [](double s) {
    const PathOffset at = winding(0.35 - s);
    return PathOffset{.y = at.y, .z = at.z, .dy = -at.dy, .dz = -at.dz};
  };
  const RodLeg there = make_rod_leg(0, field, 0.1, 0.45, winding);
  const RodLeg back = make_rod_leg(0, field, 0.45, 0.1, backward);
  EXPECT_EQ(there.nodes.size(), 10u);
  EXPECT_NEAR(leg_length(there, bare, x), leg_length(back, bare, x), 1e-14);

  // in two parts, and cut at the border
  const RodLeg base = make_rod_leg(0, field, 0.1, 0.3, winding);
  const RodLeg tip = make_rod_leg(0, field, 0.3, 0.45, [](double s) { return winding(0.2 + s); });
  EXPECT_NEAR(leg_length(base, bare, x) + leg_length(tip, bare, x), leg_length(there, bare, x),
              1e-14);
}

TEST(Cable, EndsThatMeetPullWithNothing) {
  // a moving body whose origin is just at the world's
  std::mt19937_64 random(29);
  const Model bare = swimmer(2);
  State x = rest_state(bare);
  x.v = random_direction(random, bare);
  const StraightLeg leg{{.body = 0}, {.offset = Vector3::Zero()}};
  const auto cable = std::make_shared<Cable>(std::vector<CableLeg>{leg}, 0);
  const Model model = with_actor(bare, cable, 1);
  const Input u = input_of(VectorX::Constant(1, 10));
  Workspace ws(model);
  inverse_dynamics(model, x, u, nullptr, ws, true);
  EXPECT_EQ(ws.bodies[0].points[0].load, Vector6::Zero());
  EXPECT_EQ(ws.tau, holding_force(bare, x, zero_input(bare)));
  EXPECT_EQ(cable->length(model, x, ws), kLegSmoothing);
  EXPECT_EQ(cable->books(model, x, u, ws).power, 0);

  // finite, though stiff: T / eps
  const Matrix6 K = ws.bodies[0].tangents.at(0).K;
  EXPECT_NEAR(K(3, 3) * kLegSmoothing, 10, 1e-12);
}

TEST(Cable, ALegInsideARigidBodyDoesNothing) {
  std::mt19937_64 random(30);
  const Model bare = swimmer(1);
  const StraightLeg leg{{.body = 0, .offset = Vector3(0.1, 0, 0)},
                        {.body = 0, .offset = Vector3(0, 0.2, 0)}};
  const auto cable = std::make_shared<Cable>(std::vector<CableLeg>{leg}, 0);
  const Model model = with_actor(bare, cable, 1);
  const State x = random_state(random, bare);
  Workspace ws(model);
  inverse_dynamics(model, x, input_of(VectorX::Constant(1, 10)), nullptr, ws, true);
  EXPECT_EQ(ws.tau, holding_force(bare, x, zero_input(bare)));
  EXPECT_TRUE(ws.couplings.empty());
  EXPECT_NEAR(cable->length(model, x, ws), std::hypot(0.1, 0.2), 1e-15);
}

TEST(Cable, StiffnessStaysPositiveForThePushOfANegativeTension) {
  std::mt19937_64 random(31);
  const Case c = random_case(random, 6, -1);
  Workspace ws(c.model);
  inverse_dynamics(c.model, c.x, c.u, nullptr, ws, false);
  for (const BodyWork& b : ws.bodies) EXPECT_FALSE(b.has_K_act);
}

TEST(Cable, NoAllocationAfterTheFirstCall) {
  if (!AllocationCounter::available()) GTEST_SKIP() << "the sanitizer owns malloc";
  std::mt19937_64 random(32);
  const Case c = random_case(random, 8, 2);
  Workspace ws(c.model);
  update_kinematics(c.model, c.x, c.u, nullptr, ws);
  apply_actors(c.model, c.x, c.u, true, ws);
  double sum = 0;
  VectorX gradient(c.model.nv);
  const AllocationCounter counter;
  for (int i = 0; i < 10; ++i) {
    apply_actors(c.model, c.x, c.u, true, ws);
    c.cable->length_gradient(c.model, c.x, ws, gradient);
    sum += c.cable->length(c.model, c.x, ws) + c.cable->books(c.model, c.x, c.u, ws).power;
  }
  EXPECT_EQ(counter.count(), 0);
  EXPECT_TRUE(std::isfinite(sum));
}

}  // namespace
}  // namespace cuttle::testing
