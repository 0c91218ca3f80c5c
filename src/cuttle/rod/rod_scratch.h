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

/// Columns of a tangent along the rod: 6 x n per point.
struct RodTangentWork {
  Seed seed;
  std::vector<MatrixX> dr, dbeta;     // (points) derivative of r and beta
  MatrixX zeta, D_nu, D_alpha, d_force, nu_block;  // (6 x n) of one point
  std::vector<Vector6> suffix;        // (points) sum of forces from that point on
};

struct RodScratch final : FamilyScratch {
  std::vector<GroupWork> groups;
  std::vector<Lanes> MJ;  // (points x 6 x nb)
  Vector6 A = Vector6::Zero();  // base acceleration of the last `forces`
  RodTangentWork tangent;
};

}  // namespace cuttle
