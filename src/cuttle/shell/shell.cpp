#include "cuttle/shell/shell.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cuttle/math/se3.h"
#include "cuttle/shell/jet/jet_choices.h"
#include "cuttle/shell/shell_elastic.h"

namespace cuttle {
namespace {

void clear(std::vector<RingForce<double>>& forces) {
  std::fill(forces.begin(), forces.end(), RingForce<double>::zero());
}

/// a^2 + 2 nu a b + b^2: an isotropic plate in two directions.
double plate(double nu, double a, double b) { return a * a + 2 * nu * a * b + b * b; }

/// p_q += x.
void add_own(const VectorX& x, BodyWork& b) {
  double* p_q = doubles(b.p_q.data());
  for (int j = 0; j < b.n; ++j) p_q[j] += x[j];
}

}  // namespace

int ShellBuilder::point_at(double X) {
  if (X == 0) return 0;
  for (size_t i = 0; i < data_.point_abscissa.size(); ++i)
    if (data_.point_abscissa[i] == X) return int(i) + 1;
  data_.point_abscissa.push_back(X);
  data_.point_rows.push_back(data_.row_at(X));
  return int(data_.point_abscissa.size());
}

std::vector<StrainCoordinate> Shell::coordinates() const {
  std::vector<StrainCoordinate> list;
  const std::vector<ShellDivision>& divisions = data_.divisions;
  for (size_t d = 0; d < divisions.size(); ++d) {
    const ShellModes& modes = divisions[d].modes;
    const auto add = [&](std::string_view strain, int count, bool turns) {
      for (int i = 0; i < count; ++i)
        list.push_back({.division = divisions.size() == 1 ? 0 : int(d) + 1,
                        .strain = strain,
                        .index = i,
                        .turns = turns});
    };
    add("curvature", modes.curvature, true);
    add("stretch", modes.stretch, false);
    add("shear", modes.shear, false);
  }
  return list;
}

std::unique_ptr<FamilyScratch> Shell::make_scratch() const {
  auto s = std::make_unique<ShellScratch>();
  const auto count = Eigen::Index(data_.rings.size());
  s->rings.resize(size_t(count));
  s->forces.resize(size_t(count));
  s->slope_r = s->slope_x = RowMatrix::Zero(count, data_.n);
  s->J_r = s->J_x = MatrixX::Zero(count, data_.n);
  s->rows = MatrixX::Zero(4 * count, data_.n);
  s->M = s->K = s->D = MatrixX::Zero(data_.n, data_.n);
  s->tau = VectorX::Zero(data_.n);
  s->loading.radial = s->loading.pressure = VectorX::Zero(count);
  s->part = s->loading;
  return s;
}

void Shell::kinematics(const double* q, const double* v, const double* a, BodyWork& b) const {
  ShellScratch& s = scratch(b);
  move_rings(data_, q, v, a, s.rings);
  s.stiff = false;
  s.loading.clear();
  for (Eigen::Index k = 0; k < Eigen::Index(s.rings.size()); ++k) {
    const Ring<double>& o = s.rings[size_t(k)];
    s.slope_r.row(k) =
        o.c * data_.phi_lambda.row(k) - o.s * data_.phi_beta.row(k) - o.dx * data_.J_theta.row(k);
    s.slope_x.row(k) =
        o.s * data_.phi_lambda.row(k) + o.c * data_.phi_beta.row(k) + o.dr * data_.J_theta.row(k);
  }
  s.J_r.noalias() = data_.S * s.slope_r;
  s.J_x.noalias() = data_.S * s.slope_x;

  b.points[0].X_BP = Pose::identity();
  b.points[0].r.setZero();
  b.points[0].beta.setZero();
  std::fill(b.J.begin(), b.J.end(), Lanes(0));
  for (size_t i = 0; i < data_.point_rows.size(); ++i) {
    const MeridianRow& row = data_.point_rows[i];
    const RimMotion<double> rim = rim_at(data_, row, s.rings);
    Point& point = b.points[i + 1];
    point.X_BP = Pose{Matrix3::Identity(), Vector3(rim.x, 0, 0)};
    point.r = Vector6::Unit(3) * rim.x_v;
    point.beta = Vector6::Unit(3) * rim.x_a;
    s.tau.noalias() = s.slope_x.transpose() * row.integral;
    double* J = doubles(b.J_row(int(i) + 1, 3));
    for (int j = 0; j < b.n; ++j) J[j] = s.tau[j];
  }
}

void Shell::forces(const Vector6& A, BodyWork& b) const {
  ShellScratch& s = scratch(b);
  s.A = A;
  clear(s.forces);
  Vector6 F = inertial_forces<double>(data_, s.rings, b.V_B, A, s.loading.flow, s.forces);
  F += loading_forces<double>(data_, s.loading, s.rings, b.V_B, s.loading.flow,
                              s.loading.weight_back, s.forces);
  s.tau.setZero();
  gather(data_, s.rings, s.forces, s.tau.data());
  add_own(s.tau, b);
  for (Point& point : b.points) point.force = -point.load;
  b.points[0].force += F;
}

void Shell::add_elasticity(const double* q, const double* v, BodyWork& b) const {
  ShellScratch& s = scratch(b);
  clear(s.forces);
  elastic_forces(data_, s.rings, s.forces);
  s.tau.setZero();
  gather(data_, s.rings, s.forces, s.tau.data());
  add_edge_moment(data_, q, v, s.tau.data());
  add_own(s.tau, b);
}

double Shell::power_of(const ShellLoading& load, const BodyWork& b) const {
  ShellScratch& s = scratch(b);
  clear(s.forces);
  // as a balance: minus the wrench at the base and minus the forces on the rings
  const Vector6 F =
      loading_forces<double>(data_, load, s.rings, b.V_B, load.flow, load.weight_back, s.forces);
  return -F.dot(b.V_B) - ring_power(s.rings, s.forces);
}

AxialForces<double> Shell::axial(const ShellLoading& load, const BodyWork& b) const {
  return axial_forces<double>(data_, load, scratch(b).rings, b.V_B, load.flow);
}

VolumeMotion<double> Shell::volume(const BodyWork& b, InnerVolume how) const {
  return inner_volume(data_, scratch(b).rings, how);
}

double Shell::elastic_energy(const double* q, const BodyWork& b) const {
  const ShellScratch& s = scratch(b);
  const double nu = data_.poisson;
  double sum = 0;
  for (size_t k = 0; k < s.rings.size(); ++k) {
    const RingData& ring = data_.rings[k];
    const WallStrain<double> e = wall_strain(ring, s.rings[k]);
    const double beta = s.rings[k].beta;
    sum += 0.5 * ring.membrane * plate(nu, e.e11, e.e22) +
           0.5 * ring.bending * plate(nu, e.d11, e.d22) + 0.5 * ring.shear * beta * beta;
  }
  if (data_.edge != ShellEdge::capped) return sum;
  const double gap = rim_at(data_, data_.edge_row, s.rings).r - data_.edge_row.reference.r;
  const double turn = product(data_.edge_row.angle.data(), q, data_.n);
  return sum + 0.5 * data_.cap_radius_stiffness * gap * gap +
         0.5 * data_.cap_angle_stiffness * turn * turn;
}

double Shell::dissipation(const double* v, const BodyWork& b) const {
  const ShellScratch& s = scratch(b);
  const double nu = data_.poisson;
  double sum = 0;
  for (size_t k = 0; k < s.rings.size(); ++k) {
    const RingData& ring = data_.rings[k];
    const WallStrain<double> e = wall_strain(ring, s.rings[k]);
    const double beta_v = s.rings[k].beta_v;
    sum += data_.retardation * ring.membrane * plate(nu, e.e11_v, e.e22_v) +
           data_.retardation * ring.bending * plate(nu, e.d11_v, e.d22_v) +
           data_.shear_retardation * ring.shear * beta_v * beta_v;
  }
  if (data_.edge != ShellEdge::capped) return sum;
  const double gap_v = rim_at(data_, data_.edge_row, s.rings).r_v;
  const double turn_v = product(data_.edge_row.angle.data(), v, data_.n);
  return sum + data_.retardation * (data_.cap_radius_stiffness * gap_v * gap_v +
                                    data_.cap_angle_stiffness * turn_v * turn_v);
}

Vector3 Shell::first_moment(const BodyWork& b) const {
  const ShellScratch& s = scratch(b);
  double sum = 0;
  for (size_t k = 0; k < s.rings.size(); ++k) sum += data_.rings[k].mass * s.rings[k].x;
  return {sum, 0, 0};
}

std::string Shell::fault(const BodyWork& b) const {
  const ShellScratch& s = scratch(b);
  for (size_t k = 0; k < s.rings.size(); ++k) {
    // near a pole the reference itself is thin
    const double least = std::min(data_.rings[k].half_thickness, 0.5 * data_.rings[k].r0);
    if (s.rings[k].r > least) continue;
    return fmt::format(
        "collapses onto its axis at X = {:.4g} m (radius {:.3g} m, half thickness {:.3g} m): "
        "reduce the amplitude of its loads, or increase the viscosity",
        data_.rings[k].X, s.rings[k].r, data_.rings[k].half_thickness);
  }
  if (inner_volume(data_, s.rings, InnerVolume::geometric).U <= 0)
    return "turns inside out (its volume is no longer positive): reduce the amplitude of its "
           "loads, or increase the viscosity";
  return {};
}

}  // namespace cuttle
