#pragma once
// Small dense kernels of the tree sweep, on rows of 8 doubles.

#include "cuttle/core/body.h"

namespace cuttle {

/// Adds a station with inertia M and force f (base coordinates) at a point: a child, a load.
void add_station(int point, const Matrix6& M, const Vector6& f, BodyWork&);

/// p_b += f, p_q += J^T f.
void add_force(int point, const Vector6& f, BodyWork&);

/// M_qq = U^T U in place, W = U^-T [M_qb | p_q]. Leaves the articulated inertia and bias of the
/// body at its base: M = M_bb - W^T W, p = p_b - W^T w. False if M_qq is not positive definite.
bool eliminate(BodyWork&, Matrix6& M, Vector6& p);

/// a = -U^-1 (w + W A): own accelerations for base acceleration A.
void back_substitute(const BodyWork&, const Vector6& A, double* a);

/// Ad(X^-1)^T M Ad(X^-1): an inertia in the moved frame of X, seen from the outer frame.
Matrix6 transform_inertia(const Pose& X, const Matrix6& M);

/// M_bb A + M_bq a + p_b: what holds the body at its base, for the accelerations found.
Vector6 base_wrench(const BodyWork&, const double* a);

}  // namespace cuttle
