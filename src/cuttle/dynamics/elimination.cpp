#include "cuttle/dynamics/elimination.h"

#include <algorithm>
#include <cmath>

namespace cuttle {

void add_force(int point, const Vector6& f, BodyWork& b) {
  b.p_b += f;
  for (int block = 0; block < b.nb; ++block) {
    Lanes sum = b.p_q[size_t(block)];
    for (int row = 0; row < 6; ++row) sum += b.J_row(point, row)[block] * f[row];
    b.p_q[size_t(block)] = sum;
  }
}

void add_station(int point, const Matrix6& M, const Vector6& f, BodyWork& b) {
  b.M_bb += M;
  add_force(point, f, b);
  for (int column = 0; column < b.nb; ++column) {
    Lanes MJ[6];
    for (int i = 0; i < 6; ++i) {
      MJ[i] = Lanes(0);
      for (int j = 0; j < 6; ++j) MJ[i] += b.J_row(point, j)[column] * M(i, j);
      b.M_bq[size_t(i * b.nb + column)] += MJ[i];
    }
    // upper block triangle
    for (int row = 0; row <= column; ++row)
      for (int k = 0; k < 6; ++k) {
        const auto* J = doubles(b.J_row(point, k) + row);
        for (int i = 0; i < kBlock; ++i)
          b.M_qq[size_t((row * kBlock + i) * b.nb + column)] += MJ[k] * Lanes(J[i]);
      }
  }
}

bool eliminate(BodyWork& b, Matrix6& M, Vector6& p) {
  const int n = b.n, nb = b.nb;
  // right-hand sides: row j = (M_bq(:, j), p_q(j), 0)
  for (int j = 0; j < n; ++j) {
    Lanes row(0);
    for (int i = 0; i < 6; ++i) row.set(i, b.M_bq[size_t(i * nb + j / kBlock)][j % kBlock]);
    row.set(6, b.p_q[size_t(j / kBlock)][j % kBlock]);
    b.W[size_t(j)] = row;
  }

  // Cholesky by rows of the upper factor, right-hand sides alongside
  double WW[7][8] = {};
  for (int k = 0; k < n; ++k) {
    Lanes* row_k = &b.M_qq[size_t(k * nb)];
    const double pivot = row_k[k / kBlock][k % kBlock];
    if (!(pivot > 0)) return false;
    const double scale = 1 / std::sqrt(pivot);
    const int end = std::min(n, k + b.band + 1), last = block_count(end);
    for (int block = k / kBlock; block < last; ++block) row_k[block] *= Lanes(scale);
    const Lanes w = b.W[size_t(k)] * scale;
    b.W[size_t(k)] = w;
    for (int j = k + 1; j < end; ++j) {
      const double factor = doubles(row_k)[j];
      Lanes* row_j = &b.M_qq[size_t(j * nb)];
      for (int block = j / kBlock; block < last; ++block) row_j[block] -= row_k[block] * factor;
      b.W[size_t(j)] -= w * factor;
    }
    for (int i = 0; i < 7; ++i) (Lanes::load(WW[i]) + w * w[i]).store(WW[i]);
  }

  for (int i = 0; i < 6; ++i) {
    for (int j = 0; j < 6; ++j) M(i, j) = b.M_bb(i, j) - WW[i][j];
    p[i] = b.p_b[i] - WW[i][6];
  }
  return true;
}

void back_substitute(const BodyWork& b, const Vector6& A, double* a) {
  for (int j = b.n - 1; j >= 0; --j) {
    const auto* row = doubles(&b.M_qq[size_t(j * b.nb)]);
    const auto* w = doubles(&b.W[size_t(j)]);
    double sum = -w[6];
    for (int i = 0; i < 6; ++i) sum -= w[i] * A[i];
    for (int k = j + 1, end = std::min(b.n, j + b.band + 1); k < end; ++k) sum -= row[k] * a[k];
    a[j] = sum / row[j];
  }
}

Vector6 base_wrench(const BodyWork& b, const double* a) {
  Vector6 F = b.p_b + b.M_bb * b.A_B;
  for (int row = 0; row < 6 && b.n > 0; ++row) {
    const auto* M = doubles(&b.M_bq[size_t(row * b.nb)]);
    for (int j = 0; j < b.n; ++j) F[row] += M[j] * a[j];
  }
  return F;
}

Matrix6 transform_inertia(const Pose& X, const Matrix6& M) {
  const Matrix3 A = X.R * M.topLeftCorner<3, 3>() * X.R.transpose();
  const Matrix3 B = X.R * M.topRightCorner<3, 3>() * X.R.transpose();
  const Matrix3 C = X.R * M.bottomRightCorner<3, 3>() * X.R.transpose();
  const Matrix3 P = hat(X.p);
  const Matrix3 BP = B * P, PC = P * C;
  Matrix6 out;
  out.topLeftCorner<3, 3>() = A - BP - BP.transpose() - PC * P;
  out.topRightCorner<3, 3>() = B + PC;
  out.bottomLeftCorner<3, 3>() = out.topRightCorner<3, 3>().transpose();
  out.bottomRightCorner<3, 3>() = C;
  return out;
}

}  // namespace cuttle
