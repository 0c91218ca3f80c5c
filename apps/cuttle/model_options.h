#pragma once

#include <string>
#include <vector>

#include "cuttle/model/spec.h"

namespace CLI {
class App;
}

namespace cuttle::cli {

/// The model file and the changes to it: `model.yaml [--set path=value]...`.
struct ModelOptions {
  std::string file;
  std::vector<std::string> overrides;

  void add_to(CLI::App& app);
  ScenarioSpec read() const;
};

}  // namespace cuttle::cli
