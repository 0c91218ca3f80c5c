#pragma once
// What water is to a family of bodies: a row for each, in wet_<family>.cpp. A family without one is
// dry.

#include "cuttle/part/draft.h"
#include "cuttle/spec/spec.h"
#include "cuttle/water/water_loads.h"

namespace cuttle {

struct WetFamily {
  bool (*is)(const BodySpec&);
  /// True if the file takes the body out of the water.
  bool (*dry)(const BodySpec&);
  /// What can be wrong; `wet`: the model has water.
  void (*check)(const BodySpec&, bool wet, Diagnostics&) = nullptr;
  /// Before the body is made: the water that it carries along joins its inertia.
  void (*prepare)(const BodySpec&, int body, BodyDraft&, WaterLoads::Data&) = nullptr;
  /// Loads on the finished body, and inputs of them.
  void (*add)(Draft&, int body, WaterLoads::Data&) = nullptr;
};

/// nullptr: water does nothing to bodies of this family.
const WetFamily* wet_family_of(const BodySpec& body);

/// What all drag of a body is multiplied by: a plain number, ...
inline double constant_drag_factor(const SignalSpec& factor) {
  return factor.kind == SignalSpec::Kind::constant ? factor.constant : 1;
}
/// ... and the entry of Input::u for what is none (-1: there is none).
int add_drag_factor(Draft& draft, int body, const SignalSpec& factor);

/// Coefficients have a meaning only in water.
void report_no_water(const Origin& origin, Diagnostics& diagnostics);

/// The form of quadratic drag that a file asks for.
QuadraticForm form_of(DragForm form);

}  // namespace cuttle
