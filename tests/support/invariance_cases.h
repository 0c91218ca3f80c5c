#pragma once
// The studies by which the suite of tests/invariance computes every model.

#include <string>
#include <vector>

#include "cuttle/spec/spec.h"

namespace cuttle::testing {

/// CUTTLE_INVARIANCE=full: whole motions, by every method that a model allows.
bool full_size();

/// One way to compute a model.
struct InvarianceCase {
  std::string name;
  StudySpec study;
  bool own = false;  // that of the model
};

/// Its own study first.
std::vector<InvarianceCase> invariance_cases(const std::string& model, const ScenarioSpec& spec);

}  // namespace cuttle::testing
