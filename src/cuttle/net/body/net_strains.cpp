#include "cuttle/net/body/net_strains.h"

#include <cmath>

#include "cuttle/net/edges.h"

namespace cuttle {

namespace {

using Matrix2 = Eigen::Matrix2d;

}  // namespace

LocalStrain stretch_strain(const StretchTerm& term, const VectorX& x) {
  LocalStrain s;
  s.nodes = {term.i, term.j, 0};
  s.count = 2;
  const Vector2 e = edge(x, term.i, term.j);
  const double length = e.norm();
  const Vector2 t = e / length;
  s.value = length / term.rest_length - 1;
  s.slope.setZero();
  s.slope.segment<2>(0) = -t / term.rest_length;
  s.slope.segment<2>(2) = t / term.rest_length;
  const Matrix2 across = (Matrix2::Identity() - t * t.transpose()) / (term.rest_length * length);
  s.bend.setZero();
  s.bend.block<2, 2>(0, 0) = s.bend.block<2, 2>(2, 2) = across;
  s.bend.block<2, 2>(0, 2) = s.bend.block<2, 2>(2, 0) = -across;
  return s;
}

// kappa = 2 tan(phi/2) of the turning angle, [Goldberg19] (2.5), (2.10)
LocalStrain bend_strain(const BendTerm& term, const VectorX& x) {
  LocalStrain s;
  s.nodes = {term.i, term.j, term.k};
  s.count = 3;
  const Vector2 e = edge(x, term.i, term.j), f = edge(x, term.j, term.k);
  const double e2 = 1 / e.squaredNorm(), f2 = 1 / f.squaredNorm();
  s.value = 2 * (e.x() * f.y() - e.y() * f.x()) / (e.norm() * f.norm() + e.dot(f));
  const double per_phi = 1 + 0.25 * s.value * s.value;  // d kappa / d phi
  s.slope.segment<2>(0) = Vector2(-e.y() * e2, e.x() * e2);
  s.slope.segment<2>(4) = Vector2(-f.y() * f2, f.x() * f2);
  s.slope.segment<2>(2) = -s.slope.segment<2>(0) - s.slope.segment<2>(4);

  s.bend = 0.5 * s.value * s.slope * s.slope.transpose();
  const Matrix2 He = angle_hessian(e, e2), Hf = angle_hessian(f, f2);
  s.bend.block<2, 2>(0, 0) -= He;
  s.bend.block<2, 2>(0, 2) += He;
  s.bend.block<2, 2>(2, 0) += He;
  s.bend.block<2, 2>(2, 2) += Hf - He;
  s.bend.block<2, 2>(2, 4) -= Hf;
  s.bend.block<2, 2>(4, 2) -= Hf;
  s.bend.block<2, 2>(4, 4) += Hf;
  s.bend *= per_phi;
  s.slope *= per_phi;
  return s;
}

}  // namespace cuttle
