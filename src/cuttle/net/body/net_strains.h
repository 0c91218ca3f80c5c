#pragma once
// The strains of a net one by one: what each is, how it follows the nodes, and what it resists
// with. net_energy.h has the sums of the same terms, in a band.

#include <array>

#include "cuttle/core/net_state.h"
#include "cuttle/net/net.h"

namespace cuttle {

/// A strain s of two neighbours (stretching, |e|/L0 - 1) or of three (bending, kappa).
struct LocalStrain {
  std::array<int, 3> nodes = {0, 0, 0};
  int count = 2;                      // of nodes
  double value = 0;                   // s
  Eigen::Matrix<double, 6, 1> slope;  // ds by the places of the nodes, two entries each
  Eigen::Matrix<double, 6, 6> bend;   // its second derivative

  int size() const { return 2 * count; }
};

LocalStrain stretch_strain(const StretchTerm& term, const VectorX& x);
LocalStrain bend_strain(const BendTerm& term, const VectorX& x);

/// What resists: energy stiffness/2 (s - rest)^2, power viscosity (s')^2.
struct StrainLaw {
  double stiffness = 0, rest = 0, viscosity = 0;
};

inline StrainLaw law_of(const StretchTerm& term, const NetInput& input) {
  return {input.stiffness_factor[term.segment] * term.EA * term.rest_length, 0,
          term.viscous * term.rest_length};
}
inline StrainLaw law_of(const BendTerm& term, const NetInput& input) {
  return {input.stiffness_factor[term.segment] * term.EI / term.length,
          input.rest_curvature[term.segment] * term.length, term.viscous / term.length};
}

/// Calls use(strain, law) for all strains of a net.
template <class Use>
void for_each_strain(const NetData& net, const NetInput& input, const VectorX& x, const Use& use) {
  for (const StretchTerm& term : net.stretches) use(stretch_strain(term, x), law_of(term, input));
  for (const BendTerm& term : net.bends) use(bend_strain(term, x), law_of(term, input));
}

/// What the velocities v of all nodes make of a strain: s'.
inline double rate_of(const LocalStrain& strain, const VectorX& v) {
  double rate = 0;
  for (int k = 0; k < strain.count; ++k)
    rate += strain.slope.segment<2>(2 * k).dot(v.segment<2>(2 * strain.nodes[size_t(k)]));
  return rate;
}

}  // namespace cuttle
