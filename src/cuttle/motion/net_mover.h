#pragma once
// Nets as subsystems: through time, and to equilibria.

#include "cuttle/motion/subsystem.h"

namespace cuttle {

/// One for each net of a scenario, in its order. Motions go from one time that is asked for to the
/// next in equal steps; they never allocate except on failure, and where a span of time begins
/// whose signals have not been examined yet.
Subsystems net_movers(const Scenario& scenario);
/// The same for another study than that of the scenario.
Subsystems net_movers(const Scenario& scenario, const StudySpec& study);

}  // namespace cuttle
