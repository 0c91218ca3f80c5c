#pragma once
// Every model of models/, somewhere on its way: for suites over all parts that there are.

#include <string>
#include <vector>

#include "cuttle/compile/compile.h"

namespace cuttle::testing {

/// Names of all models, in order.
std::vector<std::string> all_models();

/// The robot of a model without connections and contacts, pushed a little away from its initial
/// state and moving. Inputs are those of a time well after its start, and stand still.
struct Underway {
  explicit Underway(const std::string& model);

  Scenario scenario;
  Model model;
  State x;
  Input u;
};

/// The model with these actors only.
Model with_actors(const Model& model, std::vector<std::shared_ptr<const Actor>> actors);

}  // namespace cuttle::testing
