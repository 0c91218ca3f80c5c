#pragma once
// What the methods can do. A method is a row; its name is in campaign/spec_choices.h.

#include <span>
#include <string>

#include "cuttle/campaign/spec.h"

namespace cuttle {

struct OptimizeMethodRow {
  OptimizeMethod method;
  int algorithm;     // nlopt_algorithm, or kOwnAlgorithm
  bool slopes;       // uses derivatives
  bool constraints;  // keeps constraints
  bool global;       // searches the whole box, which must be finite
  bool population;   // has one, whose size can be given
  bool random;       // draws random numbers
  int least_parameters;
};

inline constexpr int kOwnAlgorithm = -1;

std::span<const OptimizeMethodRow> optimize_methods();
const OptimizeMethodRow& method_row(OptimizeMethod method);

/// Throws InputError for what the method cannot do: constraints, parameters without a range, a
/// population. Tells all of it.
void check_method(const CampaignSpec& campaign);

}  // namespace cuttle
