#pragma once
// The studies by which the suite of tests/invariance computes every model.

#include <string>
#include <vector>

#include "cuttle/spec/spec.h"

namespace cuttle::testing {

/// CUTTLE_INVARIANCE=full: by every method that a model allows, motions as far as some computing
/// leads; CUTTLE_INVARIANCE=whole: to their end.
bool full_size();
/// [s] Of computing that a motion may take, in full size.
double seconds_of_a_run();

/// One way to compute a model.
struct InvarianceCase {
  std::string name;
  StudySpec study;
  bool own = false;  // that of the model
};

/// Its own study first.
std::vector<InvarianceCase> invariance_cases(const std::string& model, const ScenarioSpec& spec);

}  // namespace cuttle::testing
