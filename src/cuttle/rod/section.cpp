#include "cuttle/rod/section.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace cuttle {

using std::numbers::pi;

SectionGeometry circle_geometry(double radius) {
  const double J = pi * std::pow(radius, 4) / 4;
  return {pi * radius * radius, J, J, 2 * J};
}

SectionGeometry rectangle_geometry(double width_y, double height_z, bool saint_venant) {
  const double Jy = width_y * std::pow(height_z, 3) / 12;
  const double Jz = height_z * std::pow(width_y, 3) / 12;
  if (!saint_venant) return {width_y * height_z, Jy, Jz, Jy + Jz};
  // series solution of the Prandtl stress function, a the long and b the short side
  const double a = std::max(width_y, height_z), b = std::min(width_y, height_z);
  double sum = 0;
  for (int n = 1; n < 200; n += 2) sum += std::tanh(n * pi * a / (2 * b)) / std::pow(n, 5);
  const double torsion = a * b * b * b * (1.0 / 3 - 64 * b / (std::pow(pi, 5) * a) * sum);
  return {width_y * height_z, Jy, Jz, torsion};
}

SectionGeometry ellipse_geometry(double semi_y, double semi_z, bool saint_venant) {
  const double Jy = pi * semi_y * std::pow(semi_z, 3) / 4;
  const double Jz = pi * semi_z * std::pow(semi_y, 3) / 4;
  const double torsion =
      saint_venant ? pi * std::pow(semi_y * semi_z, 3) / (semi_y * semi_y + semi_z * semi_z)
                   : Jy + Jz;
  return {pi * semi_y * semi_z, Jy, Jz, torsion};
}

RodSection section_of(const SectionGeometry& g, const SectionMaterial& m) {
  const double shear = m.shear_factor * m.shear * g.area;
  RodSection section;
  section.stiffness.diagonal() << m.shear * g.torsion, m.young * g.Jy, m.young * g.Jz,
      m.young * g.area, shear, shear;
  section.damping.diagonal() << g.torsion, 3 * g.Jy, 3 * g.Jz, 3 * g.area, g.area, g.area;
  section.damping *= m.viscosity;
  section.inertia.diagonal() << g.Jy + g.Jz, g.Jy, g.Jz, g.area, g.area, g.area;
  section.inertia *= m.density;
  return section;
}

}  // namespace cuttle
