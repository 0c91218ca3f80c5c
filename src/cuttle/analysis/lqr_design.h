#pragma once

#include <vector>

#include "cuttle/analysis/linearize.h"
#include "cuttle/control/controller.h"
#include "cuttle/spec/spec_control.h"

namespace cuttle {

/// What a linear regulator is designed for.
struct LqrTask {
  HoldAt about = HoldAt::statics;
  VectorX position_cost, velocity_cost;  // (nv)
  VectorX input_cost;                    // (commands)
  std::vector<int> inputs;               // entries of Input::u that it commands
  CommandBounds bounds;                  // (commands), for trim
  double sample_time = 0.01;             // [s]
  double delay = 0;                      // [s] of the commands, at most one sample time
};

/// u = u0 - K_x [x (-) x0; v] - K_u (last command - u0), and how the loop closes in the linear
/// world: z+ = (A - B K) z, with z = (displacement, velocities) of the free coordinates and, with a
/// delay, the last command.
struct LqrDesign {
  State x0;        // where it holds the robot, at rest
  VectorX u0;      // (commands) what that takes
  MatrixX K_x;     // (commands x 2 nv)
  MatrixX K_u;     // (commands x commands); zero without delay
  MatrixX closed;  // A - B K
  Linearization linear;
};

/// The cost is summed over the samples, so that gains change little with the sample time. Fails
/// where there is no equilibrium to hold, or where the inputs cannot stabilise it.
Status design_lqr(const Scenario& scenario, const LqrTask& task, const State& x, const Input& u,
                  LqrDesign& design);

}  // namespace cuttle
