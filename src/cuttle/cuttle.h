#pragma once
// What a user of the library includes.
//   read_scenario(file), or a ScenarioSpec filled in code: what is to be simulated
//   run(spec): the whole study, as the program does it
//   build(spec): the Model, for those who evaluate it themselves (forward_dynamics, statics, ...)

#include "cuttle/base/error.h"
#include "cuttle/base/status.h"
#include "cuttle/dynamics/dense.h"
#include "cuttle/dynamics/energy.h"
#include "cuttle/dynamics/forward.h"
#include "cuttle/dynamics/inverse.h"
#include "cuttle/dynamics/jacobian.h"
#include "cuttle/dynamics/kinematics.h"
#include "cuttle/dynamics/tree_solve.h"
#include "cuttle/dynamics/tree_tangent.h"
#include "cuttle/io/read_scenario.h"
#include "cuttle/io/table.h"
#include "cuttle/math/se3.h"
#include "cuttle/math/so3.h"
#include "cuttle/model/model.h"
#include "cuttle/model/spec.h"
#include "cuttle/model/state.h"
#include "cuttle/model/workspace.h"
#include "cuttle/scene/scene_sampler.h"
#include "cuttle/sim/build.h"
#include "cuttle/sim/describe.h"
#include "cuttle/sim/mechanical_system.h"
#include "cuttle/sim/modes.h"
#include "cuttle/sim/run.h"
#include "cuttle/sim/statics.h"
#include "cuttle/sim/trajectory.h"
#include "cuttle/solve/integrator.h"
