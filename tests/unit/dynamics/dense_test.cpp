#include "cuttle/dynamics/dense.h"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>

#include "cuttle/dynamics/energy.h"
#include "cuttle/dynamics/inverse.h"
#include "cuttle/math/linalg/eigen.h"
#include "unit/dynamics/samples.h"

namespace cuttle {
namespace {

using testing::derivative;
using testing::Sample;

constexpr int kDenseSeeds = 24;

Sample sample(int seed, double anchor_stiffness = 3) {
  return testing::random_sample(std::uint64_t(seed), 1 + seed / 2, anchor_stiffness);
}

/// M a by inverse dynamics; prescribed coordinates take their acceleration from the input.
VectorX mass_times(const Sample& s, const VectorX& a, Workspace& ws) {
  Input u = s.u;
  u.u_ddot.setZero();
  inverse_dynamics(s.model, s.x, u, nullptr, ws);
  const VectorX bias = ws.tau;
  for (const Body& body : s.model.bodies)
    for (const JointStep& step : body.steps)
      if (step.prescribed()) u.u_ddot[step.prescribed_input] = a[step.v];
  inverse_dynamics(s.model, s.x, u, a.data(), ws);
  return ws.tau - bias;
}

TEST(MassMatrix, ColumnsAreInverseDynamics) {
  constexpr double kLarge = 1e8;  // elastic forces drown in the inertial ones
  double worst = 0, worst_symmetry = 0;
  for (int seed = 1; seed <= kDenseSeeds; ++seed) {
    const Sample s = sample(seed);
    Workspace ws(s.model);
    const MatrixX M = mass_matrix(s.model, s.x, s.u, ws);
    MatrixX columns(s.model.nv, s.model.nv);
    for (int j = 0; j < s.model.nv; ++j)
      columns.col(j) = mass_times(s, kLarge * VectorX::Unit(s.model.nv, j), ws) / kLarge;
    if (s.model.nv == 0) continue;
    // entries differ by decades: strains of shear and joints of large bodies
    const VectorX scale = M.diagonal().cwiseSqrt().cwiseInverse();
    const MatrixX error = scale.asDiagonal() * (M - columns) * scale.asDiagonal();
    const MatrixX skew = scale.asDiagonal() * (columns - columns.transpose()) * scale.asDiagonal();
    worst = std::max(worst, error.cwiseAbs().maxCoeff());
    worst_symmetry = std::max(worst_symmetry, skew.cwiseAbs().maxCoeff());
  }
  EXPECT_LT(worst, 1e-12);           // measured 8.6e-15
  EXPECT_LT(worst_symmetry, 1e-12);  // measured 8.5e-15
}

TEST(MassMatrix, IsPositiveDefinite) {
  for (int seed = 1; seed <= kDenseSeeds; ++seed) {
    const Sample s = sample(seed);
    Workspace ws(s.model);
    const MatrixX M = mass_matrix(s.model, s.x, s.u, ws);
    if (s.model.nv == 0) continue;
    EXPECT_EQ(M, MatrixX(M.transpose()));
    EXPECT_GT(SymmetricEigen(M).values()[0], 0) << "seed " << seed;
  }
}

TEST(MassMatrix, HalfOfItsSquareIsTheKineticEnergy) {
  double worst = 0;
  for (int seed = 1; seed <= kDenseSeeds; ++seed) {
    const Sample s = sample(seed);
    Workspace ws(s.model);
    const double square = 0.5 * s.x.v.dot(mass_matrix(s.model, s.x, s.u, ws) * s.x.v);
    const double kinetic = energy(s.model, s.x, s.u, ws).kinetic;
    if (kinetic > 0) worst = std::max(worst, std::abs(square / kinetic - 1));
  }
  EXPECT_LT(worst, 1e-13);  // measured 8.9e-16
}

// v . C v = v . M' v / 2: the inertial forces do no work but to change the kinetic energy
TEST(Coriolis, WorksAsTheRateOfTheMassMatrix) {
  double worst = 0;
  for (int seed = 1; seed <= kDenseSeeds; ++seed) {
    const Sample s = sample(seed);
    Workspace ws(s.model);
    const VectorX& v = s.x.v;
    const double power = v.dot(coriolis(s.model, s.x, s.u, ws));
    const double rate = derivative([&](double h) {
      const Sample at = testing::displaced(s, h * v, VectorX::Zero(v.size()));
      return 0.5 * v.dot(mass_matrix(at.model, at.x, at.u, ws) * v);
    });
    const double size = energy(s.model, s.x, s.u, ws).kinetic;
    if (size > 0) worst = std::max(worst, std::abs(power - rate) / size);
  }
  EXPECT_LT(worst, 1e-11);  // measured 1.7e-13
}

TEST(Coriolis, IsQuadraticInTheVelocities) {
  double worst = 0;
  for (int seed = 1; seed <= kDenseSeeds; ++seed) {
    Sample s = sample(seed);
    Workspace ws(s.model);
    const VectorX once = coriolis(s.model, s.x, s.u, ws);
    s.x.v *= -2;
    s.u.u_dot *= -2;
    const VectorX twice = coriolis(s.model, s.x, s.u, ws);
    if (once.norm() > 0) worst = std::max(worst, (twice - 4 * once).norm() / once.norm());
  }
  EXPECT_LT(worst, 1e-11);  // measured 1.5e-13
}

TEST(GravityForce, IsTheSlopeOfTheGravityEnergy) {
  double worst = 0;
  for (int seed = 1; seed <= kDenseSeeds; ++seed) {
    const Sample s = sample(seed);
    Workspace ws(s.model);
    const VectorX force = gravity_force(s.model, s.x, s.u, ws);
    const VectorX zero = VectorX::Zero(s.model.nv);
    for (int j = 0; j < s.model.nv; ++j) {
      const double slope = derivative([&](double h) {
        const Sample at = testing::displaced(s, h * VectorX::Unit(s.model.nv, j), zero);
        update_kinematics(at.model, at.x, at.u, nullptr, ws);
        return energy(at.model, at.x, at.u, ws).gravity;
      });
      worst = std::max(worst, std::abs(force[j] + slope) / (1 + force.norm()));
    }
  }
  EXPECT_LT(worst, 1e-11);  // measured 1.2e-13
}

/// Forces of strains and joint springs, -dE/dq.
VectorX spring_force(const Sample& s) {
  VectorX force(s.model.nv);
  const Workspace ws(s.model);
  for (size_t i = 0; i < s.model.bodies.size(); ++i) {
    const Body& body = s.model.bodies[i];
    for (const JointStep& step : body.steps)
      force.segment(step.v, step.nv()) = step_spring_force(
          step, step.prescribed() ? &s.u.u[step.prescribed_input] : s.x.q.data() + step.q);
    if (body.n() > 0)
      force.segment(body.v, body.n()) =
          -body.family->stiffness(ws.bodies[i]) * s.x.q.segment(body.q, body.n());
  }
  return force;
}

// every part of the bias is there once, with its sign
TEST(Bias, IsTheSumOfItsParts) {
  double worst = 0;
  for (int seed = 1; seed <= kDenseSeeds; ++seed) {
    const Sample s = sample(seed, 0);
    Workspace ws(s.model);
    const VectorX whole = bias(s.model, s.x, s.u, ws);
    const VectorX parts = coriolis(s.model, s.x, s.u, ws) - gravity_force(s.model, s.x, s.u, ws) -
                          spring_force(s) + damping_matrix(s.model, s.x, s.u, ws) * s.x.v -
                          actuation_matrix(s.model, s.x, s.u, ws) * s.u.u;
    if (s.model.nv > 0) worst = std::max(worst, (whole - parts).norm() / whole.norm());
  }
  EXPECT_LT(worst, 1e-13);  // measured 2.7e-16
}

TEST(StiffnessMatrix, IsTheSlopeOfTheSpringForces) {
  double worst = 0;
  for (int seed = 1; seed <= kDenseSeeds; ++seed) {
    const Sample s = sample(seed);
    Workspace ws(s.model);
    const MatrixX K = stiffness_matrix(s.model, s.x, s.u, ws);
    const VectorX zero = VectorX::Zero(s.model.nv);
    for (int j = 0; j < s.model.nv; ++j) {
      const VectorX slope = derivative([&](double h) {
        return spring_force(testing::displaced(s, h * VectorX::Unit(s.model.nv, j), zero));
      });
      worst = std::max(worst, (K.col(j) + slope).norm() / (1 + K.col(j).norm()));
    }
  }
  EXPECT_LT(worst, 1e-11);  // measured 1.2e-13
}

// whatever B u does, it does with the power of the books
TEST(ActuationMatrix, HasThePowerOfTheInputs) {
  double worst = 0;
  for (int seed = 1; seed <= kDenseSeeds; ++seed) {
    const Sample s = sample(seed);
    Workspace ws(s.model);
    const VectorX force = actuation_matrix(s.model, s.x, s.u, ws) * s.u.u;
    forward_dynamics(s.model, s.x, s.u, ws);
    const Power flow = power(s.model, s.x, s.u, ws);
    const double size = force.norm() * s.x.v.norm();
    if (size > 0)
      worst = std::max(worst, std::abs(force.dot(s.x.v) - flow.effort - flow.actors) / size);
  }
  EXPECT_LT(worst, 1e-13);  // measured 2.2e-16
}

}  // namespace
}  // namespace cuttle
