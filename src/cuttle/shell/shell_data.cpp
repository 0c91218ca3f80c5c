#include "cuttle/shell/shell_data.h"

#include <algorithm>
#include <cmath>

#include "cuttle/base/error.h"
#include "cuttle/math/constants.h"
#include "cuttle/math/quadrature.h"

namespace cuttle {
namespace {

// Stiffness of a rigid edge over that of the shell: its radius gives way by some 1e-3 of what the
// shell itself would. Much stiffer edges cost Newton hundreds of iterations.
constexpr double kRigid = 1e3;

/// Legendre polynomials 0 .. count-1 at s in [0, 1], and their integrals from 0 to s.
struct Legendre {
  VectorX value, integral;
};
Legendre legendre(double s, int count) {
  VectorX value(count + 1), derivative(count + 1), at_zero(count + 1);
  shifted_legendre(0, {at_zero.data(), size_t(count + 1)}, {derivative.data(), size_t(count + 1)});
  shifted_legendre(s, {value.data(), size_t(count + 1)}, {derivative.data(), size_t(count + 1)});
  // integral of P_k over [0, s]: (P_{k+1} - P_{k-1}) / (2 (2k + 1)), P_k(0) = (-1)^k
  VectorX integral(count);
  for (int k = 0; k < count; ++k) {
    const double below = k == 0 ? -1.0 : value[k - 1], start = k == 0 ? -1.0 : at_zero[k - 1];
    integral[k] = (value[k + 1] - below - (at_zero[k + 1] - start)) / (2 * (2 * k + 1));
  }
  return {value.head(count), integral};
}

/// Integrals over [0, s] of the Lagrange polynomials of the Gauss nodes of [0, 1].
VectorX lagrange_integrals(const Quadrature& gauss, double s) {
  // the polynomials in terms of Legendre: discrete orthogonality makes the inverse explicit
  const auto m = int(gauss.nodes.size());
  const VectorX moments = legendre(s, m).integral;
  VectorX row(m);
  for (int j = 0; j < m; ++j) {
    const VectorX P = legendre(gauss.nodes[j], m).value;
    double sum = 0;
    for (int k = 0; k < m; ++k) sum += (2 * k + 1) * P[k] * moments[k];
    row[j] = gauss.weights[j] * sum;
  }
  return row;
}

RingData ring_at(const ShellDescription& shell, double X, double weight) {
  const MeridianPoint p = shell.profile.at(X);
  const double h = shell.half_thickness(X);
  RingData ring{.X = X, .weight = weight, .r0 = p.r, .x0 = p.x, .theta0 = p.theta, .mu0 = p.mu};
  ring.cos0 = std::cos(p.theta);
  ring.sin0 = std::sin(p.theta);
  ring.half_thickness = h;
  ring.area = 2 * kPi * p.r * weight;
  ring.mass = shell.area_density(X) * ring.area;
  ring.inertia = ring.mass * (1 + shell.added_mass);
  ring.rotary = ring.mass * h * h / 3;
  ring.membrane = ring.area * 2 * shell.young * h / (1 - shell.poisson * shell.poisson);
  ring.bending = ring.membrane * h * h / 3;
  ring.shear = ring.area * h * shell.young / (1 + shell.poisson);
  return ring;
}

void add_rings(const ShellDescription& shell, ShellData& d) {
  for (size_t i = 0; i < d.divisions.size(); ++i) {
    const double from = d.division_ends[i], length = d.division_ends[i + 1] - from;
    const Quadrature gauss = gauss_legendre(d.divisions[i].quadrature);
    d.division_ring.push_back(int(d.rings.size()));
    for (Eigen::Index k = 0; k < gauss.nodes.size(); ++k)
      d.rings.push_back(ring_at(shell, from + length * gauss.nodes[k], length * gauss.weights[k]));
    d.division_column.push_back(d.n);
    const ShellModes& modes = d.divisions[i].modes;
    d.n += modes.curvature + modes.stretch + modes.shear;
    d.column_kind.insert(d.column_kind.end(), size_t(modes.curvature), ShellStrain::curvature);
    d.column_kind.insert(d.column_kind.end(), size_t(modes.stretch), ShellStrain::stretch);
    d.column_kind.insert(d.column_kind.end(), size_t(modes.shear), ShellStrain::shear);
  }
}

void add_bases(ShellData& d) {
  const auto count = Eigen::Index(d.rings.size());
  d.phi_mu = d.phi_lambda = d.phi_beta = d.J_theta = RowMatrix::Zero(count, d.n);
  d.S = RowMatrix::Zero(count, count);
  for (size_t i = 0; i < d.divisions.size(); ++i) {
    const double from = d.division_ends[i], length = d.division_ends[i + 1] - from;
    const ShellModes& modes = d.divisions[i].modes;
    for (int k = 0; k < d.divisions[i].quadrature; ++k) {
      const Eigen::Index ring = d.division_ring[i] + k;
      const double s = (d.rings[size_t(ring)].X - from) / length;
      int column = d.division_column[i];
      d.phi_mu.row(ring).segment(column, modes.curvature) = legendre(s, modes.curvature).value;
      column += modes.curvature;
      d.phi_lambda.row(ring).segment(column, modes.stretch) = legendre(s, modes.stretch).value;
      column += modes.stretch;
      if (modes.shear > 0)
        d.phi_beta.row(ring).segment(column, modes.shear) = legendre(s, modes.shear).value;
      const MeridianRow row = d.row_at(d.rings[size_t(ring)].X);
      d.S.row(ring) = row.integral;
      d.J_theta.row(ring) = row.angle;
    }
  }
}

void add_constants(const ShellDescription& shell, ShellData& d) {
  d.M_rotary = d.K_shear = MatrixX::Zero(d.n, d.n);
  double stiffest = 0, largest_radius = 0, thickest = 0;
  for (size_t k = 0; k < d.rings.size(); ++k) {
    const RingData& ring = d.rings[k];
    const VectorX theta = d.J_theta.row(Eigen::Index(k)), beta = d.phi_beta.row(Eigen::Index(k));
    d.M_rotary += ring.rotary * theta * theta.transpose();
    d.K_shear += ring.shear * beta * beta.transpose();
    d.surface += ring.area;
    d.mass += ring.mass;
    stiffest = std::max(stiffest, ring.membrane / ring.area);
    largest_radius = std::max(largest_radius, ring.r0);
    thickest = std::max(thickest, ring.half_thickness);
  }
  d.poisson = shell.poisson;
  d.retardation = 3 * shell.viscosity / shell.young;
  d.shear_retardation = 2 * (1 + shell.poisson) * shell.viscosity / shell.young;
  d.added_per_volume = shell.added_per_volume;
  d.inside_density = shell.inside_density;
  d.coupling = shell.coupling;
  d.edge = shell.edge;
  if (d.edge == ShellEdge::capped) {
    // a stretch as long as an edge effect resists with C in the plane and C h^2 / 3 in bending
    const double effect = std::sqrt(largest_radius * thickest);
    d.cap_radius_stiffness = kRigid * 2 * kPi * stiffest;
    d.cap_angle_stiffness =
        kRigid * 2 * kPi * stiffest * thickest * thickest / 3 * largest_radius / effect;
  }
  d.direction = d.reference(d.length).x < 0 ? -1 : 1;
  d.base_radius = d.reference(0).r;
}

}  // namespace

MeridianRow ShellData::row_at(double X) const {
  MeridianRow row{reference(X), VectorX::Zero(Eigen::Index(rings.size())), VectorX::Zero(n)};
  for (size_t i = 0; i < divisions.size(); ++i) {
    const double from = division_ends[i], size = division_ends[i + 1] - from;
    if (i > 0 && X <= from) break;
    const double s = std::clamp((X - from) / size, 0.0, 1.0);
    const Quadrature gauss = gauss_legendre(divisions[i].quadrature);
    row.integral.segment(division_ring[i], divisions[i].quadrature) =
        size * lagrange_integrals(gauss, s);
    const int modes = divisions[i].modes.curvature;
    if (modes > 0)
      row.angle.segment(division_column[i], modes) = size * legendre(s, modes).integral;
  }
  return row;
}

ShellData make_shell_data(const ShellDescription& shell) {
  expects(!shell.divisions.empty(), "a shell has divisions");
  ShellData d;
  d.length = shell.profile.length();
  d.divisions = shell.divisions;
  d.reference = [profile = shell.profile](double X) { return profile.at(X); };
  d.division_ends = {0};
  for (const ShellDivision& division : d.divisions) d.division_ends.push_back(division.end);
  add_rings(shell, d);
  add_bases(d);
  add_constants(shell, d);
  d.edge_row = d.row_at(d.length);
  return d;
}

}  // namespace cuttle
