// Poses, twists, biases and Jacobians of all points of a rod, in base coordinates.
// The Jacobian is accumulated along the rod, never transported:
//   u^ = Ad(g) u,  beta += Ad(g) u' + ad(r) u^,  r += u^,  J += Ad(g) T_L Z,  g <- g exp(Omega)

#include <algorithm>

#include "cuttle/rod/rod.h"
#include "cuttle/rod/rod_scratch.h"

namespace cuttle {
namespace {

/// Strains of a group from the coordinates; rates and accelerations likewise.
void group_strain(const IntervalGroup& group, const RodData& rod, const double* q, const double* v,
                  const double* a, IntervalStrain<Lanes>& s) {
  s.xi1 = group.rest1;
  s.xi2 = group.rest2;
  s.rate1.fill(Lanes(0));
  s.rate2.fill(Lanes(0));
  s.acc1.fill(Lanes(0));
  s.acc2.fill(Lanes(0));
  for (int j = 0; j < group.columns; ++j) {
    const int column = group.column + j;
    const int mode = rod.column_mode[size_t(column)];
    const Lanes phi1 = group.phi1[size_t(j)], phi2 = group.phi2[size_t(j)];
    s.xi1[mode] += phi1 * q[column];
    s.xi2[mode] += phi2 * q[column];
    s.rate1[mode] += phi1 * v[column];
    s.rate2[mode] += phi2 * v[column];
    if (a != nullptr) {
      s.acc1[mode] += phi1 * a[column];
      s.acc2[mode] += phi2 * a[column];
    }
  }
}

void set_lane(PoseT<Lanes>& pose, int lane, const Pose& value) {
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) pose.R(i, j).set(lane, value.R(i, j));
    pose.p[i].set(lane, value.p[i]);
  }
}

Pose get_lane(const PoseT<Lanes>& pose, int lane) {
  Pose value;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) value.R(i, j) = pose.R(i, j)[lane];
    value.p[i] = pose.p[i][lane];
  }
  return value;
}

Vector6 get_lane(const Vec6<Lanes>& x, int lane) {
  Vector6 value;
  for (int i = 0; i < 6; ++i) value[i] = x[i][lane];
  return value;
}

/// Inertia about B of a section with diagonal rotary inertia I and mass m, at pose (R, p):
/// [R I R^T - m [p][p], m [p]; -m [p], m 1].
void group_inertia(const PoseT<Lanes>& g, const Vec3<Lanes>& I, const Lanes& m, Mat6<Lanes>& M) {
  const Vec3<Lanes>& p = g.p;
  const Vec3<Lanes> mp = p * m;
  const Lanes pp = p[0] * mp[0] + p[1] * mp[1] + p[2] * mp[2];
  for (int i = 0; i < 3; ++i)
    for (int j = i; j < 3; ++j) {
      Lanes x = g.R(i, 0) * I[0] * g.R(j, 0) + g.R(i, 1) * I[1] * g.R(j, 1) +
                g.R(i, 2) * I[2] * g.R(j, 2) - mp[i] * p[j];
      if (i == j) x += pp;
      M(i, j) = M(j, i) = x;
    }
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) M(3 + i, 3 + j) = i == j ? m : Lanes(0);
  const Lanes zero(0);
  M(0, 3) = M(1, 4) = M(2, 5) = zero;
  M(0, 4) = -mp[2];
  M(0, 5) = mp[1];
  M(1, 3) = mp[2];
  M(1, 5) = -mp[0];
  M(2, 3) = -mp[1];
  M(2, 4) = mp[0];
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) M(3 + j, i) = M(i, 3 + j);
}

/// The same for a mass per length that differs along the section's axes:
/// [R I R^T + [p] A [p]^T, [p] A; A [p]^T, A] with A = R diag(m) R^T.
void group_anisotropic_inertia(const PoseT<Lanes>& g, const Vec3<Lanes>& I, const Vec3<Lanes>& m,
                               Mat6<Lanes>& M) {
  const Vec3<Lanes>& p = g.p;
  for (int i = 0; i < 3; ++i)
    for (int j = i; j < 3; ++j) {
      const Lanes x = g.R(i, 0) * g.R(j, 0), y = g.R(i, 1) * g.R(j, 1), z = g.R(i, 2) * g.R(j, 2);
      M(i, j) = x * I[0] + y * I[1] + z * I[2];
      M(3 + i, 3 + j) = M(3 + j, 3 + i) = x * m[0] + y * m[1] + z * m[2];
    }
  for (int j = 3; j < 6; ++j) {
    M(0, j) = M(j, 0) = p[1] * M(5, j) - p[2] * M(4, j);
    M(1, j) = M(j, 1) = p[2] * M(3, j) - p[0] * M(5, j);
    M(2, j) = M(j, 2) = p[0] * M(4, j) - p[1] * M(3, j);
  }
  // [p] A [p]^T, row by row: the coupling row crossed with p
  for (int i = 0; i < 3; ++i) {
    const Vec3<Lanes> c(M(i, 3), M(i, 4), M(i, 5));
    const Vec3<Lanes> turned = cross(p, c);
    for (int j = i; j < 3; ++j) M(i, j) += turned[j];
  }
  M(1, 0) = M(0, 1);
  M(2, 0) = M(0, 2);
  M(2, 1) = M(1, 2);
}

/// The same for any section inertia: Ad(g^-1)^T M Ad(g^-1), one point at a time.
void general_inertia(const Pose& g, const Matrix6& section, int lane, Mat6<Lanes>& M) {
  const Matrix6 Ad_inverse = Ad(g.inverse());
  const Matrix6 full = Ad_inverse.transpose() * section * Ad_inverse;
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 6; ++j) M(i, j).set(lane, full(i, j));
}

template <class Predicate>
bool all_of(int first, int last, Predicate predicate) {
  for (int i = first; i < last; ++i)
    if (!predicate(i)) return false;
  return true;
}

/// J of the interval's end: J of its start plus the strips of the interval, block by block with its
/// six rows in registers.
void add_interval_jacobian(const std::vector<BasisStrip>& strips, const GroupWork& work, int lane,
                           int from, int to, BodyWork& b) {
  const BasisStrip* strip = strips.data();
  const BasisStrip* const end = strip + strips.size();
  for (int block = 0; block < b.nb; ++block) {
    Lanes sum[6];
    for (int row = 0; row < 6; ++row) sum[row] = b.J_row(from, row)[block];
    for (; strip != end && strip->block == block; ++strip) {
      const auto* c1 = doubles(work.column1[strip->mode].data()) + lane;
      const auto* c2 = doubles(work.column2[strip->mode].data()) + lane;
      for (int row = 0; row < 6; ++row)
        sum[row] += strip->phi1 * Lanes(c1[kBlock * row]) + strip->phi2 * Lanes(c2[kBlock * row]);
    }
    for (int row = 0; row < 6; ++row) b.J_row(to, row)[block] = sum[row];
  }
}

}  // namespace

std::unique_ptr<FamilyScratch> Rod::make_scratch() const {
  auto scratch = std::make_unique<RodScratch>();
  scratch->groups.resize(data_.groups.size());
  scratch->MJ.assign(size_t(n_points() * 6 * block_count(data_.n)), Lanes(0));
  return scratch;
}

void Rod::kinematics(const double* q, const double* v, const double* a, BodyWork& b) const {
  auto& scratch = static_cast<RodScratch&>(*b.scratch);
  const int intervals = int(data_.from.size());
  Point& base = b.points[0];
  base.X_BP = Pose::identity();
  base.r.setZero();
  base.beta.setZero();
  for (int k = 0; k < 6 * b.nb; ++k) b.J[size_t(k)] = Lanes(0);

  for (size_t g = 0; g < data_.groups.size(); ++g) {
    const IntervalGroup& group = data_.groups[g];
    GroupWork& work = scratch.groups[g];
    const int first = int(g) * kBlock, last = std::min(first + kBlock, intervals);
    const auto skip = [&](int i) { return data_.passive[size_t(i)] && !b.passive_points; };
    if (all_of(first, last, skip)) continue;

    // local stage, 8 intervals at once: strains, exp, dexp
    group_strain(group, data_, q, v, a, work.strain);
    work.motion = interval_motion(group.h, group.c, work.strain);

    // poses, one after the other
    for (int i = first; i < last; ++i) {
      if (skip(i)) continue;
      const Pose& from = b.points[size_t(data_.from[size_t(i)])].X_BP;
      Pose& to = b.points[size_t(i + 1)].X_BP;
      to = from * get_lane(work.motion.step.E, i - first);
      set_lane(work.g_from, i - first, from);
      set_lane(work.g_to, i - first, to);
    }

    // into base coordinates, 8 at once
    const Vec6<Lanes> u_B = Ad_apply(work.g_from, work.motion.u);
    const Vec6<Lanes> u_dot_B = Ad_apply(work.g_from, work.motion.u_dot);
    for (int mode : group.modes) {
      work.column1[mode] = Ad_apply(work.g_from, interval_column(work.motion.step, group.h, group.c,
                                                                 work.strain.xi2, -1, mode));
      work.column2[mode] = Ad_apply(work.g_from, interval_column(work.motion.step, group.h, group.c,
                                                                 work.strain.xi1, +1, mode));
    }

    // sums along the rod
    for (int i = first; i < last; ++i) {
      if (skip(i)) continue;
      const int lane = i - first, from = data_.from[size_t(i)];
      const Point& start = b.points[size_t(from)];
      Point& end = b.points[size_t(i + 1)];
      const Vector6 u = get_lane(u_B, lane);
      end.beta = start.beta + get_lane(u_dot_B, lane) + ad_apply(start.r, u);
      end.r = start.r + u;
      for (int row = 0; row < 6; ++row) {
        work.r[row].set(lane, end.r[row]);
        work.beta[row].set(lane, end.beta[row]);
      }
      add_interval_jacobian(data_.strips[size_t(i)], work, lane, from, i + 1, b);
    }

    // inertia of the end points about the base
    if (data_.isotropic_mass)
      group_inertia(work.g_to, group.I, group.m[0], work.M);
    else
      group_anisotropic_inertia(work.g_to, group.I, group.m, work.M);
    if (!data_.diagonal_inertia)
      for (int i = first; i < last; ++i)
        if (data_.weight[size_t(i + 1)] > 0)
          general_inertia(b.points[size_t(i + 1)].X_BP, data_.inertia[size_t(i + 1)], i - first,
                          work.M);
  }
}

}  // namespace cuttle
