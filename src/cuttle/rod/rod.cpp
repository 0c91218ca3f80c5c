#include "cuttle/rod/rod.h"

#include <algorithm>

namespace cuttle {
namespace {

/// Division that holds the abscissa X.
size_t division_of(const RodData& rod, double X) {
  size_t d = 0;
  while (d + 1 < rod.divisions.size() && X > rod.division_start[d + 1]) ++d;
  return d;
}

/// x . A x without a temporary vector.
double square(const MatrixX& A, const double* x) {
  const Eigen::Map<const VectorX> y(x, A.cols());
  double sum = 0;
  for (int j = 0; j < A.cols(); ++j) sum += x[j] * A.col(j).dot(y);
  return sum;
}

}  // namespace

MatrixX Rod::basis(double X) const {
  const size_t d = division_of(data_, X);
  MatrixX Phi = MatrixX::Zero(6, data_.n);
  Phi.middleCols(data_.division_column[d], data_.divisions[d].n()) =
      data_.divisions[d].basis(X - data_.division_start[d]);
  return Phi;
}

Vector6 Rod::rest_strain(double X) const {
  const size_t d = division_of(data_, X);
  return data_.divisions[d].rest_strain(X - data_.division_start[d]);
}

std::vector<StrainCoordinate> Rod::coordinates() const {
  std::vector<StrainCoordinate> list;
  const auto& divisions = data_.divisions;
  for (size_t d = 0; d < divisions.size(); ++d)
    for (size_t mode = 0; mode < divisions[d].modes.size(); ++mode) {
      int index = 0;
      for (const StrainBasis& basis : divisions[d].modes[mode])
        for (int i = 0; i < basis.size(); ++i, ++index)
          list.push_back({.division = divisions.size() == 1 ? 0 : int(d) + 1,
                          .strain = kStrainModes[mode],
                          .index = index,
                          .turns = mode < 3,
                          .length = divisions[d].length});
    }
  return list;
}

Vector6 Rod::strain(double X, const double* q) const {
  return rest_strain(X) + basis(X) * Eigen::Map<const VectorX>(q, data_.n);
}

void Rod::add_elasticity(const double* q, const double* v, BodyWork& b) const {
  auto* p_q = doubles(b.p_q.data());
  const Eigen::Map<const VectorX> position(q, data_.n), velocity(v, data_.n);
  Eigen::Map<VectorX> force(p_q, data_.n);
  force.noalias() += data_.K * position;
  if (data_.damped) force.noalias() += data_.D * velocity;
}

void Rod::add_effective_inertia(double beta, double gamma, const double* a_old, BodyWork& b) const {
  // E is symmetric: its product with a_old is a sum of its rows
  for (int i = 0; i < data_.n; ++i)
    for (int block = 0; block < b.nb; ++block) {
      const auto at = size_t(i * b.nb + block);
      Lanes extra = data_.K_rows[at] * beta;
      if (data_.damped) extra += data_.D_rows[at] * gamma;
      if (b.has_K_act) extra += b.K_act[at] * beta;
      b.M_qq[at] += extra;
      b.p_q[size_t(block)] -= extra * a_old[i];
    }
}

double Rod::elastic_energy(const double* q, const BodyWork&) const {
  return 0.5 * square(data_.K, q);
}

double Rod::dissipation(const double* v, const BodyWork&) const {
  return data_.damped ? square(data_.D, v) : 0;
}

}  // namespace cuttle
