#pragma once
// How a robot's answers change with a number of its description: a length, a modulus, a density.

#include <functional>

#include "cuttle/base/status.h"
#include "cuttle/compile/compile.h"

namespace cuttle {

/// The scenario for a value of the parameter. It must keep its coordinates and inputs.
using ScenarioOf = std::function<Scenario(double value)>;

/// The balance of forces is differentiated at fixed motion by a five-point formula, which is exact
/// where it is a polynomial of degree four or less in the parameter (moduli, densities, radii of
/// sections ...) and good to about 1e-11 of its size elsewhere; the rest is exact.
///
/// da/dp (nv) of forward dynamics at (x, u).
Status acceleration_slope(const ScenarioOf& scenario_of, double value, const State& x,
                          const Input& u, VectorX& da_dp);

/// dq/dp (nv), the displacement of the equilibrium x under u.
Status statics_slope(const ScenarioOf& scenario_of, double value, const State& x, const Input& u,
                     VectorX& dq_dp);

/// Numbers that are read off a scenario at (x, u).
using ReadOff = std::function<VectorX(const Scenario&, const State&, const Input&)>;

/// df/dp of numbers at an equilibrium x, where the inputs are those of the scenario at rest at
/// t = 0 and change with the parameter, too. `scale` is a change of the parameter that is large.
Status equilibrium_slope(const ScenarioOf& scenario_of, double value, double scale, const State& x,
                         const ReadOff& read_off, VectorX& df_dp);

}  // namespace cuttle
