#include "model_options.h"

#include "cuttle/io/read_scenario.h"

namespace cuttle::cli {

void ModelOptions::add_to(Options& options) {
  options.add("model", file, "model file (YAML)").required().type("FILE");
  options.add("--set", overrides, "change a value: --set bodies.arm.rod.length=0.5")
      .type("PATH=VALUE")
      .repeated();
}

ScenarioSpec ModelOptions::read(std::vector<DataFileUse>* used) const {
  return read_scenario(file, overrides, used);
}

}  // namespace cuttle::cli
