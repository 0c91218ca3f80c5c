#pragma once
// The panels of a rod, which is a smooth tube in contacts.

#include <array>
#include <vector>

#include "cuttle/spec/spec.h"

namespace cuttle {

/// One piece, between two abscissas.
struct RodPanel {
  double from = 0, to = 0;                // [m] from the rod's base
  std::array<double, 2> radius = {0, 0};  // [m] there
};

/// Panels of equal length, as many as the file says; by default about as long as thick, 4 to 60.
/// With several divisions no panel reaches across an end of one.
std::vector<RodPanel> panels_of(const RodSpec& rod);

/// How thick a section is where it touches: its radius, or the mean of its half widths.
double touching_radius(const SectionSpec& section, double division_length, double X);
/// [m] Diameter in the middle of its thickest division; 0 where sections are given in numbers.
double thickness_of(const RodSpec& rod);

}  // namespace cuttle
