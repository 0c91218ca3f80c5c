#pragma once
// The energy books: what a robot stores and what flows in and out, d(Energy)/dt = Power.

#include "cuttle/core/workspace.h"

namespace cuttle {

/// What a robot stores [J].
struct Energy {
  double kinetic = 0;
  double gravity = 0;  // zero with all mass at the world's origin
  double elastic = 0;  // strains, as inputs change them, and joint springs
  double actors = 0;   // potential of the other actors

  double total() const { return kinetic + gravity + elastic + actors; }

  Energy& operator+=(const Energy& more) {
    kinetic += more.kinetic;
    gravity += more.gravity;
    elastic += more.elastic;
    actors += more.actors;
    return *this;
  }
};

/// What flows in [W], positive into the robot.
struct Power {
  double damping = 0;     // strains and joint dampers, never positive
  double effort = 0;      // joint efforts of the input
  double prescribed = 0;  // drives that keep prescribed coordinates where the input says
  double actors = 0;      // non-conservative part of the actors

  double total() const { return damping + effort + prescribed + actors; }
};

/// Reads ws after update_kinematics at (x, u), or whatever calls it.
Energy energy(const Model&, const State&, const Input&, const Workspace&);
double kinetic_energy(const Model&, const Workspace&);

/// Reads ws after forward_dynamics or inverse_dynamics at (x, u): wrenches across prescribed steps.
Power power(const Model&, const State&, const Input&, const Workspace&);

/// Part of Power::actors that actors of one role give.
double actor_power(EnergyRole, const Model&, const State&, const Input&, const Workspace&);

/// Effort of the drive of a prescribed step [N m or N], with the same reads as `power`.
double drive_effort(const JointStep&, const State&, const Input&, const StepWork&);

/// Momentum of the robot (angular about the world's origin; linear), in world axes [N m s; N s].
/// Reads ws after update_kinematics. Overwrites M_bb, M_bq and M_qq of the bodies, so the factors
/// of forward_dynamics are gone.
Vector6 momentum(const Model&, const State&, Workspace&);

}  // namespace cuttle
