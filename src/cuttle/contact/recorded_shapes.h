#pragma once

#include <string>
#include <vector>

#include "cuttle/core/model.h"

namespace cuttle {

/// A contact shape of a moving body: what a run keeps of contacts is kept for each of these.
struct RecordedShape {
  int shape = 0;     // of the model
  std::string name;  // the body, with a number where it has several
};
std::vector<RecordedShape> recorded_shapes(const Model& model);

}  // namespace cuttle
