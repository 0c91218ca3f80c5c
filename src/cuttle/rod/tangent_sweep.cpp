#include "cuttle/rod/tangent_sweep.h"

#include <algorithm>

namespace cuttle {
namespace {

/// M ad(x), 8 matrices side by side.
void times_ad(const Mat6<Lanes>& M, const Vec6<Lanes>& x, Mat6<Lanes>& product) {
  const Vec3<Lanes> w = x.head<3>(), v = x.tail<3>();
  for (int i = 0; i < 6; ++i) {
    const Vec3<Lanes> m1(M(i, 0), M(i, 1), M(i, 2)), m2(M(i, 3), M(i, 4), M(i, 5));
    const Vec3<Lanes> left = cross(m1, w) + cross(m2, v), right = cross(m2, w);
    for (int j = 0; j < 3; ++j) {
      product(i, j) = left[j];
      product(i, 3 + j) = right[j];
    }
  }
}

/// y += M x with the matrix of one lane.
[[gnu::always_inline]] inline void add_product(const Mat6<Lanes>& M, int lane, const Columns& x,
                                               Columns& y) {
  for (int j = 0; j < 6; ++j)
    for (int i = 0; i < 6; ++i) y[i] += x[j] * Lanes(doubles(&M(i, j))[lane]);
}
[[gnu::always_inline]] inline void add_product(const Matrix6& M, const Columns& x, Columns& y) {
  for (int j = 0; j < 6; ++j)
    for (int i = 0; i < 6; ++i) y[i] += x[j] * Lanes(M(i, j));
}
/// y += M^T x.
[[gnu::always_inline]] inline void add_transposed(const Mat6<Lanes>& M, int lane, const Columns& x,
                                                  Lanes* y, int stride) {
  for (int j = 0; j < 6; ++j)
    for (int i = 0; i < 6; ++i) y[j * stride] += x[i] * Lanes(doubles(&M(i, j))[lane]);
}
[[gnu::always_inline]] inline void add_transposed(const Matrix6& M, const Columns& x, Lanes* y,
                                                  int stride) {
  for (int j = 0; j < 6; ++j)
    for (int i = 0; i < 6; ++i) y[j * stride] += x[i] * Lanes(M(i, j));
}

}  // namespace

void TangentSweep::run(const double* v, const double* a, BaseColumns& B_y) {
  const auto moves = [&](const double* rate) {
    return rate != nullptr && std::any_of(rate, rate + data_.n, [](double x) { return x != 0; });
  };
  const bool moving = moves(v) || moves(a);
  const int intervals = int(data_.from.size());
  start();
  B_y.setZero();
  for (size_t g = 0; g < data_.groups.size(); ++g) {
    const IntervalGroup& group = data_.groups[g];
    const GroupWork& local = scratch_.groups[g];
    const int first = int(g) * kBlock, last = std::min(first + kBlock, intervals);
    if (moving) {
      group_rates(group, local, first, last);
      jacobian_rates(group, first, last);
    }
    group_forms(group, local, first, last);
    group_matrices(local);
    // nothing pulls at passive points: they add nothing
    for (int i = first; i < last; ++i) {
      if (data_.passive[size_t(i)]) continue;
      add_form(i, 2 * int(group.modes.size()));
      point_forces(local, i + 1, B_y);
      interval_forces(i);
    }
  }
  for (const PointTangent& tangent : b_.tangents) load_forces(tangent, B_y);
}

void TangentSweep::start() {
  const int points = int(b_.points.size());
  work_.resize(points, nb_);
  // the wrench of all that lies beyond a point, the point included
  for (int k = 0; k < points; ++k) work_.suffix[size_t(k)] = b_.points[size_t(k)].force;
  for (int i = int(data_.from.size()) - 1; i >= 0; --i)
    work_.suffix[size_t(data_.from[size_t(i)])] += work_.suffix[size_t(i + 1)];
  for (std::vector<Lanes>* x : {&work_.J1, &work_.J2, &work_.force[0], &work_.T_form, &work_.T_y})
    std::fill(x->begin(), x->end(), Lanes(0));
  if (seeds_.size() > 1) std::fill(work_.force[1].begin(), work_.force[1].end(), Lanes(0));
}

void TangentSweep::group_matrices(const GroupWork& local) {
  GroupTangent& t = work_.group;
  const Vec6<Lanes> V = spread(b_.V_B), A = spread(scratch_.A), nu = V + local.r;
  Vec6<Lanes> h;
  for (int i = 0; i < 6; ++i) {
    h[i] = local.M(i, 0) * nu[0];
    for (int j = 1; j < 6; ++j) h[i] += local.M(i, j) * nu[j];
  }
  // N = (.) x* h - (M ad(nu))^T - M ad(r)
  Mat6<Lanes> M_V, M_r;
  times_ad(local.M, V, M_V);
  times_ad(local.M, local.r, M_r);
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 6; ++j) t.N(i, j) = -(M_V(j, i) + M_r(j, i) + M_r(i, j));
  for (int k = 0; k < 3; ++k) {
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    // minus the cross matrices of moment and force
    t.N(i, j) += h[k];
    t.N(j, i) -= h[k];
    t.N(i, 3 + j) += h[3 + k];
    t.N(j, 3 + i) -= h[3 + k];
    t.N(3 + i, j) += h[3 + k];
    t.N(3 + j, i) -= h[3 + k];
  }
  times_ad(local.M, A, t.Z);
  times_ad(t.N, V, t.H);
  t.Z += t.H;
  t.H = t.N + M_V;
}

void TangentSweep::point_forces(const GroupWork& local, int point, BaseColumns& B_y) {
  const GroupTangent& t = work_.group;
  const int lane = (point - 1) % kBlock;
  const bool station = data_.weight[size_t(point)] > 0;
  const Columns f = spread(b_.points[size_t(point)].force);
  for (int block = 0; block < nb_; ++block) {
    const Columns J = load_columns(b_.J_row(point, 0) + block, nb_);
    const Columns J1 = load_columns(rows(work_.J1, point) + block, nb_);
    const Columns J2 = load_columns(rows(work_.J2, point) + block, nb_);
    for (size_t s = 0; s < seeds_.size(); ++s) {
      const Moved moved(seeds_[s], J, J1, J2);
      Columns force = cross_wrench(moved.zeta, f);
      if (station) {
        add_product(local.M, lane, moved.kappa, force);
        add_product(t.H, lane, moved.eta, force);
        if (seeds_[s].beta != 0) add_product(t.Z, lane, moved.zeta, force);
      }
      add_columns(force, rows(work_.force[s], point) + block, nb_);
    }
    if (!station) continue;
    add_transposed(t.N, lane, J, work_.T_y.data() + 6 * nb_ + block, nb_);
    add_transposed(local.M, lane, J, work_.T_y.data() + 12 * nb_ + block, nb_);
  }
  if (!station) return;
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 6; ++j) {
      B_y(i, 6 + j) += t.N(i, j)[lane];
      B_y(i, 12 + j) += local.M(i, j)[lane];
    }
}

/// T_L Z is the step of J, so its share of the force goes to both ends.
void TangentSweep::interval_forces(int i) {
  const int from = data_.from[size_t(i)];
  if (from == 0) return;
  const Columns F = spread(work_.suffix[size_t(i + 1)]);
  for (int block = 0; block < nb_; ++block) {
    const Columns turned = cross_wrench(load_columns(b_.J_row(from, 0) + block, nb_), F);
    for (size_t s = 0; s < seeds_.size(); ++s) {
      if (seeds_[s].beta == 0) continue;
      const Columns part = turned * Lanes(seeds_[s].beta);
      add_columns(-part, rows(work_.force[s], i + 1) + block, nb_);
      add_columns(part, rows(work_.force[s], from) + block, nb_);
    }
  }
}

void TangentSweep::load_forces(const PointTangent& load, BaseColumns& B_y) {
  const int point = load.point;
  B_y.leftCols<6>() += load.K;
  B_y.middleCols<6>(6) += load.D;
  if (point == 0) return;
  const Columns V = spread(b_.V_B);
  for (int block = 0; block < nb_; ++block) {
    const Columns J = load_columns(b_.J_row(point, 0) + block, nb_);
    const Columns J1 = load_columns(rows(work_.J1, point) + block, nb_);
    for (size_t s = 0; s < seeds_.size(); ++s) {
      const Moved moved(seeds_[s], J, J1, J1);
      Columns force = Columns::Constant(Lanes(0));
      add_product(load.K, moved.zeta, force);
      add_product(load.D, moved.eta + ad_apply(V, moved.zeta), force);
      add_columns(force, rows(work_.force[s], point) + block, nb_);
    }
    add_transposed(load.K, J, work_.T_y.data() + block, nb_);
    add_transposed(load.D, J, work_.T_y.data() + 6 * nb_ + block, nb_);
  }
}

}  // namespace cuttle
