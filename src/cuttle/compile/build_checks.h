#pragma once

#include "cuttle/compile/build_draft.h"

namespace cuttle {

/// Length of the longest way from the first body of a tree to its end [m]; 1 if there is none.
double reach_of(const ScenarioDraft& draft);

/// Writes Model::q_scale and v_scale: 1/length of the rod or shell for curvatures, 1e-2 for stretch
/// and shear, 1 for angles and quaternions, the robot's reach for lengths; rates sqrt(g/length), at
/// least 1/s.
void set_scales(ScenarioDraft& draft);

/// What a body lacks, or (spoilt) what those beyond it lack: then its pivots are no numbers.
enum class InertiaFault { none, joint, coordinates, spoilt };
/// Of all bodies after forward_dynamics.
std::vector<InertiaFault> inertia_faults(const ScenarioDraft& draft, const Workspace& ws);

/// Reports coordinates without inertia at the initial state: dynamics and modes cannot do that.
bool needs_inertia(const StudySpec& study);
void check_inertia(ScenarioDraft& draft, const State& initial, const Input& u);

}  // namespace cuttle
