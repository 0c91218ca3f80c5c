#pragma once
// Friction by bristles, between two surfaces and inside of a joint: a spring and a damper beside
// it, -T = k s + b s' with |T| <= mu N. Those that stick stretch at the rate v of the slip. Those
// that slide stretch as their force lets them, s' = (-T - k s) / b, so that s follows from the
// course of T. What slips along one coordinate stands in the first component of all vectors.

#include "cuttle/math/types.h"

namespace cuttle {

/// Of two surfaces. Inside of a joint N is 1: coefficients are forces [N] or moments [N m].
struct BristleRule {
  double static_friction = 0, kinetic_friction = 0;
  double tangential_stiffness = 0;  // [N/m] of the bristles that stick
  double tangential_damping = 0;    // [N s/m]

  bool rough() const { return static_friction > 0; }
};

/// Bristles, now.
struct Bristles {
  Vector3 slip_rate = Vector3::Zero();      // [m/s] tangential velocity of b against a
  Vector3 travel = Vector3::Zero();         // [m] elongation of the bristles; if they slid when the
                                            // step began, see SlidBristles
  Vector3 travel_before = Vector3::Zero();  // [m] when the step began, turned with the contact
  double travel_share = 1;                  // of the elongation that is the travel's
  double friction = 0;                      // coefficient now in force: static or kinetic
  double bristle_stiffness = 0;             // [N/m] of the travel; 0 if it follows from the time
  double bristle_damping = 0;               // [N s/m] of the slip rate
  double limit = 0;                         // [N] what they pull at most
  Vector3 tangential = Vector3::Zero();     // [N] force on b
  bool sliding = false;                     // they have reached the limit
};

/// What they carry from one step to the next; part of the state.
struct BristleMemory {
  double t = 0;  // [s] infinite: remembered at rest, where no time passes
  Vector3 travel = Vector3::Zero();
  Vector3 pull = Vector3::Zero();  // [N] of the bristles, opposite to the friction on b
  double limit = 0;                // [N] what they pull at most
  bool sliding = false;
};

}  // namespace cuttle
