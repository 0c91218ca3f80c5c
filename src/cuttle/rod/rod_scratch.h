#pragma once

#include <vector>

#include "cuttle/math/lanes.h"
#include "cuttle/model/body.h"
#include "cuttle/rod/interval.h"

namespace cuttle {

/// Results of 8 intervals side by side; lane l of group g is interval 8 g + l.
struct GroupWork {
  IntervalStrain<Lanes> strain;        // by kinematics
  IntervalMotion<Lanes> motion;        // by kinematics
  PoseT<Lanes> g_from;                 // pose of the interval's start in B, by kinematics
  PoseT<Lanes> g_to;                   // and of its end
  Vec6<Lanes> column1[6], column2[6];  // twist in B per unit strain rate, per mode, by kinematics
  Vec6<Lanes> r, beta;                 // of the end points, by kinematics
  Mat6<Lanes> M;                       // inertia of the end points about B, by kinematics
  Vec6<Lanes> force;                   // by forces
};

/// Memory of a tangent: columns of own coordinates, in base coordinates; six rows per point, all
/// points below each other.
struct RodTangentWork {
  Seed seed;
  MatrixX J, dr, dbeta;         // (6 points x n) J, derivative of r and beta
  MatrixX d_force;              // (6 points x n) derivative of the point forces
  MatrixX base_force;           // (6 points x 18) likewise, per base direction
  MatrixX phi, block_phi;       // (12 intervals x n) basis per direction of an interval
  MatrixX columns;              // (6 x n)
  std::vector<Vector6> suffix;  // (points) sum of the forces from that point on

  void resize(int points, int n) {
    if (J.rows() == 6 * points) return;
    J = dr = dbeta = d_force = MatrixX::Zero(6 * points, n);
    base_force = MatrixX::Zero(6 * points, 18);
    phi = block_phi = MatrixX::Zero(12 * points, n);
    columns = MatrixX::Zero(6, n);
    suffix.assign(size_t(points), Vector6::Zero());
  }
};

struct RodScratch final : FamilyScratch {
  std::vector<GroupWork> groups;
  std::vector<Lanes> MJ;        // (points x 6 x nb)
  Vector6 A = Vector6::Zero();  // base acceleration of the last `forces`
  RodTangentWork tangent;
};

}  // namespace cuttle
