#pragma once
// The chain of capsules that a rod is in contacts.

#include <array>
#include <vector>

#include "cuttle/spec/spec.h"

namespace cuttle {

/// One capsule of the chain, between two abscissas.
struct ChainLink {
  double from = 0, to = 0;                // [m] from the rod's base
  std::array<double, 2> radius = {0, 0};  // [m] there
};

/// Capsules of equal length, as many as the file says; by default about as long as thick, 4 to 60.
/// With several divisions no capsule reaches across an end of one.
std::vector<ChainLink> chain_of(const RodSpec& rod);

/// How thick a section is where it touches: its radius, or the mean of its half widths.
double touching_radius(const SectionSpec& section, double division_length, double X);
/// [m] Diameter in the middle of its thickest division; 0 where sections are given in numbers.
double thickness_of(const RodSpec& rod);

}  // namespace cuttle
