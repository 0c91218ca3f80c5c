#include "cuttle/compile/drive_corner.h"

#include <fmt/format.h>

#include <cmath>

#include "cuttle/dynamics/energy.h"
#include "cuttle/dynamics/forward.h"
#include "cuttle/dynamics/kinematics.h"

namespace cuttle {

Status pass_drive_corner(const Model& model, const Input& after, ConstraintSolver* constraints,
                         State& x, double& work, Workspace& ws) {
  work = 0;
  Input before = after, blow = after;
  blow.u_dot.setZero();
  blow.u_ddot.setZero();
  State still = x;
  still.v.setZero();
  bool changed = false;
  for (const Body& body : model.bodies)
    for (const JointStep& step : body.steps) {
      if (!step.prescribed()) continue;
      const int input = step.prescribed_input;
      const double jump = after.u[input] - x.q[step.q];
      if (!(std::abs(jump) <= kDriveJump * model.q_scale[step.q]))
        return Status::fail(Status::Code::stalled,
                            fmt::format("the prescribed coordinate of '{}' jumps by {:.6g}: what "
                                        "it moves would have to be in two places at once",
                                        body.name, jump),
                            x.t);
      before.u_dot[input] = x.v[step.v];
      blow.u_ddot[input] = after.u_dot[input] - x.v[step.v];
      changed |= std::abs(blow.u_ddot[input]) > kDriveJump * model.v_scale[step.v];
    }
  if (!changed) return {};

  // what accelerations of the drives do to the others, beside all that happens without
  const auto accelerations = [&](const Input& u) {
    if (constraints) return constraints->solve(model, still, u, ws);
    forward_dynamics(model, still, u, ws);
    return Status{};
  };
  update_kinematics(model, x, before, nullptr, ws);
  const double had = kinetic_energy(model, ws);
  if (Status status = accelerations(blow); !status.ok()) return status;
  VectorX change = ws.a;
  blow.u_ddot.setZero();
  if (Status status = accelerations(blow); !status.ok()) return status;
  x.v += change - ws.a;
  for (const Body& body : model.bodies)
    for (const JointStep& step : body.steps)
      if (step.prescribed()) x.v[step.v] = after.u_dot[step.prescribed_input];
  update_kinematics(model, x, after, nullptr, ws);
  work = kinetic_energy(model, ws) - had;
  return {};
}

}  // namespace cuttle
