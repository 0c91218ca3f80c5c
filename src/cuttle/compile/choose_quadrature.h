#pragma once

#include <vector>

#include "cuttle/compile/build_draft.h"

namespace cuttle {

/// Gauss points of a division that is smooth throughout, for bases of a degree and a turn [rad]
/// that is expected of it: enough for the polynomials, and for the steps along the rod.
int points_for(int degree, double turn);

/// Sets the Gauss points of the divisions whose file gives none, by what they carry: the degree of
/// their bases; how far rest, initial strains, weight, loads, cables and muscles are expected to
/// bend them; how much sections, paths of cables and loads change along them.
/// body_masses [kg] are those of the rigid bodies, 0 for others.
void choose_quadrature(ScenarioDraft& draft, const std::vector<double>& body_masses);

}  // namespace cuttle
