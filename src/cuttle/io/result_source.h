#pragma once

#include <string_view>

#include "cuttle/scene/scene.h"
#include "cuttle/study/run.h"

namespace cuttle {

/// What a writer may draw on: the results, what there is to see of them, and the model file that
/// they came from.
struct ResultSource {
  const RunResult& result;
  const Scene& scene;
  std::string_view model_name;
  std::string_view model_text;
};

}  // namespace cuttle
