#include "model_options.h"

#include <CLI/CLI.hpp>

#include "cuttle/io/read_scenario.h"

namespace cuttle::cli {

void ModelOptions::add_to(CLI::App& app) {
  app.add_option("model", file, "model file (YAML)")->required()->type_name("FILE");
  app.add_option("--set", overrides, "change a value: --set bodies.arm.rod.length=0.5")
      ->type_name("PATH=VALUE")
      ->expected(1)
      ->take_all()
      ->allow_extra_args(false);
}

ScenarioSpec ModelOptions::read(std::vector<DataFileUse>* used) const {
  return read_scenario(file, overrides, used);
}

}  // namespace cuttle::cli
