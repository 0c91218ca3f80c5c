#include "cuttle/core/strain_basis.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "cuttle/base/error.h"
#include "cuttle/math/quadrature.h"

namespace cuttle {
namespace {

int polynomial_size(const StrainBasis& b) { return b.order + 1; }
int polynomial_degree(const StrainBasis& b) { return b.order; }

using PolynomialFamily = void (*)(double s, std::span<double> value, std::span<double> slope);

template <PolynomialFamily family>
VectorX polynomial(const StrainBasis& b, double x) {
  VectorX value(b.order + 1), slope(b.order + 1);
  family(x, {value.data(), size_t(value.size())}, {slope.data(), size_t(slope.size())});
  return value;
}

/// Element of x among n equal ones, and the position s in [0, 1] inside it.
std::pair<int, double> locate(int n, double x) {
  const int element = std::clamp(int(x * n), 0, n - 1);
  return {element, x * n - element};
}

// Hat functions on `order` equal elements.
int linear_size(const StrainBasis& b) { return b.order + 1; }
int linear_degree(const StrainBasis&) { return 1; }
VectorX linear(const StrainBasis& b, double x) {
  const auto [element, s] = locate(b.order, x);
  VectorX phi = VectorX::Zero(b.order + 1);
  phi[element] = 1 - s;
  phi[element + 1] = s;
  return phi;
}

// Value and slope at the nodes of `order` equal elements, slopes per element length.
int hermite_size(const StrainBasis& b) { return 2 * (b.order + 1); }
int hermite_degree(const StrainBasis&) { return 3; }
VectorX hermite(const StrainBasis& b, double x) {
  const auto [element, s] = locate(b.order, x);
  VectorX phi = VectorX::Zero(2 * (b.order + 1));
  phi[2 * element] = (1 + 2 * s) * (1 - s) * (1 - s);
  phi[2 * element + 1] = s * (1 - s) * (1 - s);
  phi[2 * element + 2] = s * s * (3 - 2 * s);
  phi[2 * element + 3] = s * s * (s - 1);
  return phi;
}

// 1, cos 2 pi k x, sin 2 pi k x.
int fourier_size(const StrainBasis& b) { return 2 * b.order + 1; }
// Gauss points for products of the highest harmonic to 1e-6.
int fourier_degree(const StrainBasis& b) { return 4 * b.order + 4; }
VectorX fourier(const StrainBasis& b, double x) {
  VectorX phi(2 * b.order + 1);
  phi[0] = 1;
  for (int k = 1; k <= b.order; ++k) {
    phi[2 * k - 1] = std::cos(2 * std::numbers::pi * k * x);
    phi[2 * k] = std::sin(2 * std::numbers::pi * k * x);
  }
  return phi;
}

int table_size(const StrainBasis& b) { return int(b.values.cols()); }
int table_degree(const StrainBasis&) { return 1; }
VectorX table(const StrainBasis& b, double x) {
  const auto upper = std::upper_bound(b.x.begin() + 1, b.x.end() - 1, x);
  const auto i = Eigen::Index(upper - b.x.begin());
  const double x0 = b.x[size_t(i - 1)], x1 = b.x[size_t(i)];
  const double s = (x - x0) / (x1 - x0);
  return (1 - s) * b.values.row(i - 1).transpose() + s * b.values.row(i).transpose();
}

}  // namespace

std::span<const StrainBasisKind> strain_basis_table() {
  static const std::vector<StrainBasisKind> rows = {
      {"legendre", "shifted Legendre polynomials", polynomial_size, polynomial_degree,
       polynomial<shifted_legendre>},
      {"monomial", "powers of x", polynomial_size, polynomial_degree, polynomial<monomials>},
      {"chebyshev", "shifted Chebyshev polynomials", polynomial_size, polynomial_degree,
       polynomial<shifted_chebyshev>},
      {"linear", "piecewise linear on equal elements", linear_size, linear_degree, linear},
      {"hermite", "piecewise cubic on equal elements", hermite_size, hermite_degree, hermite},
      {"fourier", "constant and harmonics of the length", fourier_size, fourier_degree, fourier},
      {"table", "columns of a CSV file, linear in between", table_size, table_degree, table},
  };
  return rows;
}

const StrainBasisKind* find_strain_basis(std::string_view name) {
  for (const StrainBasisKind& row : strain_basis_table())
    if (row.name == name) return &row;
  return nullptr;
}

namespace {
const StrainBasisKind& row_of(const StrainBasis& basis) {
  const StrainBasisKind* row = find_strain_basis(basis.kind);
  expects(row != nullptr, "a strain basis of the table");
  return *row;
}
}  // namespace

int StrainBasis::size() const { return row_of(*this).size(*this); }
int StrainBasis::degree() const { return row_of(*this).degree(*this); }
VectorX StrainBasis::operator()(double at) const { return row_of(*this).value(*this, at); }

std::vector<double> StrainBasis::kinks() const {
  std::vector<double> at;
  if (kind == "linear" || kind == "hermite")
    for (int i = 1; i < order; ++i) at.push_back(double(i) / order);
  if (kind == "table") at.assign(x.begin() + 1, x.end() - 1);
  return at;
}

}  // namespace cuttle
