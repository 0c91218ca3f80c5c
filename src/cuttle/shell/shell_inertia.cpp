// Mass matrix of a shell, and the stiffness that implicit stages add to it.

#include <algorithm>
#include <cmath>
#include <utility>

#include "cuttle/math/se3.h"
#include "cuttle/shell/shell.h"
#include "cuttle/shell/shell_elastic.h"

namespace cuttle {

Matrix6 Shell::base_inertia(const ShellScratch& s) const {
  const ShellMoments<double> o = shell_moments(data_, s.rings);
  const InsideWater<double> inside = inside_water(data_, s.rings);
  Matrix6 M = Matrix6::Zero();
  M(3, 3) = o.m + inside.m + data_.added_per_volume * o.volume;
  if (data_.coupling == ShellCoupling::axial) return M;
  const double J_t = o.J_t + inside.A, S = o.S + inside.S;
  M.diagonal() << o.J_a, J_t, J_t, M(3, 3), o.m + inside.m, o.m + inside.m;
  M.topRightCorner<3, 3>() = S * hat(Vector3::UnitX());
  M.bottomLeftCorner<3, 3>() = M.topRightCorner<3, 3>().transpose();
  return M;
}

void Shell::inertia(BodyWork& b) const {
  ShellScratch& s = scratch(b);
  b.M_bb = base_inertia(s);
  std::fill(b.M_bq.begin(), b.M_bq.end(), Lanes(0));
  double* axial = doubles(&b.M_bq[size_t(3 * b.nb)]);
  const auto count = Eigen::Index(s.rings.size());
  for (Eigen::Index k = 0; k < count; ++k) {
    const double mass = data_.rings[size_t(k)].inertia, root = std::sqrt(mass);
    for (int j = 0; j < b.n; ++j) axial[j] += mass * s.J_x(k, j);
    s.rows.row(k) = root * s.J_r.row(k);
    s.rows.row(count + k) = root * s.J_x.row(k);
  }
  s.M = data_.M_rotary;
  s.M.noalias() += s.rows.topRows(2 * count).transpose() * s.rows.topRows(2 * count);
  for (int i = 0; i < b.n; ++i) {
    double* row = doubles(&b.M_qq[size_t(i * b.nb)]);
    for (int j = 0; j < b.n; ++j) row[j] = s.M(i, j);
  }
}

// K of the strain energy without the second derivatives of strains that could make it indefinite:
// tension stiffens (and is kept), pressure does not soften. D is the exact viscous tangent.
void Shell::stiffness_at(ShellScratch& s) const {
  if (s.stiff) return;
  s.stiff = true;
  const auto count = Eigen::Index(s.rings.size());
  const double nu = data_.poisson, rest = std::sqrt(1 - nu * nu);
  for (Eigen::Index k = 0; k < count; ++k) {
    const RingData& ring = data_.rings[size_t(k)];
    const Ring<double>& o = s.rings[size_t(k)];
    const double tau = o.r / ring.r0, inverse = 1 / ring.r0;
    const double in_plane = std::sqrt(ring.membrane), bent = std::sqrt(ring.bending);
    // C (e11^2 + 2 nu e11 e22 + e22^2) = C ((e11 + nu e22)^2 + (1 - nu^2) e22^2)
    auto e22 = s.rows.row(count + k), d22 = s.rows.row(3 * count + k);
    e22 = (in_plane * tau * inverse) * s.J_r.row(k);
    d22 = (-bent * inverse) * (o.s * inverse * s.J_r.row(k) + tau * o.c * data_.J_theta.row(k));
    s.rows.row(k) =
        in_plane * (o.lambda * data_.phi_lambda.row(k) + o.beta * data_.phi_beta.row(k)) + nu * e22;
    s.rows.row(2 * count + k) =
        -bent * (o.lambda * data_.phi_mu.row(k) + o.mu * data_.phi_lambda.row(k)) + nu * d22;
    e22 *= rest;
    d22 *= rest;
  }
  s.K.noalias() = s.rows.transpose() * s.rows;
  s.D = data_.retardation * s.K + data_.shear_retardation * data_.K_shear;
  s.K += data_.K_shear;

  // rows are free again: tension
  bool tense = false;
  for (Eigen::Index k = 0; k < count; ++k) {
    const RingData& ring = data_.rings[size_t(k)];
    const WallStrain<double> e = wall_strain(ring, s.rings[size_t(k)]);
    const double n11 = ring.membrane * (e.e11 + nu * e.e22);
    const double n22 = ring.membrane * (e.e22 + nu * e.e11);
    tense = tense || n11 > 0 || n22 > 0;
    const double along = std::sqrt(std::max(n11, 0.0));
    s.rows.row(k) = along * data_.phi_lambda.row(k);
    s.rows.row(count + k) = along * data_.phi_beta.row(k);
    s.rows.row(2 * count + k) = std::sqrt(std::max(n22, 0.0)) / ring.r0 * s.J_r.row(k);
  }
  if (tense) s.K.noalias() += s.rows.topRows(3 * count).transpose() * s.rows.topRows(3 * count);
  if (data_.edge != ShellEdge::capped) return;
  const VectorX& angle = data_.edge_row.angle;
  s.tau.noalias() = s.slope_r.transpose() * data_.edge_row.integral;
  for (const auto& [matrix, factor] : {std::pair(&s.K, 1.0), std::pair(&s.D, data_.retardation)}) {
    matrix->noalias() += (factor * data_.cap_radius_stiffness) * s.tau * s.tau.transpose();
    matrix->noalias() += (factor * data_.cap_angle_stiffness) * angle * angle.transpose();
  }
}

const MatrixX& Shell::stiffness(const BodyWork& b) const {
  stiffness_at(scratch(b));
  return scratch(b).K;
}

const MatrixX& Shell::damping(const BodyWork& b) const {
  stiffness_at(scratch(b));
  return scratch(b).D;
}

void Shell::add_effective_inertia(double beta, double gamma, const double* a_old,
                                  BodyWork& b) const {
  ShellScratch& s = scratch(b);
  stiffness_at(s);
  double* p_q = doubles(b.p_q.data());
  for (int i = 0; i < b.n; ++i) {
    double* row = doubles(&b.M_qq[size_t(i * b.nb)]);
    for (int j = 0; j < b.n; ++j) {
      double extra = beta * s.K(i, j) + gamma * s.D(i, j);
      if (b.has_K_act) extra += beta * doubles(&b.K_act[size_t(i * b.nb)])[j];
      row[j] += extra;
      p_q[i] -= extra * a_old[j];
    }
  }
}

double Shell::kinetic_energy(const BodyWork& b) const {
  const ShellScratch& s = scratch(b);
  double sum = 0.5 * b.V_B.dot(base_inertia(s) * b.V_B);
  for (size_t k = 0; k < s.rings.size(); ++k) {
    const Ring<double>& o = s.rings[k];
    sum += 0.5 * data_.rings[k].inertia * (o.r_v * o.r_v + o.x_v * o.x_v + 2 * b.V_B[3] * o.x_v) +
           0.5 * data_.rings[k].rotary * o.theta_v * o.theta_v;
  }
  return sum;
}

double Shell::water_power(const Vector3& flow, const BodyWork& b) const {
  ShellScratch& s = scratch(b);
  double power = 0;
  if (data_.inside_density != 0) {
    // of the kinetic energy 1/2 V^T M V, dM/dt is no work of forces; filling costs V^T (dM/dt) V
    const InsideWater<double> inside = inside_water(data_, s.rings);
    const Vector3 w = b.V_B.head<3>(), v = b.V_B.tail<3>();
    double rate = 0.5 * inside.m_v * v[0] * v[0];
    if (data_.coupling == ShellCoupling::full)
      rate += 0.5 * inside.m_v * (v[1] * v[1] + v[2] * v[2]) +
              0.5 * inside.A_v * (w[1] * w[1] + w[2] * w[2]) +
              inside.S_v * (w[2] * v[1] - w[1] * v[2]);
    power += inside.m_v > 0 ? -rate : rate;
  }
  if (flow.isZero(0)) return power;

  // what the flow changes about the inertial forces is work of the water
  const auto against = [&](const Vector3& water) {
    std::fill(s.forces.begin(), s.forces.end(), RingForce<double>::zero());
    const Vector6 F =
        inertial_forces<double>(data_, s.rings, b.V_B, Vector6::Zero(), water, s.forces);
    return F.dot(b.V_B) + ring_power(s.rings, s.forces);
  };
  return power - against(flow) + against(Vector3::Zero());
}

}  // namespace cuttle
