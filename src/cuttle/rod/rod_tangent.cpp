#include <algorithm>
#include <array>

#include "cuttle/rod/rod.h"
#include "cuttle/rod/tangent_sweep.h"

namespace cuttle {
namespace {

/// (zeta, dV, dA) of a point along a seed, to the columns of three matrices.
void write_variation(const Seed& seed, int point, const BodyWork& b, Eigen::Ref<MatrixX> zeta,
                     Eigen::Ref<MatrixX> dV, Eigen::Ref<MatrixX> dA) {
  const auto& scratch = static_cast<const RodScratch&>(*b.scratch);
  const Columns V = spread(b.V_B), r = spread(b.points[size_t(point)].r), A = spread(scratch.A);
  const Columns relative = V - r;
  for (int block = 0; block < b.nb; ++block) {
    const auto first = size_t(point * 6 * b.nb + block);
    const Moved moved(seed, load_columns(&b.J[first], b.nb),
                      load_columns(&scratch.tangent.J1[first], b.nb),
                      load_columns(&scratch.tangent.J2[first], b.nb));
    const Columns turned = ad_apply(V, moved.zeta), rate = moved.eta + turned;
    const Columns acc =
        moved.kappa + ad_apply(relative, moved.eta) + ad_apply(A, moved.zeta) - ad_apply(r, turned);
    const int columns = std::min(kBlock, b.n - block * kBlock);
    for (int j = 0; j < columns; ++j)
      for (int row = 0; row < 6; ++row) {
        zeta(row, block * kBlock + j) = moved.zeta[row][j];
        dV(row, block * kBlock + j) = rate[row][j];
        dA(row, block * kBlock + j) = acc[row][j];
      }
  }
}

/// True if all six rows of a point are zero in one block of 8 columns.
bool is_zero(const Lanes* rows, int stride) {
  auto mask = rows[0].r != Lanes(0).r;
  for (int i = 1; i < 6; ++i) mask |= rows[i * stride].r != Lanes(0).r;
  long long other = 0;
  for (int j = 0; j < kBlock; ++j) other |= mask[j];
  return other == 0;
}

constexpr Seed kPosition{1, 0, 0}, kVelocity{0, 1, 0};

}  // namespace

int TangentSweep::first_moved(int block) const {
  const int end = int(b_.points.size());
  int point = 1;
  while (point < end && is_zero(&b_.J[size_t(point * 6 * nb_ + block)], nb_)) ++point;
  return point;
}

void TangentSweep::find_changed(const std::vector<Lanes>& force, int block) {
  work_.changed.resize(b_.points.size());
  size_t count = 0;
  for (int point = 1; point < int(b_.points.size()); ++point) {
    work_.changed[count] = point;
    count += is_zero(&force[size_t(point * 6 * nb_ + block)], nb_) ? 0 : 1;
  }
  work_.changed.resize(count);
}

void TangentSweep::collect(int slot, MatrixX& T_x, MatrixX& B_x) {
  const Seed& seed = seeds_[size_t(slot)];
  const std::vector<Lanes>& force = work_.force[slot];
  const int n = b_.n, points = int(b_.points.size());
  for (size_t k = 0; k < work_.T_x.size(); ++k) work_.T_x[k] = work_.T_form[k] * seed.beta;
  std::fill(work_.B_x.begin(), work_.B_x.end(), Lanes(0));

  // J^T d force in tiles of 8 x 8, whose columns stay in registers. Coordinates of one division of
  // a rod move nothing before it, and change no force where nothing acts: these zeros are left out.
  for (int row = 0; row < nb_; ++row) work_.begins[size_t(row)] = first_moved(row);
  for (int column = 0; column < nb_; ++column) {
    find_changed(force, column);
    for (int row = 0; row < nb_; ++row) {
      Lanes sum[kBlock];
      for (int j = 0; j < kBlock; ++j)
        sum[j] = work_.T_x[size_t((column * kBlock + j) * nb_ + row)];
      const auto from = std::ranges::lower_bound(work_.changed, work_.begins[size_t(row)]);
      for (auto at = from; at != work_.changed.end(); ++at) {
        for (int k = 6 * *at; k < 6 * *at + 6; ++k) {
          const Lanes J = b_.J[size_t(k * nb_ + row)];
          const auto* f = doubles(&force[size_t(k * nb_ + column)]);
          for (int j = 0; j < kBlock; ++j) sum[j] += J * Lanes(f[j]);
        }
      }
      for (int j = 0; j < kBlock; ++j)
        work_.T_x[size_t((column * kBlock + j) * nb_ + row)] = sum[j];
    }
  }
  for (int k = 0; k < 6 * points; ++k)
    for (int block = 0; block < nb_; ++block)
      work_.B_x[size_t(k % 6 * nb_ + block)] += force[size_t(k * nb_ + block)];

  T_x.resize(n, n);
  B_x.resize(6, n);
  for (int j = 0; j < n; ++j) {
    const auto* column = doubles(&work_.T_x[size_t(j * nb_)]);
    for (int i = 0; i < n; ++i)
      T_x(i, j) = column[i] + seed.beta * data_.K(i, j) + seed.gamma * data_.D(i, j);
    for (int row = 0; row < 6; ++row) B_x(row, j) = doubles(&work_.B_x[size_t(row * nb_)])[j];
  }
  if (!b_.has_K_act) return;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) T_x(i, j) += seed.beta * doubles(&b_.K_act[size_t(i * nb_)])[j];
}

void TangentSweep::collect_base(MatrixX& T_y) const {
  T_y.resize(b_.n, 18);
  for (int c = 0; c < 18; ++c)
    T_y.col(c) = Eigen::Map<const VectorX>(doubles(&work_.T_y[size_t(c * nb_)]), b_.n);
}

void Rod::tangent(const Seed& seed, const double*, const double* v, const double* a, BodyWork& b,
                  BodyTangent& t) const {
  TangentSweep sweep(data_, {&seed, 1}, b);
  sweep.run(v, a, t.B_y);
  sweep.collect(0, t.T_x, t.B_x);
  sweep.collect_base(t.T_y);
  static_cast<RodScratch&>(*b.scratch).tangent.seed = seed;
}

void Rod::point_tangent(int point, const BodyWork& b, Eigen::Ref<MatrixX> zeta,
                        Eigen::Ref<MatrixX> dV, Eigen::Ref<MatrixX> dA) const {
  const Seed& seed = static_cast<const RodScratch&>(*b.scratch).tangent.seed;
  write_variation(seed, point, b, zeta, dV, dA);
}

void Rod::derivatives(const double*, const double* v, const double* a, BodyWork& b,
                      BodyDerivatives& d) const {
  const std::array<Seed, 2> seeds = {kPosition, kVelocity};
  TangentSweep sweep(data_, seeds, b);
  sweep.run(v, a, d.B_y);
  sweep.collect(0, d.T_q, d.B_q);
  sweep.collect(1, d.T_v, d.B_v);
  sweep.collect_base(d.T_y);
}

void Rod::point_derivatives(int point, const BodyWork& b, Eigen::Ref<MatrixX> Y_q,
                            Eigen::Ref<MatrixX> Y_v) const {
  write_variation(kPosition, point, b, Y_q.topRows<6>(), Y_q.middleRows<6>(6), Y_q.bottomRows<6>());
  write_variation(kVelocity, point, b, Y_v.topRows<6>(), Y_v.middleRows<6>(6), Y_v.bottomRows<6>());
}

}  // namespace cuttle
