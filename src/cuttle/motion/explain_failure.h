#pragma once
// What to say of a motion that could not go on.

#include "cuttle/motion/mechanical_system.h"
#include "cuttle/solve/table.h"
#include "cuttle/spec/spec.h"

namespace cuttle {

/// The fastest motion that a robot can make near a state: what limits the steps of explicit
/// methods.
struct FastestMotion {
  double rate = 0;                          // [1/s] of its size; 0: not known
  bool decays = false;                      // without swinging: viscosity, drag
  std::string where;                        // the coordinate that moves most
  double time() const { return 1 / rate; }  // [s] its time constant
};
FastestMotion fastest_motion(const Model& model, MechanicalSystem& system, const State& x);

/// Adds to a failure which coordinate is the fastest, or moves the fastest, at the last good state
/// x, and what to try with this study and method. The table "which method when" (docs/methods.md)
/// says the same.
void explain_failure(const Model& model, MechanicalSystem& system, const State& x,
                     const StudySpec& study, const IntegratorKind& kind, Status& status);

}  // namespace cuttle
