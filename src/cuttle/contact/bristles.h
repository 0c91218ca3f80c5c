#pragma once
// Bristles between two surfaces: a spring and a damper beside it, -T = k s + b s' with
// |T| <= mu N. Those that stick stretch at the rate v of the slip. Those that slide stretch as
// their force lets them, s' = (-T - k s) / b, so that s follows from the course of T.

#include "cuttle/core/contact.h"

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
SlidBristles slide(const ContactRule&, double h, const Vector3& stretch, const Vector3& pull);

/// s and s' of bristles.
struct BristleStretch {
  Vector3 now = Vector3::Zero();   // [m]
  Vector3 rate = Vector3::Zero();  // [m/s]
};

/// Of a contact whose force is known, at the time t. `before`: its memory, or null.
BristleStretch bristle_stretch(const ContactRule&, const Contact&, const ContactMemory* before,
                               double t);

}  // namespace cuttle
