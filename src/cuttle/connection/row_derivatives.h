#pragma once
// How the rows of a closed connection answer to small motions of its two mounts.

#include "cuttle/connection/connection_rows.h"

namespace cuttle {

/// (zeta, dV, dA) of a mount in its own frame: displacement twist, and what an observer on the
/// mount sees its twist and acceleration change by. Zero for a mount in the world.
using MountVariation = Eigen::Matrix<double, 18, 1>;

/// Displacement of B relative to A in B (6), and the change of the rows' accelerations
/// C A_r + C' V_r (count).
struct RowVariation {
  Vector6 zeta;
  Vector6 acceleration;
};

/// `motion` must hold the accelerations.
RowVariation row_variation(const Connection&, const ConnectionMotion& motion,
                           const MountVariation& a, const MountVariation& b);

/// d(C^T lambda) in B per relative displacement in B: rows that turn with A (universal joints).
Matrix6 turning_rows(const Connection&, const ConnectionMotion&, const double* lambda);

}  // namespace cuttle
