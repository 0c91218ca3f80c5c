#include "cuttle/rod/check.h"

#include <fmt/format.h>

#include "cuttle/core/strain_basis.h"

namespace cuttle {

namespace {

// number of functions of a basis
int basis_size(const ModeSpec& mode) {
  if (mode.basis == "table") return static_cast<int>(mode.table.size()) - 1;
  StrainBasis basis;
  basis.kind = mode.basis;
  basis.order = mode.basis == "linear" || mode.basis == "hermite" ? mode.elements : mode.order;
  return basis.size();
}

bool is_polynomial(const ModeSpec& mode) {
  return mode.basis == "legendre" || mode.basis == "monomial" || mode.basis == "chebyshev";
}

// coordinates given at the start must exist
void check_strain_state(const DivisionSpec& division, const StrainStateSpec& state,
                        Diagnostics& diagnostics) {
  for (std::size_t i = 0; i < kModes; ++i) {
    const int given = static_cast<int>(state.modes[i].size());
    if (given == 0) continue;
    const auto& mode = division.strain.modes[i];
    if (!mode) {
      diagnostics.add(state.origin.error(kModeNames[i], "this mode is not active",
                                         "list it under strain, or give it a rest value"));
    } else if (given > basis_size(*mode)) {
      diagnostics.add(state.origin.error(
          kModeNames[i],
          fmt::format("{} values for a basis of {} functions", given, basis_size(*mode))));
    }
  }
}

void check_division(const DivisionSpec& division, Diagnostics& diagnostics) {
  for (std::size_t i = 0; i < kModes; ++i) {
    const auto& mode = division.strain.modes[i];
    if (!mode || !division.quadrature || !is_polynomial(*mode)) continue;
    // n Gauss points see polynomials of degree 2n - 1; the stiffness has degree 2 order
    if (*division.quadrature > mode->order) continue;
    diagnostics.add(
        division.origin.error("quadrature",
                              fmt::format("{} Gauss points cannot resolve {} of order {}",
                                          *division.quadrature, kModeNames[i], mode->order),
                              fmt::format("at least {} are needed; without this field there are {}",
                                          mode->order + 1, mode->order + 3)));
    break;
  }
  check_strain_state(division, division.initial, diagnostics);
  check_strain_state(division, division.velocity, diagnostics);
}

}  // namespace

void check_rod(const BodySpec& body, Diagnostics& diagnostics) {
  if (body.rod->divisions.empty()) diagnostics.add(body.rod->origin.error("divisions", "is empty"));
  for (const DivisionSpec& division : body.rod->divisions) check_division(division, diagnostics);
}

void check_densities(const ScenarioSpec&, const BodySpec& body, Diagnostics& diagnostics) {
  for (const DivisionSpec& division : body.rod->divisions) {
    const Origin& origin = division.material.spec.origin;
    const bool written = !origin.path.empty() && division.section.shape != SectionShape::custom;
    if (written && !origin.given("density"))
      diagnostics.add(origin.error("density", "missing", "mass density [kg/m^3]"));
  }
}

}  // namespace cuttle
