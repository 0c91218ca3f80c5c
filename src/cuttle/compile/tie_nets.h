#pragma once

#include "cuttle/compile/build_draft.h"

namespace cuttle {

/// A net that anything in the file names as a body (a connection, a load, a spring, a cable, a
/// contact, a parent, a probe of a frame) becomes one: it is added to the bodies, behind those of
/// the file. Called again it finds out anew.
void tie_nets(ScenarioSpec& scenario);

/// Connections of nets that say the same twice.
void check_ties(const ScenarioSpec& scenario, Diagnostics& diagnostics);

/// What is connected with a net lies in its plane, where everything is placed; ties to what cannot
/// leave it hold it in the plane only.
void check_planes(ScenarioDraft& draft, const Input& u, const State& placed);

}  // namespace cuttle
