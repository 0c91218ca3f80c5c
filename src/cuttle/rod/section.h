#pragma once
// Cross sections of rods: geometry to stiffness, damping and inertia per length.

#include "cuttle/rod/rod.h"

namespace cuttle {

/// Area and second moments of a cross section in the y-z plane.
struct SectionGeometry {
  double area = 0;        // [m^2]
  double Jy = 0, Jz = 0;  // [m^4] integral of z^2, of y^2
  double torsion = 0;     // [m^4] torsion constant; polar = Jy + Jz unless asked for otherwise
};

/// `saint_venant`: the true torsion constant instead of the polar moment of [Mathew22].
SectionGeometry circle_geometry(double radius);
SectionGeometry rectangle_geometry(double width_y, double height_z, bool saint_venant = false);
SectionGeometry ellipse_geometry(double semi_y, double semi_z, bool saint_venant = false);

struct SectionMaterial {
  double young = 0, shear = 0;  // [Pa]
  double density = 0;           // [kg/m^3]
  double viscosity = 0;         // [Pa s]
  double shear_factor = 1;
};

/// diag(G I, E Jy, E Jz, E A, k G A, k G A), Kelvin-Voigt eta diag(I, 3 Jy, 3 Jz, 3 A, A, A) and
/// rho diag(Jy + Jz, Jy, Jz, A, A, A), the sections of [Mathew22].
RodSection section_of(const SectionGeometry&, const SectionMaterial&);

}  // namespace cuttle
