#pragma once
// Everything about a shell that does not change: stations along its meridian, modes, constants.

#include <functional>
#include <string>
#include <vector>

#include "cuttle/math/types.h"
#include "cuttle/shell/profile.h"
#include "cuttle/spec/shell_choices.h"

namespace cuttle {

/// Modes of one division: Legendre polynomials, so many of each strain (not their degree).
struct ShellModes {
  int curvature = 5;  // of mu
  int stretch = 3;    // of lambda, at least 1
  int shear = 0;      // of beta; 0: no shear
};

/// The strain that a coordinate belongs to.
enum class ShellStrain { curvature, stretch, shear };

struct ShellDivision {
  double end = 0;  // [m] abscissa
  ShellModes modes;
  int quadrature = 9;  // Gauss points
};

/// A shell as one describes it. Functions of the abscissa X from the base.
struct ShellDescription {
  Profile profile;
  std::vector<ShellDivision> divisions;  // must break where the profile does
  std::function<double(double X)> half_thickness;
  std::function<double(double X)> area_density;  // [kg/m^2] of the wall, 2 h rho
  double young = 0;                              // [Pa]
  double poisson = 0;
  double viscosity = 0;         // [Pa s], Kelvin-Voigt
  double added_mass = 0;        // B of [Renda18] (14): water carried along, per mass of the wall
  double added_per_volume = 0;  // [kg/m^3] axial added mass per volume inside
  double inside_density = 0;    // [kg/m^3] of water inside that follows the base
  ShellCoupling coupling = ShellCoupling::full;
  ShellEdge edge = ShellEdge::free;
};

using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Constants of one station: a ring of the shell with its share of the surface.
struct RingData {
  double X = 0, weight = 0;                    // [m] abscissa, quadrature weight
  double r0 = 0, x0 = 0, theta0 = 0, mu0 = 0;  // reference
  double cos0 = 0, sin0 = 0;
  double half_thickness = 0;         // [m]
  double area = 0;                   // [m^2] 2 pi r0 weight
  double mass = 0;                   // [kg] of the wall
  double inertia = 0;                // [kg] with added mass
  double rotary = 0;                 // [kg m^2] about the hoop direction
  double membrane = 0, bending = 0;  // [N m] area times 2 E h / (1 - nu^2); h^2/3 of it
  double shear = 0;                  // [N m] area times 2 h G
};

/// Rows that give the meridian at some abscissa: value = reference + row . (r' - cos theta0).
struct MeridianRow {
  MeridianPoint reference;
  VectorX integral;  // (stations)
  VectorX angle;     // (n) theta per coordinate
};

struct ShellData {
  double length = 0;
  int n = 0;
  std::vector<RingData> rings;
  RowMatrix phi_mu, phi_lambda, phi_beta;  // (rings x n) strains per coordinate
  RowMatrix J_theta;                       // (rings x n) angle per coordinate: constant
  RowMatrix S;                             // (rings x rings) cumulative integration
  std::vector<double> division_ends;       // 0 ... length
  std::vector<ShellStrain> column_kind;    // (n)
  std::vector<double> point_abscissa;      // points 1, 2, ...: frames on the axis
  std::vector<MeridianRow> point_rows;
  MeridianRow edge_row;  // at X = length
  MatrixX M_rotary;      // (n x n) constant part of the inertia
  MatrixX K_shear;       // (n x n) constant part of the stiffness
  double poisson = 0;
  double retardation = 0;        // [s] 3 eta / E: viscous over elastic, membrane and bending
  double shear_retardation = 0;  // [s] eta / G
  double cap_radius_stiffness = 0, cap_angle_stiffness = 0;  // [N/m], [N m]
  double added_per_volume = 0, inside_density = 0;
  double direction = 1;    // of the axis from base to edge: +1 or -1
  double base_radius = 0;  // [m]
  double surface = 0;      // [m^2] reference, [Renda18] A_m
  double mass = 0;
  ShellCoupling coupling = ShellCoupling::full;
  ShellEdge edge = ShellEdge::free;

  /// Rows for the abscissa X.
  MeridianRow row_at(double X) const;

  // how the rows are made: polynomials of the divisions
  std::vector<ShellDivision> divisions;
  std::vector<int> division_ring, division_column;  // first of each
  std::function<MeridianPoint(double X)> reference;
};

ShellData make_shell_data(const ShellDescription&);

}  // namespace cuttle
