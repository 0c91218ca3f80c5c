#pragma once

#include <string>
#include <vector>

#include "cuttle/io/read_values.h"
#include "options.h"

namespace cuttle::cli {

/// The model file and the changes to it: `model.yaml [--set path=value]...`.
struct ModelOptions {
  std::string file;
  std::vector<std::string> overrides;

  void add_to(Options& options);
  /// `used` gets the data files that were asked for.
  ScenarioSpec read(std::vector<DataFileUse>* used = nullptr) const;
};

}  // namespace cuttle::cli
