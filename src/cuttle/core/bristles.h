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

/// Bristles now.
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

/// Bristles that have slid for a time h, pulling with p when it began and p + h p' at its end: at
/// the end  s = share * travel + (1 - share) (-T) / k  and  s' = (-T - k travel) / damping.
/// -T = k travel + damping * v is the force at which they stick, s' = v.
struct SlidBristles {
  Vector3 travel = Vector3::Zero();  // [m]
  double damping = 0;                // [N s/m]
  double share = 1;
};

/// `stretch` and `pull`: s and p when the time began. Any h above zero, also infinity; b may be 0.
SlidBristles slide(const BristleRule&, double h, const Vector3& stretch, const Vector3& pull);

/// Their elongation at the time t. Those that stick have stretched by the displacement since the
/// memory; how far those have slid that slid then depends on the time. Reads travel_before; `pull`
/// is that of the memory, turned with the contact.
void stretch_bristles(const BristleRule&, const BristleMemory&, double t, const Vector3& pull,
                      const Vector3& displacement, Bristles&);

/// Their force under the normal force N, by the coefficient of what they did when the step began.
void hold_or_slide(const BristleRule&, double normal, Bristles&);

/// s and s' of bristles.
struct BristleStretch {
  Vector3 now = Vector3::Zero();   // [m]
  Vector3 rate = Vector3::Zero();  // [m/s]
};

/// Of bristles whose force is known, at the time t. `before`: their memory, or null if they have
/// met within the step, `met` seconds ago.
BristleStretch bristle_stretch(const BristleRule&, const Bristles&, const BristleMemory* before,
                               double met, double t);

/// How long they are, and with which force they begin the next step.
void remember_bristles(const BristleRule&, const Bristles&, double normal, const Vector3& stretch,
                       BristleMemory&);

/// True if bristles follow another rule than when the step began: what slid sticks, or what stuck
/// slides with another coefficient.
bool changes_rule(const BristleRule&, const Bristles&, const BristleMemory& before);

}  // namespace cuttle
