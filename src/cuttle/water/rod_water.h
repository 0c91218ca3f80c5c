#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "cuttle/core/actor.h"
#include "cuttle/rod/rod.h"
#include "cuttle/water/drag.h"
#include "cuttle/water/medium.h"
#include "cuttle/water/rigid_water.h"

namespace cuttle {

/// Water of a cross section. Its added mass stands in RodSection::added_mass.
struct SectionWater {
  double area = 0;                   // [m^2] displaced per length
  double half_y = 0, half_z = 0;     // [m] half sizes, for the free surface
  Vector3 drag = Vector3::Zero();    // [m] D of [Renda18] (11), on the axes of the section
  Vector3 linear = Vector3::Zero();  // [Pa s] force per length and velocity, likewise
};

/// Ellipse (circle: both semi axes equal): D = diag(1/2 pi C_x, C_y, C_z) h with h the mean semi
/// axis along x, and the semi axis that stands across the flow for y and z [Renda18] (11).
/// Rectangles: give the half sizes, and their area afterwards.
SectionWater section_water(double semi_y, double semi_z, const Vector3& coefficients);

/// rho F of [Renda18] (13) with F = diag(0, A_y B_y, A_z B_z), A = pi (half size across)^2, which
/// is A B for a circle and exact (B = 1) for an ellipse in a plane flow. (angular; linear).
Matrix6 section_added_mass(double density, double semi_y, double semi_z, double B_y, double B_z);

/// One station of a rod, all numbers times its quadrature weight and the density where it enters.
struct RodStationWater {
  int point = 0;
  double volume = 0;                     // [m^3]
  Vector3 half = Vector3::Zero();        // [m] half sizes (x, y, z)
  double reach = 0;                      // [m] farther from the surface it is wholly in or out
  Vector3 drag = Vector3::Zero();        // [kg/m] density * D * weight
  Vector3 linear = Vector3::Zero();      // [N s/m] linear * weight
  Vector6 added_mass = Vector6::Zero();  // diagonal of the added mass
};

struct RodWater {
  int body = 0;
  QuadraticForm form = QuadraticForm::vector;
  bool viscous = false;  // some station has linear drag
  int drag_input = -1;   // entry of Input::u that scales both; -1: none
  std::vector<RodStationWater> stations;
  std::vector<Matrix6> full_added_mass;  // (stations) only for sections that are not diagonal
  std::optional<TailShedding> tail;      // reactive option
};

/// Which end of a rod swims ahead.
enum class RodHead { base, tip };

/// Adds the water's loads (and tangents) to the points of the rod's body.
void add_rod_water(const RodWater&, const Medium&, const WaterWorld&, double t, const Input&,
                   bool with_tangent, BodyWork&);
/// Potential and power of the same loads.
EnergyBooks rod_water_books(const RodWater&, const Medium&, const WaterWorld&, double t,
                            const Input&, const BodyWork&);

/// How much of a rod is under water [m^3], at the kinematics of its body.
double volume_under_water(const RodWater&, const WaterWorld&, const BodyWork&);

/// From the rod's stations; its added mass is read from the rod itself. X from the rod's base.
RodWater rod_water(int body, const Rod&, double density, QuadraticForm,
                   const std::function<SectionWater(double X)>& section);
/// The tail end opposite to the head; added mass of the section there.
TailShedding tail_shedding(const Rod&, RodHead);

}  // namespace cuttle
