#pragma once

#include <vector>

#include "cuttle/core/body.h"
#include "cuttle/math/lanes.h"
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

/// What one group of intervals needs on the way to a tangent, in base coordinates. A direction of
/// an interval is the strain of an active mode at Zanna point 1 or 2: number 2 (mode) + point - 1.
struct GroupTangent {
  Vec6<Lanes> first[12], second[12];  // J' and J'' per unit strain, per direction
  Lanes form[12][12];                 // of F . T_L z: row = direction of z, column = direction
  Mat6<Lanes> N, H, Z;                // d force per dV of the base, per J' and per J
};

/// Memory of a tangent: columns of own coordinates in rows of 8, six rows per point.
struct RodTangentWork {
  Seed seed;                    // of the last `tangent`
  std::vector<Lanes> J1, J2;    // (points x 6 x nb) time derivatives of J
  std::vector<Lanes> force[2];  // (points x 6 x nb) derivative of the point forces, per seed
  std::vector<Lanes> T_form;    // (8 nb columns x nb) by the second forms of the intervals
  std::vector<Lanes> T_x;       // (8 nb columns x nb)
  std::vector<Lanes> B_x;       // (6 x nb)
  std::vector<Lanes> T_y;       // (18 x nb) transposed
  std::vector<Lanes> form_phi;  // (12 x nb) form times basis
  std::vector<int> begins;      // (nb) first point whose J is not zero
  std::vector<int> changed;     // points whose force is not zero along one block
  std::vector<Vector6> suffix;  // (points) sum of the forces from that point on
  GroupTangent group;

  void resize(int points, int nb) {
    if (suffix.size() == size_t(points)) return;
    const auto rows = size_t(points * 6 * nb);
    J1.assign(rows, Lanes(0));
    J2.assign(rows, Lanes(0));
    for (std::vector<Lanes>& f : force) f.assign(rows, Lanes(0));
    T_form.assign(size_t(kBlock * nb * nb), Lanes(0));
    T_x = T_form;
    B_x.assign(size_t(6 * nb), Lanes(0));
    T_y.assign(size_t(18 * nb), Lanes(0));
    form_phi.assign(size_t(12 * nb), Lanes(0));
    begins.assign(size_t(nb), 0);
    changed.reserve(size_t(points));
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
