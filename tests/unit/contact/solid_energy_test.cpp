// Solids that fall onto others, without friction and damping: places may come and go, energy stays.

#include <gtest/gtest.h>

#include <cmath>

#include "unit/contact/solids.h"

namespace cuttle {
namespace {

constexpr double kStiffness = 2e4, kMass = 1, kGravity = 9.81;

struct Motion {
  Vector3 p = Vector3::Zero(), v = Vector3::Zero(), L = Vector3::Zero();  // L: spin, in the world
  Eigen::Quaterniond q = Eigen::Quaterniond::Identity();
};

Motion sum(const Motion& a, const Motion& b, double h) {
  Motion c;
  c.p = a.p + h * b.p;
  c.v = a.v + h * b.v;
  c.L = a.L + h * b.L;
  c.q.coeffs() = a.q.coeffs() + h * b.q.coeffs();
  return c;
}

/// A solid over a ground; both are frictionless springs.
class Fall {
 public:
  Fall(const Solid& solid, const PlacedShape& ground) : solid_(solid), ground_(ground) {}

  Motion rate(const Motion& s) {
    const Matrix3 R = s.q.normalized().toRotationMatrix();
    look(s);
    Motion d;
    d.p = s.v;
    d.v = Vector3(0, 0, -kGravity);
    for (int i = 0; i < count_; ++i) {
      const Touch& touch = touches_[size_t(i)];
      const Vector3 force = kStiffness * std::max(0.0, -touch.gap) * touch.n;
      d.v += force / kMass;
      d.L += (touch.x - s.p).cross(force);
    }
    const Vector3 w = R * inertia().inverse() * R.transpose() * s.L;
    d.q = Eigen::Quaterniond(0, w.x(), w.y(), w.z()) * s.q;
    d.q.coeffs() *= 0.5;
    return d;
  }

  double energy(const Motion& s) {
    const Matrix3 R = s.q.normalized().toRotationMatrix();
    look(s);
    double sum = 0.5 * kMass * s.v.squaredNorm() + kMass * kGravity * s.p.z() +
                 0.5 * s.L.dot(R * inertia().inverse() * R.transpose() * s.L);
    for (int i = 0; i < count_; ++i) {
      const double depth = std::max(0.0, -touches_[size_t(i)].gap);
      sum += 0.5 * kStiffness * depth * depth;
      deepest = std::max(deepest, depth);
    }
    return sum;
  }

  double deepest = 0;

 private:
  static Matrix3 inertia() { return Vector3(0.02, 0.03, 0.04).asDiagonal(); }
  void look(const Motion& s) {
    const Matrix3 R = s.q.normalized().toRotationMatrix();
    count_ = find_touches(ground_, testing::placed(solid_, {R, s.p}), 1e-3, touches_);
  }

  const Solid& solid_;
  const PlacedShape& ground_;
  std::array<Touch, kMaxTouches> touches_;
  int count_ = 0;
};

/// Greatest change of the energy, as a share of it, in 0.36 s; Runge-Kutta.
double drift(Fall& fall, Motion s) {
  const double begin = fall.energy(s), h = 2e-4;
  double worst = 0;
  for (int i = 0; i < 1800; ++i) {
    const Motion k1 = fall.rate(s), k2 = fall.rate(sum(s, k1, h / 2)),
                 k3 = fall.rate(sum(s, k2, h / 2)), k4 = fall.rate(sum(s, k3, h));
    s = sum(sum(sum(sum(s, k1, h / 6), k2, h / 3), k3, h / 3), k4, h / 6);
    s.q.normalize();
    worst = std::max(worst, std::abs(fall.energy(s) - begin));
  }
  return worst / begin;
}

TEST(SolidEnergy, stays_while_places_come_and_go) {
  auto solids = testing::convex_solids();
  solids.push_back(mesh_solid(testing::box_mesh({0.2, 0.3, 0.25}), MeshKind::any));
  const auto drum = cylinder_solid(0.5, 3), shield = ellipsoid_solid({2, 2, 0.5});
  const Pose below{Matrix3::Identity(), {0, 0, -0.5}};
  const PlacedShape grounds[] = {testing::plane(Vector3::Zero(), {0.05, 0, 1}),
                                 testing::box(below, {0.6, 0.6, 0.5}),
                                 testing::placed(*drum, below), testing::placed(*shield, below)};
  for (int i = 0; i < 5; ++i)
    for (int j = 0; j < 4; ++j) {
      if (i == 3 && j == 2) continue;  // blunt edges on a drum: docs/theory/contact.md, section 9
      testing::Random random(std::uint64_t(7 + i));
      Motion s;
      s.p = Vector3(0.02, 0.01, 0.75);
      s.L = Vector3(0.01, 0.02, 0.01);
      s.q = Eigen::Quaterniond(random.rotation());
      Fall fall(*solids[size_t(i)], grounds[j]);
      EXPECT_LT(drift(fall, s), 2e-4) << i << j;  // 1e-4
      EXPECT_GT(fall.deepest, 0.005) << i << j;
    }
}

}  // namespace
}  // namespace cuttle
