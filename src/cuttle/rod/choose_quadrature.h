#pragma once

#include "cuttle/part/family_kind.h"

namespace cuttle {

/// Gauss points of a division that is smooth throughout, for bases of a degree and a turn [rad]
/// that is expected of it: enough for the polynomials, and for the steps along the rod.
int points_for(int degree, double turn);

/// Sets the Gauss points of the divisions whose file gives none, by what they carry: the degree of
/// their bases; how far rest, initial strains, weight, loads, cables and muscles are expected to
/// bend them; how much sections, paths of cables and loads change along them.
void choose_quadrature(Draft& draft, const AskEfforts& ask_parts);

}  // namespace cuttle
