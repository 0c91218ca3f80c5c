#pragma once
// The law open_loop of a model file.

#include <vector>

#include "cuttle/spec/spec_values.h"

namespace cuttle {

struct OpenLoopSpec {
  std::vector<SignalSpec> signals;  // one for each input, or one for all
  Origin origin;

  void describe(Fields& v);
};

}  // namespace cuttle
