// Inertial forces and mass matrix of a rod, stations summed in base coordinates:
//   nu = V + r,  alpha = A + beta + ad(V) r,  f = M alpha + nu x* (M nu)
//   M_bb += M,  M_bq += M J,  M_qq += J^T M J

#include <algorithm>

#include "cuttle/rod/rod.h"
#include "cuttle/rod/rod_scratch.h"

namespace cuttle {
namespace {

Vec6<Lanes> broadcast(const Vector6& x) {
  Vec6<Lanes> y;
  for (int i = 0; i < 6; ++i) y[i] = Lanes(x[i]);
  return y;
}

[[gnu::always_inline]] inline Vec6<Lanes> times(const Mat6<Lanes>& M, const Vec6<Lanes>& x) {
  Vec6<Lanes> y;
  for (int i = 0; i < 6; ++i) {
    Lanes sum = M(i, 0) * x[0];
    for (int j = 1; j < 6; ++j) sum += M(i, j) * x[j];
    y[i] = sum;
  }
  return y;
}

/// One 8 x 8 tile of J^T (M J), summed over all stations with its rows kept in registers.
/// `rows` is the number of rows that are not padding.
template <int rows>
void add_tile(const std::vector<int>& stations, const BodyWork& b, const std::vector<Lanes>& MJ,
              int row_block, int column_block, Lanes* M_qq) {
  Lanes sum[rows];
  for (Lanes& s : sum) s = Lanes(0);
  for (int k : stations)
    for (int row = 0; row < 6; ++row) {
      const auto* x = doubles(b.J_row(k, row) + row_block);
      const Lanes y = MJ[size_t((k * 6 + row) * b.nb + column_block)];
      for (int i = 0; i < rows; ++i) sum[i] += y * Lanes(x[i]);
    }
  for (int i = 0; i < rows; ++i) M_qq[(row_block * kBlock + i) * b.nb + column_block] = sum[i];
}

using AddTile = void (*)(const std::vector<int>&, const BodyWork&, const std::vector<Lanes>&, int,
                         int, Lanes*);
constexpr AddTile kAddTile[] = {add_tile<1>, add_tile<2>, add_tile<3>, add_tile<4>,
                                add_tile<5>, add_tile<6>, add_tile<7>, add_tile<8>};

}  // namespace

void Rod::forces(const Vector6& A, BodyWork& b) const {
  auto& scratch = static_cast<RodScratch&>(*b.scratch);
  scratch.A = A;
  const Vec6<Lanes> V = broadcast(b.V_B), A_B = broadcast(A);
  b.points[0].force = -b.points[0].load;
  for (size_t g = 0; g < data_.groups.size(); ++g) {
    GroupWork& work = scratch.groups[g];
    const Vec6<Lanes> nu = V + work.r;
    const Vec6<Lanes> alpha = A_B + work.beta + ad_apply(V, work.r);
    const Vec6<Lanes> momentum = times(work.M, nu);
    work.force = times(work.M, alpha) + cross_wrench(nu, momentum);
    const int first = int(g) * kBlock;
    const int last = std::min(first + kBlock, int(data_.from.size()));
    for (int i = first; i < last; ++i) {
      Point& point = b.points[size_t(i + 1)];
      point.force = -point.load;
      if (data_.weight[size_t(i + 1)] == 0) continue;
      for (int row = 0; row < 6; ++row) point.force[row] += work.force[row][i - first];
    }
  }
}

void Rod::inertia(BodyWork& b) const {
  auto& scratch = static_cast<RodScratch&>(*b.scratch);
  b.M_bb.setZero();
  std::fill(b.M_bq.begin(), b.M_bq.end(), Lanes(0));

  for (int k : data_.stations) {
    const GroupWork& work = scratch.groups[size_t((k - 1) / kBlock)];
    const int lane = (k - 1) % kBlock;
    double M[6][6];
    for (int i = 0; i < 6; ++i)
      for (int j = 0; j < 6; ++j) {
        M[i][j] = work.M(i, j)[lane];
        b.M_bb(i, j) += M[i][j];
      }
    for (int block = 0; block < b.nb; ++block) {
      Lanes J[6];
      for (int j = 0; j < 6; ++j) J[j] = b.J_row(k, j)[block];
      for (int i = 0; i < 6; ++i) {
        Lanes sum = J[0] * M[i][0];
        for (int j = 1; j < 6; ++j) sum += J[j] * M[i][j];
        scratch.MJ[size_t((k * 6 + i) * b.nb + block)] = sum;
        b.M_bq[size_t(i * b.nb + block)] += sum;
      }
    }
  }

  // upper block triangle only
  for (int i = 0; i < b.nb; ++i) {
    const AddTile add = kAddTile[std::min(kBlock, b.n - i * kBlock) - 1];
    for (int j = i; j < b.nb; ++j) add(data_.stations, b, scratch.MJ, i, j, b.M_qq.data());
  }
}

double Rod::kinetic_energy(const BodyWork& b) const {
  const auto& scratch = static_cast<const RodScratch&>(*b.scratch);
  double energy = 0;
  for (int k : data_.stations) {
    const GroupWork& work = scratch.groups[size_t((k - 1) / kBlock)];
    const int lane = (k - 1) % kBlock;
    const Vector6 nu = b.V_B + b.points[size_t(k)].r;
    for (int i = 0; i < 6; ++i)
      for (int j = 0; j < 6; ++j) energy += 0.5 * nu[i] * work.M(i, j)[lane] * nu[j];
  }
  return energy;
}

Vector3 Rod::first_moment(const BodyWork& b) const {
  Vector3 sum = Vector3::Zero();
  for (int k : data_.stations) {
    const Matrix6 M = data_.inertia[size_t(k)] - data_.added_mass[size_t(k)];
    const Pose& g = b.points[size_t(k)].X_BP;
    // mass times centre offset stands in the coupling block of a custom section: m [c]
    const Vector3 offset(M(2, 4), M(0, 5), M(1, 3));
    sum += M(3, 3) * g.p + g.R * offset;
  }
  return sum;
}

}  // namespace cuttle
