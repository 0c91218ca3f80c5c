#pragma once
// Exact slopes of figures at an equilibrium.

#include <string>
#include <vector>

#include "cuttle/campaign/experiment.h"
#include "cuttle/sim/build.h"
#include "cuttle/sim/run.h"

namespace cuttle {

/// True for equilibria of trees without contact, where all figures are last values of columns.
bool offers_slopes(const Scenario& scenario, const std::vector<std::string>& figures);

/// (figures x parameters) derivatives of the figures of an equilibrium. The equilibrium moves by
/// the implicit function theorem, dq/dp = -K^-1 dr/dp; the figures, explicit functions of (q, p),
/// are differentiated along it by five points. Empty if it cannot be found.
MatrixX equilibrium_slopes(const Experiment& experiment, const RunResult& result,
                           const ParameterPoint& point);

}  // namespace cuttle
