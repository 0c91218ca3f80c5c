#pragma once
// Mean height of the part of a shape under water, as a function of where its centre is and how it
// stands. Phi = mean over the volume of min(height, 0); Phi_h is then the share under water.

#include "cuttle/math/types.h"

namespace cuttle {

/// Phi of a height h and up to three sizes y, with first and second derivatives.
struct CutEnergy {
  double value = 0, h = 0, hh = 0;
  Vector3 y = Vector3::Zero(), hy = Vector3::Zero();
  Matrix3 yy = Matrix3::Zero();
};

/// Ball of half height y[0], in closed form: the spherical cap.
CutEnergy cut_ball(double h, double half_height);
/// Cylinder: circle of half height y[0], spread evenly along an axis of height y[1].
CutEnergy cut_cylinder(double h, double half_height, double axis_height);
/// Box whose edges rise by y[0], y[1], y[2] > 0.
CutEnergy cut_box(double h, const Vector3& heights);

}  // namespace cuttle
