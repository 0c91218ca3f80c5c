#pragma once
// How much two runs of one model may differ; docs/theory/invariance.md tells why.

#include <string>

#include "cuttle/record/run_result.h"
#include "cuttle/record/trajectory.h"
#include "cuttle/spec/spec.h"
#include "support/invariance_variants.h"

namespace cuttle::testing {

// Relative to the largest number of the same unit. Measured in ctest: 3e-9 at most, without contact
// and by the same steps.
inline constexpr double kRoundOff = 1e-8;
// Methods that choose their order, or when to renew a matrix, or whose stages are iterated, take
// other steps after the last digit changed: equal to the error of the method, which adds up to
// this many times rtol in a run. Nothing is forgiven beyond kMostOfSteps, whatever rtol says.
inline constexpr double kErrorOverRtol = 100, kMostOfSteps = 1e-5;
// Springs of contacts and of baumgarte make much of differences of places; no more than this, and
// only by the finest steps.
inline constexpr double kMostOfForces = 1e-3;

/// True if the method may take other steps after the change.
bool other_steps(const ScenarioSpec& spec, const Variant& variant);

/// True if they did: other numbers of steps, accepted or rejected. In full size only.
bool took_other_steps(const RunResult& first, const RunResult& second);

/// Of the numbers of a unit. `series`: those of the model as it is; `by_other_steps`: those of the
/// change come from other steps, also by methods that usually take the same.
double invariance_bound(const ScenarioSpec& spec, const Variant& variant, const Trajectory& series,
                        const std::string& unit, bool by_other_steps = false);

/// What differences of places become.
struct MadeOfPlaces {
  double force = 0;     // [N/m] by the stiffest spring that they act on
  double velocity = 0;  // [1/s] where baumgarte closes gaps
  double angle = 0;     // quaternions per angle: in full size
  double lever = 0;     // [m] of the smallest body that touches: in full size
  double turn = 0;      // what vectors that turn differ by, per largest angle: in full size

  /// In a unit, per metre, where the largest force is F. Velocities and energies: in full size
  /// only.
  double of(const std::string& unit, double F) const;
};
MadeOfPlaces made_of_places(const ScenarioSpec& spec);

}  // namespace cuttle::testing
