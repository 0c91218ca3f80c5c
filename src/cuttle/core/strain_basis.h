#pragma once
// Functions phi_1..phi_n of x = X/L in [0, 1] that span a strain mode of a rod division.

#include <span>
#include <string_view>
#include <vector>

#include "cuttle/math/types.h"

namespace cuttle {

/// A basis of one strain mode: a row of the table and its size.
struct StrainBasis {
  std::string_view kind = "legendre";
  int order = 0;  // polynomials: highest degree; fourier: harmonics; linear, hermite: elements
  std::vector<double> x = {};  // table only: nodes in [0, 1]
  MatrixX values = {};         // table only: (nodes x functions), linear in between

  int size() const;
  int degree() const;                  // polynomial degree that a quadrature should resolve
  VectorX operator()(double x) const;  // (size)
  std::vector<double> kinks() const;   // where it is not smooth: inner element ends
};

/// A kind of basis, as the user names it.
struct StrainBasisKind {
  std::string_view name;
  std::string_view doc;
  int (*size)(const StrainBasis&);
  int (*degree)(const StrainBasis&);
  VectorX (*value)(const StrainBasis&, double x);
};

std::span<const StrainBasisKind> strain_basis_table();
const StrainBasisKind* find_strain_basis(std::string_view name);

}  // namespace cuttle
