// Currents: values, gradients and the acceleration that a particle of water feels.

#include "cuttle/water/current.h"

#include <gtest/gtest.h>

#include <cmath>
#include <thread>
#include <vector>

#include "cuttle/base/error.h"
#include "support/allocation_counter.h"

namespace cuttle::testing {
namespace {

const Input kNone;

/// Acceleration of a particle that follows the flow, by differences along its path.
Vector3 particle_acceleration(const Current& current, const Vector3& x, double t) {
  const double h = 1e-4;
  const Vector3 u = current.at(x, t, kNone).velocity;
  return (current.at(x + h * u, t + h, kNone).velocity -
          current.at(x - h * u, t - h, kNone).velocity) /
         (2 * h);
}

TEST(Current, UniformComesFromInputs) {
  EXPECT_TRUE(Current().still());
  EXPECT_FALSE(Current(UniformCurrent{Vector3(0.1, 0, 0), -1}).still());
  const Current current(UniformCurrent{Vector3::Zero(), 1});
  EXPECT_TRUE(current.uniform());
  EXPECT_FALSE(current.still());
  Input u;
  u.u = VectorX::LinSpaced(4, 0, 3);
  u.u_dot = VectorX::LinSpaced(4, 10, 13);
  const Flow flow = current.at(Vector3(5, 6, 7), 8, u);
  EXPECT_EQ(flow.velocity, Vector3(1, 2, 3));
  EXPECT_EQ(flow.acceleration, Vector3(11, 12, 13));
}

TEST(Current, ProfileIsReadAlongUpAndEndsFlat) {
  for (Interpolation kind : {Interpolation::linear, Interpolation::cubic}) {
    ProfileCurrent profile;
    profile.up = Vector3(0, 0, -1);  // z down
    profile.heights = {-10, -4, 0};
    profile.velocities = {Vector3(0, 0, 0), Vector3(0.5, 0.1, 0.2), Vector3(1, -0.2, 0)};
    profile.interpolation = kind;
    const Current current(profile);
    EXPECT_EQ(current.at(Vector3(0, 0, 12), 0, kNone).velocity, Vector3::Zero());
    EXPECT_EQ(current.at(Vector3(0, 0, -1), 0, kNone).velocity, Vector3(1, -0.2, 0));
    EXPECT_TRUE(current.at(Vector3(0, 0, 12), 0, kNone).gradient.isZero(0));
    EXPECT_LT((current.at(Vector3(3, 2, 4), 0, kNone).velocity - Vector3(0.5, 0.1, 0.2)).norm(),
              1e-15);
    const Vector3 x(1, 2, 6.3);
    const Flow flow = current.at(x, 0, kNone);
    if (kind == Interpolation::linear) {
      EXPECT_LT((flow.velocity - 3.7 / 6 * Vector3(0.5, 0.1, 0.2)).norm(), 1e-15);
    }
    Matrix3 gradient;
    for (int j = 0; j < 3; ++j)
      gradient.col(j) = (current.at(x + 1e-5 * Vector3::Unit(j), 0, kNone).velocity -
                         current.at(x - 1e-5 * Vector3::Unit(j), 0, kNone).velocity) /
                        2e-5;
    EXPECT_LT((flow.gradient - gradient).norm(), 1e-9);
    EXPECT_LT((flow.acceleration - particle_acceleration(current, x, 0)).norm(), 1e-8);
  }
}

TEST(Current, FieldOfFormulasHasItsMaterialAcceleration) {
  const Current current(expression_current({"sin(x)*cos(t)", "0.5*y*z", "x - 0.2*t"}));
  const Vector3 x(0.3, -0.7, 1.1);
  const double t = 0.4;
  const Flow flow = current.at(x, t, kNone);
  EXPECT_NEAR(flow.velocity[0], std::sin(0.3) * std::cos(0.4), 1e-15);
  Matrix3 gradient;
  gradient << std::cos(0.3) * std::cos(0.4), 0, 0, 0, 0.55, -0.35, 1, 0, 0;
  EXPECT_LT((flow.gradient - gradient).norm(), 1e-8);
  const Vector3 in_time(-std::sin(0.3) * std::sin(0.4), 0, -0.2);
  EXPECT_LT((flow.acceleration - in_time - gradient * flow.velocity).norm(), 1e-8);
  EXPECT_THROW(expression_current({"x", "y", "sin("}), InputError);
}

TEST(Current, FormulasServeManyThreads) {
  const Current current(expression_current({"sin(x) + y", "x*y*z", "t*x"}));
  std::vector<std::thread> threads;
  std::vector<int> wrong(8, 0);
  for (int k = 0; k < 8; ++k)
    threads.emplace_back([&, k] {
      for (int i = 0; i < 2000; ++i) {
        const Vector3 x(0.1 * k, 0.01 * i, 1);
        const Vector3 truth(std::sin(x[0]) + x[1], x.prod(), 2 * x[0]);
        if ((current.at(x, 2, kNone).velocity - truth).norm() > 1e-14) ++wrong[size_t(k)];
      }
    });
  for (std::thread& thread : threads) thread.join();
  for (int count : wrong) EXPECT_EQ(count, 0);
}

TEST(Current, FormulasDoNotAllocate) {
  const Current current(expression_current({"sin(x) + y", "x*y*z", "t*x"}));
  current.at(Vector3::Zero(), 0, kNone);
  AllocationCounter counter;
  current.at(Vector3(1, 2, 3), 4, kNone);
  EXPECT_EQ(counter.count(), 0);
}

}  // namespace
}  // namespace cuttle::testing
