#pragma once

#include <vector>

#include "cuttle/math/lanes.h"
#include "cuttle/model/body.h"
#include "cuttle/rod/interval.h"

namespace cuttle {

/// Results of 8 intervals side by side; lane l of group g is interval 8 g + l.
struct GroupWork {
  IntervalStrain<Lanes> strain;     // by kinematics
  IntervalMotion<Lanes> motion;     // by kinematics
  PoseT<Lanes> g_from;              // pose of the interval's start in B, by kinematics
  PoseT<Lanes> g_to;                // and of its end
  Vec6<Lanes> column1[6], column2[6];  // twist in B per unit strain rate, per mode, by kinematics
  Vec6<Lanes> r, beta;              // of the end points, by kinematics
  Mat6<Lanes> M;                    // inertia of the end points about B, by kinematics
  Vec6<Lanes> force;                // by forces
};

/// Memory of a tangent: columns of own coordinates, base coordinates.
struct RodTangentWork {
  Seed seed;
  std::vector<MatrixX> J;          // (points) 6 x n
  std::vector<MatrixX> dr, dbeta;  // (points) 6 x n, derivative of r and beta
  std::vector<Vector6> suffix;     // (points) sum of the forces from that point on
  MatrixX zeta, columns, du, du_dot;  // 6 x n
  MatrixX phi, block_phi;          // 12 x n

  void resize(int points, int n) {
    if (int(J.size()) == points) return;
    const MatrixX zero = MatrixX::Zero(6, n);
    J.assign(size_t(points), zero);
    dr.assign(size_t(points), zero);
    dbeta.assign(size_t(points), zero);
    suffix.assign(size_t(points), Vector6::Zero());
    zeta = columns = du = du_dot = zero;
    phi = block_phi = MatrixX::Zero(12, n);
  }
};

struct RodScratch final : FamilyScratch {
  std::vector<GroupWork> groups;
  std::vector<Lanes> MJ;  // (points x 6 x nb)
  Vector6 A = Vector6::Zero();  // base acceleration of the last `forces`
  RodTangentWork tangent;
};

}  // namespace cuttle
