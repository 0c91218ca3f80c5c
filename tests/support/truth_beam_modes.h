#pragma once

#include <vector>

namespace cuttle::testing {

/// A uniform bar or beam, clamped at one end and free at the other. SI.
struct ModalBeam {
  double length;        // L [m]
  double density;       // rho [kg/m^3]
  double young;         // E [Pa]
  double shear;         // G [Pa]
  double area;          // A [m^2]
  double inertia;       // I, second moment of area about the bending axis [m^4]
  double shear_factor;  // k in the shear stiffness k G A
};

/// Circular section of this radius.
ModalBeam round_beam(double length, double radius, double density, double young, double shear,
                     double shear_factor);

/// The n-th root, n = 1, 2, ..., of cos(x) cosh(x) = -1.
double clamped_free_root(int n);

/// The lowest frequencies [Hz], ascending. Euler-Bernoulli: no shear, no rotary inertia.
std::vector<double> euler_bernoulli_hz(const ModalBeam& beam, int count);

/// With shear and rotary inertia: roots of the exact frequency equation, below and above the
/// cut-off where the second wave begins to travel. Above it, two frequencies closer than 1/200 of
/// their spacing could be missed as a pair.
std::vector<double> timoshenko_hz(const ModalBeam& beam, int count);

/// Torsion, with the section's polar moment as its torsion constant: exact for the circle.
std::vector<double> torsion_hz(const ModalBeam& beam, int count);

std::vector<double> axial_hz(const ModalBeam& beam, int count);

}  // namespace cuttle::testing
