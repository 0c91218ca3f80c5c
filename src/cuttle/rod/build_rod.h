#pragma once
// Rods of a file: what stands between a spec and a Rod.

#include <vector>

#include "cuttle/base/error.h"
#include "cuttle/core/model.h"
#include "cuttle/core/state.h"
#include "cuttle/rod/rod.h"
#include "cuttle/spec/spec.h"

namespace cuttle {

/// Laws of a rod: sections, rest strains (of signals: those at t0), bases. Reports what is wrong,
/// and is empty then.
std::vector<RodDivision> make_divisions(const RodSpec& rod, double t0, Diagnostics& diagnostics);

/// Initial strains of a finished body and their velocities.
void set_initial_strain(const RodSpec& rod, const Body& body, State& x);

}  // namespace cuttle
