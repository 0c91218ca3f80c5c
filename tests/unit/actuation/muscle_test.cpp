// Muscles: their generalised force against integrals of the basis, the way of the front, power.

#include "cuttle/actuation/muscle/muscle.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "cuttle/dynamics/forward.h"
#include "support/allocation_counter.h"
#include "unit/actuation/actuation_fixture.h"

namespace cuttle::testing {
namespace {

constexpr int kBendY = 1, kBendZ = 2;

/// A rod of three divisions; the middle one has no curvature about y.
std::shared_ptr<const Rod> mixed_rod(const StrainBasis& first, const StrainBasis& last) {
  RoundRod round;
  round.quadrature = 8;
  std::vector<RodDivision> divisions(3, round_division(round));
  const double lengths[] = {0.2, 0.07, 0.35};
  for (size_t i = 0; i < 3; ++i) divisions[i].length = lengths[i];
  divisions[0].modes[kBendY] = {first};
  divisions[0].modes[kBendZ] = {StrainBasis{.kind = "linear", .order = 3}};
  divisions[1].modes[kBendZ] = {StrainBasis{.kind = "legendre", .order = 1}};
  divisions[2].modes[kBendZ] = {StrainBasis{.kind = "legendre", .order = 2}};
  divisions[2].modes[kBendY] = {last};
  return RodBuilder(divisions).finish();
}

/// Ends of all stretches on which a rod is smooth.
std::vector<double> smooth_ends(const Rod& rod) {
  std::vector<double> ends;
  for (size_t d = 0; d < rod.data().divisions.size(); ++d)
    for (const double x : rod.data().divisions[d].piece_ends())
      ends.push_back(rod.data().division_start[d] + x * rod.data().divisions[d].length);
  return ends;
}

StrainField field_of(const Rod& rod) {
  StrainField field;
  const std::vector<double> ends = smooth_ends(rod);
  for (size_t i = 0; i + 1 < ends.size(); ++i)
    if (ends[i + 1] > ends[i]) field.pieces.push_back({ends[i], ends[i + 1], 5});
  field.basis = [&rod](double X) { return rod.basis(X); };
  return field;
}

Muscle make_muscle(const Rod& rod, int mode, double from, double to,
                   std::optional<MuscleFront> front) {
  Muscle::Data data;
  data.mode = mode;
  data.from = from;
  data.to = to;
  data.front = front;
  data.pieces = make_muscle_pieces(field_of(rod), mode, from, to);
  return Muscle(data);
}

VectorX force_of(const Muscle& muscle, const Rod& rod, double t) {
  VectorX force = VectorX::Zero(rod.n());
  muscle.add_force(t, 1, force.data());
  return force;
}

/// Integral of Phi^T e M between two abscissas, by 60 Gauss points on each smooth stretch.
template <class Moment>
VectorX integral(const Rod& rod, int mode, double low, double high, const Moment& M) {
  std::vector<double> ends = smooth_ends(rod);
  for (double& X : ends) X = std::clamp(X, low, high);
  const Quadrature rule = gauss_legendre(60);
  VectorX sum = VectorX::Zero(rod.n());
  for (size_t i = 0; i + 1 < ends.size(); ++i)
    for (int k = 0; k < 60 && ends[i + 1] > ends[i]; ++k) {
      const double size = ends[i + 1] - ends[i], X = ends[i] + rule.nodes[k] * size;
      sum += rule.weights[k] * size * M(X) * rod.basis(X).row(mode).transpose();
    }
  return sum;
}

const std::vector<StrainBasis> kBases = {
    {.kind = "legendre", .order = 0}, {.kind = "legendre", .order = 5},
    {.kind = "monomial", .order = 4}, {.kind = "chebyshev", .order = 7},
    {.kind = "linear", .order = 4},   {.kind = "hermite", .order = 3},
    {.kind = "fourier", .order = 4}};

TEST(MuscleForce, IsTheIntegralOfTheBasisTimesTheMoment) {
  double worst = 0;
  for (size_t b = 0; b < kBases.size(); ++b) {
    const auto rod = mixed_rod(kBases[b], kBases[(b + 3) % kBases.size()]);
    const double from = 0.03, to = 0.57, L = to - from;
    for (const bool falling : {true, false})
      for (const bool to_base : {false, true}) {
        const MuscleFront front{
            .begin = 0.5, .duration = 2, .falling = falling, .to_base = to_base};
        const Muscle muscle = make_muscle(*rod, kBendY, from, to, front);
        for (const double part : {1e-4, 1e-3, 0.1, 0.25, 1.0 / 3, 0.5, 0.77, 0.9, 0.999}) {
          const double s = part * L, start = to_base ? to : from;
          const double low = to_base ? to - s : from, high = to_base ? to : from + s;
          const VectorX truth = integral(*rod, kBendY, low, high, [&](double X) {
            return falling ? 1 - std::abs(X - start) / s : 1.0;
          });
          const VectorX force = force_of(muscle, *rod, 0.5 + 2 * part);
          worst = std::max(worst, (force - truth).norm() / truth.norm());
        }
      }
  }
  EXPECT_LT(worst, 1e-12);  // measured 2e-13, relative, where the front has just set out
}

TEST(MuscleForce, LeavesOtherModesAlone) {
  const auto rod = mixed_rod(kBases[1], kBases[4]);
  const VectorX y = force_of(make_muscle(*rod, kBendY, 0, 0.62, {}), *rod, 0);
  const VectorX z = force_of(make_muscle(*rod, kBendZ, 0, 0.62, {}), *rod, 0);
  for (int j = 0; j < rod->n(); ++j) {
    const int mode = rod->data().column_mode[size_t(j)];
    EXPECT_EQ(y[j] != 0 && mode != kBendY, false) << j;
    EXPECT_EQ(z[j] != 0 && mode != kBendZ, false) << j;
  }
  EXPECT_GT(y.norm(), 0.1);
  EXPECT_GT(z.norm(), 0.1);
}

TEST(MuscleForce, GrowsByTheBasisAtTheFront) {
  // uniform strength: dQ/dt = front speed times Phi(X_f); stations switched on would jump
  const auto rod = mixed_rod(kBases[4], kBases[1]);
  const MuscleFront front{.begin = 0, .duration = 1, .falling = false};
  const double L = rod->data().length;
  const Muscle muscle = make_muscle(*rod, kBendY, 0, L, front);
  double worst = 0;
  for (int i = 0; i < 200; ++i) {
    const double t = 0.0031 + i * 0.00497;
    const auto near = [&](double X) { return std::abs(X - t * L) < 1e-4; };
    if (std::ranges::any_of(smooth_ends(*rod), near)) continue;
    const VectorX rate =
        slope([&](double h) { return VectorX(force_of(muscle, *rod, t + h)); }, 1e-5);
    const VectorX truth = L * rod->basis(t * L).row(kBendY).transpose();
    worst = std::max(worst, (rate - truth).norm());
  }
  EXPECT_LT(worst, 1e-9);  // measured 2e-11, of the differences
}

TEST(MuscleFrontWay, RunsFromOneEndToTheOther) {
  const auto rod = mixed_rod(kBases[0], kBases[0]);
  MuscleFront front{.begin = 1, .duration = 4};
  const Muscle out = make_muscle(*rod, kBendY, 0.1, 0.5, front);
  EXPECT_EQ(out.recruited(0.5).length(), 0);
  EXPECT_EQ(out.recruited(1).length(), 0);
  EXPECT_NEAR(out.recruited(2).low, 0.1, 1e-15);
  EXPECT_NEAR(out.recruited(2).high, 0.2, 1e-15);
  EXPECT_NEAR(out.recruited(5 - 1e-12).high, 0.5, 1e-12);
  // jumps belong to the time after them
  EXPECT_EQ(out.recruited(5).length(), 0);
  front.hold = true;
  front.to_base = true;
  const Muscle back = make_muscle(*rod, kBendY, 0.1, 0.5, front);
  EXPECT_NEAR(back.recruited(2).low, 0.4, 1e-15);
  EXPECT_NEAR(back.recruited(2).high, 0.5, 1e-15);
  EXPECT_EQ(back.recruited(5).length(), 0.4);
  EXPECT_EQ(back.recruited(50).length(), 0.4);
  EXPECT_EQ(make_muscle(*rod, kBendY, 0.1, 0.5, {}).recruited(-3).length(), 0.4);
}

/// A random tree with a muscle in one of its rods.
struct TreeCase {
  Model bare, model;
  std::shared_ptr<const Muscle> muscle;
  int body = 0;
  State x;
  Input u;
};

TreeCase random_muscle_tree(std::mt19937_64& random) {
  TreeCase c;
  c.bare = random_tree(random, 6);
  while (as_rod(c.bare, c.body) == nullptr) ++c.body;
  const Rod& rod = *as_rod(c.bare, c.body);
  Muscle::Data data;
  data.body = c.body;
  data.mode = rod.data().column_mode[0];
  data.from = 0.1 * rod.data().length;
  data.to = 0.9 * rod.data().length;
  data.front = MuscleFront{.begin = 0, .duration = 1};
  data.pieces = make_muscle_pieces(field_of(rod), data.mode, data.from, data.to);
  c.muscle = std::make_shared<const Muscle>(data);
  c.model = with_actor(c.bare, c.muscle, 1);
  c.x = random_state(random, c.bare);
  c.x.t = 0.6;
  c.u = input_of(VectorX::Constant(1, 3.5));
  return c;
}

TEST(MuscleInTree, PushesItsOwnCoordinatesOnly) {
  std::mt19937_64 random(51);
  double worst = 0, size = 0;
  for (int trial = 0; trial < 20; ++trial) {
    const TreeCase c = random_muscle_tree(random);
    VectorX push = holding_force(c.bare, c.x, c.u) - holding_force(c.model, c.x, c.u);
    const int first = c.bare.bodies[size_t(c.body)].v, n = c.bare.bodies[size_t(c.body)].n();
    push.segment(first, n) -= 3.5 * force_of(*c.muscle, *as_rod(c.bare, c.body), 0.6);
    worst = std::max(worst, push.norm());
    size = std::max(size, force_of(*c.muscle, *as_rod(c.bare, c.body), 0.6).norm());
  }
  EXPECT_LT(worst, 1e-13);  // measured 1e-16
  EXPECT_GT(size, 1e-2);
}

TEST(MuscleInTree, PowerIsForceTimesVelocity) {
  std::mt19937_64 random(52);
  double worst = 0;
  for (int trial = 0; trial < 20; ++trial) {
    const TreeCase c = random_muscle_tree(random);
    const VectorX push = holding_force(c.bare, c.x, c.u) - holding_force(c.model, c.x, c.u);
    Workspace ws(c.model);
    update_kinematics(c.model, c.x, c.u, nullptr, ws);
    const EnergyBooks books = c.muscle->books(c.model, c.x, c.u, ws);
    EXPECT_EQ(books.potential, 0);
    worst = std::max(worst, std::abs(books.power - push.dot(c.x.v)));
  }
  EXPECT_LT(worst, 1e-13);  // measured 3e-16
}

TEST(MuscleInTree, DoesNotAllocate) {
  if (!AllocationCounter::available()) GTEST_SKIP() << "malloc belongs to somebody else here";
  std::mt19937_64 random(53);
  TreeCase c = random_muscle_tree(random);
  Workspace ws(c.model);
  forward_dynamics(c.model, c.x, c.u, ws);
  AllocationCounter counter;
  double sum = 0;
  for (int i = 0; i < 50; ++i) {
    c.x.t = 0.02 * i;
    forward_dynamics(c.model, c.x, c.u, ws);
    sum += c.muscle->books(c.model, c.x, c.u, ws).power;
  }
  EXPECT_EQ(counter.count(), 0);
  EXPECT_NE(sum, 0);
}

}  // namespace
}  // namespace cuttle::testing
