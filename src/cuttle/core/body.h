#pragma once
// What every body family (rigid, rod, ...) offers to the tree solver, and nothing else:
// points to hold on to, terms, and the tangent of those terms.

#include <memory>
#include <string>
#include <vector>

#include "cuttle/math/lanes.h"
#include "cuttle/math/pose.h"
#include "cuttle/math/se3.h"
#include "cuttle/math/types.h"

namespace cuttle {

/// Columns of own coordinates are stored in blocks of 8, one register each.
constexpr int kBlock = 8;
constexpr int block_count(int n) { return (n + kBlock - 1) / kBlock; }

/// A material frame P of a body: quadrature stations, mounts of children, ends of cables.
/// All six-vectors in the coordinates of the base frame B, about its origin.
struct Point {
  Pose X_BP;                        // by BodyFamily::kinematics
  Vector6 r = Vector6::Zero();      // twist relative to B, J v                     by kinematics
  Vector6 beta = Vector6::Zero();   // J' v, plus J a when a was given              by kinematics
  Vector6 load = Vector6::Zero();   // wrench of the actors on P                    by actors
  Vector6 force = Vector6::Zero();  // inertial - load + children (inverse dynamics) by forces
};

/// Linearisation of the load at a point, for exact tangents. Co-moving derivative in base
/// coordinates: -d(load) = K zeta + D d(twist), zeta the (total) displacement twist of P.
struct PointTangent {
  int point = 0;
  Matrix6 K = Matrix6::Zero();
  Matrix6 D = Matrix6::Zero();
};

/// Damping at a point that is too strong to be left out of the inertia of an implicit stage: the
/// same as in PointTangent, symmetric and positive semidefinite, also without tangents.
struct PointDamper {
  int point = 0;
  Matrix6 D;
};

/// Memory that only one family knows what for.
struct FamilyScratch {
  virtual ~FamilyScratch() = default;
};

/// Scratch memory of one body. n = own coordinates, nb = blocks of 8 columns.
struct BodyWork {
  int n = 0, nb = 0;
  int band = 0;  // own coordinates further apart than this do not meet in M_qq
  std::unique_ptr<FamilyScratch> scratch;
  bool passive_points = true;  // also compute points that are only looked at (probes)

  // position and velocity, by update_kinematics
  Pose X_WB;                  // base frame in the world
  Vector6 V_B;                // twist of B in the world, in B
  std::vector<Point> points;  // (n_points)
  std::vector<Lanes> J;  // (n_points x 6 x nb): twist of a point relative to B per own velocity

  // terms [F_B; tau] = [M_bb M_bq; M_qb M_qq] [A_B; a] + [p_b; p_q], by factor_tree
  Matrix6 M_bb;
  Vector6 p_b;
  std::vector<Lanes> M_bq;   // (6 x nb)
  std::vector<Lanes> M_qq;   // (8 nb x nb) rows; upper factor after elimination
  std::vector<Lanes> p_q;    // (nb)
  std::vector<Lanes> W;      // (n) rows L^-1 [M_qb | p_q | 0], by eliminate
  std::vector<Lanes> K_act;  // (8 nb x nb) stiffness that actors add to strain coordinates
  bool has_K_act = false;

  // acceleration of B, gravity included (A = V' - g), in B, by solve
  Vector6 A_B;
  Vector6 F_B;  // wrench of the joint on the body, by solve and by inverse_dynamics

  std::vector<PointTangent> tangents;  // by Actor::apply
  std::vector<PointDamper> dampers;    // by Actor::apply
  Vector6 A_old;                       // A_B of the last iterate of a stage, by add_dampers

  Lanes* J_row(int point, int row) { return J.data() + (point * 6 + row) * nb; }
  const Lanes* J_row(int point, int row) const { return J.data() + (point * 6 + row) * nb; }
};

/// Directions of a tangent: own coordinates move by (dq, dv, da) = (beta, gamma, mu) per unit.
/// Dynamics: mu = 1; statics: (1, 0, 0).
struct Seed {
  double beta = 1, gamma = 0, mu = 0;
};

/// Derivative of a body's balance. x: own unknowns; y = (zeta, dV, dA) of the base, all in B.
///   d tau = T_x x + T_y y,   d F_B = B_x x + B_y y       (children held fixed in their mounts)
struct BodyTangent {
  MatrixX T_x;  // (n x n)
  MatrixX T_y;  // (n x 18)
  MatrixX B_x;  // (6 x n)
  Eigen::Matrix<double, 6, 18> B_y;
};

/// The same along own positions and own velocities apart, at any motion.
struct BodyDerivatives {
  MatrixX T_q, T_v;  // (n x n)
  MatrixX T_y;       // (n x 18)
  MatrixX B_q, B_v;  // (6 x n)
  Eigen::Matrix<double, 6, 18> B_y;
};

/// What an own coordinate is: the amplitude of one shape of a strain.
struct StrainCoordinate {
  int division = 0;         // from 1 on; 0: there is only one
  std::string_view strain;  // "bend_y"
  int index = 0;            // among the shapes of this strain
  bool turns = true;        // a curvature [1/m]; false: a stretch or a shear
  double length = 0;        // [m] of its division of a rod, or of the net; 0: none
  bool place = false;       // a displacement [m] of what `strain` names
};

class BodyFamily {
 public:
  virtual ~BodyFamily() = default;

  virtual std::string_view family() const = 0;
  virtual int n() const = 0;  // own coordinates
  /// Those further apart than this meet neither in inertia nor in stiffness, nor at one point.
  virtual int band() const { return n(); }
  virtual int n_points() const = 0;                               // point 0 is the base
  virtual std::vector<StrainCoordinate> coordinates() const = 0;  // (n)
  virtual std::unique_ptr<FamilyScratch> make_scratch() const = 0;

  /// Reads q, v (and a unless null). Writes pose, r, beta of all points, and J.
  virtual void kinematics(const double* q, const double* v, const double* a, BodyWork&) const = 0;

  /// Inertial wrench of every point for base acceleration A: writes Point::force = inertial - load.
  /// What acts on own coordinates alone (rings of a shell) is added to p_q.
  virtual void forces(const Vector6& A, BodyWork&) const = 0;

  /// Writes M_bb, M_bq, M_qq from J and the poses.
  virtual void inertia(BodyWork&) const = 0;

  /// Adds the elastic and viscous forces of own coordinates, K q + D v if linear, to p_q.
  virtual void add_elasticity(const double* q, const double* v, BodyWork&) const = 0;
  /// Adds E = beta (K + K_act) + gamma D to M_qq and -E a_old to p_q: implicit stages.
  virtual void add_effective_inertia(double beta, double gamma, const double* a_old,
                                     BodyWork&) const = 0;
  /// Stiffness and damping of own coordinates that effective inertia uses, (n x n), at the state
  /// last given to `kinematics`.
  virtual const MatrixX& stiffness(const BodyWork&) const = 0;
  virtual const MatrixX& damping(const BodyWork&) const = 0;

  /// Tangent of the balance at the point forces left by `forces` (children included).
  virtual void tangent(const Seed&, const double* q, const double* v, const double* a, BodyWork&,
                       BodyTangent&) const = 0;

  /// Displacement of one point: zeta (6 x n) and co-moving derivatives of its twist and
  /// acceleration per own unknown, in base coordinates. Valid after `tangent`.
  virtual void point_tangent(int point, const BodyWork&, Eigen::Ref<MatrixX> zeta,
                             Eigen::Ref<MatrixX> dV, Eigen::Ref<MatrixX> dA) const = 0;

  /// Derivatives of the balance at the point forces left by `forces` (children included), and
  /// (zeta, dV, dA) of one point (18 x n) per own position and velocity. Valid after `derivatives`.
  virtual void derivatives(const double* q, const double* v, const double* a, BodyWork&,
                           BodyDerivatives&) const = 0;
  virtual void point_derivatives(int point, const BodyWork&, Eigen::Ref<MatrixX> Y_q,
                                 Eigen::Ref<MatrixX> Y_v) const = 0;

  virtual double kinetic_energy(const BodyWork&) const = 0;
  virtual double elastic_energy(const double* q, const BodyWork&) const = 0;
  /// Power lost in Kelvin-Voigt damping.
  virtual double dissipation(const double* v, const BodyWork&) const = 0;
  virtual double mass() const = 0;
  virtual Vector3 first_moment(const BodyWork&) const = 0;  // sum of m p, in B [kg m]

  /// Do actors leave loads with the family (on the rings of a shell) that only `forces` turns into
  /// forces?
  virtual bool keeps_loads() const { return false; }

  /// Why the body cannot be in the state last given to `kinematics`; empty if it can.
  virtual std::string fault(const BodyWork&) const { return {}; }
};

}  // namespace cuttle
