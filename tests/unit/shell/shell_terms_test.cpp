// A shell by itself: energies, forces and inertia against integrals over its surface.

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "cuttle/dynamics/dense.h"
#include "cuttle/dynamics/inverse.h"
#include "cuttle/dynamics/kinematics.h"
#include "cuttle/math/constants.h"
#include "cuttle/shell/jet/jet_choices.h"
#include "cuttle/shell/jet/jet_thrust.h"
#include "cuttle/shell/load/shell_load.h"
#include "support/robots.h"
#include "support/shells.h"
#include "unit/dynamics/samples.h"

namespace cuttle {
namespace {

/// A free mantle with shear, in a random state.
struct FreeShell {
  Model model;
  State x;
  Input u;

  explicit FreeShell(ShellDescription d, std::uint64_t seed = 7, double size = 1) {
    model.gravity.setZero();
    testing::add_body(model, testing::make_shell(d), "free");
    std::mt19937_64 random(seed);
    x = rest_state(model);
    VectorX step(model.nv);
    for (double& entry : step) entry = testing::draw(random, -0.5, 0.5);
    const auto& kinds = shell().data().column_kind;
    for (int j = 0; j < shell().n(); ++j) {
      const double scale = size * (kinds[size_t(j)] == ShellStrain::curvature ? 10 : 0.1);
      step[6 + j] *= scale;
      x.v[6 + j] = scale * testing::draw(random, -3, 3);
    }
    const VectorX q = x.q;
    retract(model, q, step, x.q);
    for (int i = 0; i < 6; ++i) x.v[i] = testing::draw(random, -1, 1);
    u = testing::zero_input(model);
  }
  const Shell& shell() const { return static_cast<const Shell&>(*model.bodies[0].family); }
};

ShellDescription sheared_mantle() {
  ShellDescription d = testing::mantle({{4, 3, 2}, {3, 2, 1}, 8});
  d.poisson = 0.3;
  d.added_mass = 1.1;
  return d;
}

/// Kinetic energy by brute force: points of the wall around each ring, and the rotation of the wall
/// element about its hoop and meridian directions.
double kinetic_energy_by_points(const FreeShell& f, Workspace& ws) {
  update_kinematics(f.model, f.x, f.u, nullptr, ws);
  const BodyWork& b = ws.bodies[0];
  const Vector3 w = b.V_B.head<3>(), v = b.V_B.tail<3>();
  constexpr int kAround = 16;
  double sum = 0;
  for (size_t k = 0; k < Shell::rings(b).size(); ++k) {
    const Ring<double>& o = Shell::rings(b)[k];
    const RingData& ring = f.shell().data().rings[k];
    for (int i = 0; i < kAround; ++i) {
      const double phi = 2 * kPi * i / kAround;
      const Vector3 out(0, std::cos(phi), std::sin(phi)), around(0, -std::sin(phi), std::cos(phi));
      const Vector3 place = o.x * Vector3::UnitX() + o.r * out;
      const Vector3 velocity = v + w.cross(place) + o.x_v * Vector3::UnitX() + o.r_v * out;
      // a rising theta turns the tangent (r, x) from out towards +x
      const Vector3 tangent = o.c * out + o.s * Vector3::UnitX();
      const Vector3 turning = w + o.theta_v * out.cross(Vector3::UnitX());
      sum += 0.5 * ring.inertia / kAround * velocity.squaredNorm() +
             0.5 * ring.rotary / kAround *
                 (std::pow(turning.dot(tangent), 2) + std::pow(turning.dot(around), 2));
    }
  }
  return sum;
}

TEST(ShellTerms, KineticEnergyIsThatOfItsPoints) {
  for (std::uint64_t seed : {1, 2, 3}) {
    const FreeShell f(sheared_mantle(), seed);
    Workspace ws(f.model);
    const double truth = kinetic_energy_by_points(f, ws);
    EXPECT_NEAR(f.shell().kinetic_energy(ws.bodies[0]) / truth, 1, 1e-13);
    const MatrixX M = mass_matrix(f.model, f.x, f.u, ws);
    EXPECT_NEAR(0.5 * f.x.v.dot(M * f.x.v) / truth, 1, 1e-13);
  }
}

// Lagrange's equations of the free shell: d/dt dT/dv - dT/dq, by differences of the energy along
// the motion; power balance catches what is not workless
TEST(ShellTerms, InertialForcesConserveEnergy) {
  for (std::uint64_t seed : {1, 2, 3, 4}) {
    for (const double added : {0.0, 800.0}) {
      ShellDescription d = sheared_mantle();
      d.viscosity = 0;
      d.added_per_volume = added;
      const FreeShell f(d, seed, 0.3);
      Workspace ws(f.model);
      forward_dynamics(f.model, f.x, f.u, ws);
      const VectorX a = ws.a;
      const auto energy_at = [&](double t) {
        const testing::Sample s{f.model, f.x, f.u};
        const auto moved = testing::displaced(s, t * f.x.v, t * a);
        Workspace at(f.model);
        update_kinematics(f.model, moved.x, f.u, nullptr, at);
        return f.shell().kinetic_energy(at.bodies[0]) +
               f.shell().elastic_energy(moved.x.q.data() + 7, at.bodies[0]);
      };
      const double rate = testing::derivative(energy_at, 1e-4);
      Workspace at(f.model);
      update_kinematics(f.model, f.x, f.u, nullptr, at);
      const double power = f.shell().kinetic_energy(at.bodies[0]) * 10;  // in tenths of a second
      EXPECT_LT(std::abs(rate), 1e-7 * power) << seed;
    }
  }
}

// elastic forces are the slope of the energy
TEST(ShellTerms, ElasticForcesAreTheGradient) {
  for (const ShellEdge edge : {ShellEdge::free, ShellEdge::capped}) {
    ShellDescription d = sheared_mantle();
    d.edge = edge;
    const FreeShell f(d, 5, 0.2);
    Workspace ws(f.model);
    const Shell& shell = f.shell();
    const auto at = [&](const VectorX& q, const VectorX& v) {
      State x = f.x;
      x.q.tail(shell.n()) = q;
      x.v.tail(shell.n()) = v;
      update_kinematics(f.model, x, f.u, nullptr, ws);
    };
    const VectorX q = f.x.q.tail(shell.n()), v = f.x.v.tail(shell.n());
    const VectorX none = VectorX::Zero(shell.n());
    at(q, none);
    shell.add_elasticity(q.data(), none.data(), ws.bodies[0]);
    VectorX force(shell.n());
    for (int j = 0; j < shell.n(); ++j) force[j] = doubles(ws.bodies[0].p_q.data())[j];
    const double scale = force.cwiseAbs().maxCoeff();
    for (int j = 0; j < shell.n(); ++j) {
      const double size =
          shell.data().column_kind[size_t(j)] == ShellStrain::curvature ? 0.1 : 1e-3;
      const double slope = testing::derivative(
          [&](double h) {
            const VectorX moved = q + h * VectorX::Unit(shell.n(), j);
            at(moved, none);
            return shell.elastic_energy(moved.data(), ws.bodies[0]);
          },
          size);
      EXPECT_NEAR(slope, force[j], 1e-8 * scale) << j;
    }
    // viscous forces: their power is the dissipation
    at(q, v);
    shell.add_elasticity(q.data(), v.data(), ws.bodies[0]);
    double power = -force.dot(v);
    for (int j = 0; j < shell.n(); ++j) power += doubles(ws.bodies[0].p_q.data())[j] * v[j];
    // the stiff edge takes some digits
    EXPECT_NEAR(power / shell.dissipation(v.data(), ws.bodies[0]), 1, 1e-9);
    EXPECT_GT(power, 0);
    // D is the slope of the forces with the velocity, exactly (they are linear in it)
    const VectorX viscous = shell.damping(ws.bodies[0]) * v;
    EXPECT_NEAR(viscous.dot(v) / power, 1, 1e-9);
  }
}

TEST(ShellTerms, VolumeAndItsRate) {
  const FreeShell f(sheared_mantle(), 9, 0.5);
  Workspace ws(f.model);
  for (const InnerVolume how : {InnerVolume::geometric, InnerVolume::arc_length}) {
    const auto volume_at = [&](double t) {
      State x = f.x;
      x.q.tail(f.shell().n()) += t * f.x.v.tail(f.shell().n());
      update_kinematics(f.model, x, f.u, nullptr, ws);
      return f.shell().volume(ws.bodies[0], how).U;
    };
    const double rate = testing::derivative(volume_at, 1e-4);
    volume_at(0);
    EXPECT_NEAR(f.shell().volume(ws.bodies[0], how).rate / rate, 1, 1e-8);
  }
  // at rest: a zone of a sphere and a cylinder
  State rest = rest_state(f.model);
  update_kinematics(f.model, rest, f.u, nullptr, ws);
  const double R = 31e-3, z = R * std::sqrt(0.5);
  const double truth = kPi * (R * R * z - z * z * z / 3) + kPi * R * R * 94.955e-3;
  EXPECT_NEAR(f.shell().volume(ws.bodies[0], InnerVolume::geometric).U / truth, 1, 1e-9);
  EXPECT_NEAR(f.shell().volume(ws.bodies[0], InnerVolume::arc_length).U, 346.83e-6, 0.01e-6);
}

TEST(ShellTerms, AContractionPushesAwayFromTheEdge) {
  FreeShell f(testing::mantle(), 9, 0);
  const Jet jet{.density = 1000, .area_out = 5e-4, .area_in = 1.4e-3};
  f.model.actors.push_back(std::make_shared<JetThrust>(0, jet));
  Workspace ws(f.model);
  const VectorX shrink = -0.1 * VectorX::Unit(f.model.nv, 6);
  for (const double sign : {1.0, -1.0}) {
    f.x.v = sign * shrink;
    update_kinematics(f.model, f.x, f.u, nullptr, ws);
    apply_actors(f.model, f.x, f.u, false, ws);
    const double rate = f.shell().volume(ws.bodies[0], InnerVolume::geometric).rate;
    const double area = rate < 0 ? jet.area_out : jet.area_in;
    const double thrust = f.shell().axial(Shell::loading(ws.bodies[0]), ws.bodies[0]).thrust;
    EXPECT_NEAR(thrust, (rate < 0 ? 1 : -1) * 1000 * rate * rate / area, 1e-12);
  }
}

// a closed shell under even pressure: no net force, and the work is p dU
TEST(ShellTerms, PressureWorksOnTheVolume) {
  ShellDescription d = sheared_mantle();
  d.edge = ShellEdge::capped;
  FreeShell f(d, 3, 0.3);
  const Shell& shell = f.shell();
  ShellLoad::Data load{.kind = ShellLoad::Kind::pressure, .input = 0};
  load.per_input = VectorX::Ones(Eigen::Index(shell.data().rings.size()));
  f.model.inputs.push_back({"p", "Pa"});
  f.model.actors.push_back(std::make_shared<ShellLoad>(load));
  f.u = testing::zero_input(f.model);
  f.u.u[0] = 120;
  Workspace ws(f.model);
  update_kinematics(f.model, f.x, f.u, nullptr, ws);
  const double power = f.model.actors[0]->books(f.model, f.x, f.u, ws).power;
  const double rate = shell.volume(ws.bodies[0], InnerVolume::geometric).rate;
  EXPECT_NEAR(power / (120 * rate), 1, 1e-3);  // quadrature: 8 points for products of many sines
  // a rigid motion does no work: base and wall feel opposite forces
  f.x.v.tail(shell.n()).setZero();
  update_kinematics(f.model, f.x, f.u, nullptr, ws);
  const double rest = f.model.actors[0]->books(f.model, f.x, f.u, ws).power;
  EXPECT_LT(std::abs(rest), 1e-3 * 120 * kPi * 31e-3 * 31e-3);
}

}  // namespace
}  // namespace cuttle
