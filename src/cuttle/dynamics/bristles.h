#pragma once
// The law of bristles (core/bristles.h): how they stretch, hold, slide and remember.

#include "cuttle/core/bristles.h"

namespace cuttle {

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
