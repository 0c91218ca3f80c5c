#pragma once
// Inputs of a model by the names that a user writes.

#include <string>
#include <vector>

#include "cuttle/part/draft.h"

namespace cuttle {

/// What a name means among the inputs of a model: a full name (cables.c1.tension), or a stretch of
/// one (c1, c1.tension, tension). An exact name wins; several entries: the name is ambiguous.
std::vector<int> find_inputs(const Model& model, const std::string& name);

/// The inputs that names in a file mean; what means none is reported into draft.diagnostics.
class InputNames {
 public:
  explicit InputNames(Draft& draft);

  /// The one input that may be driven and has this name; -1: reported.
  int find(const std::string& name, const Origin& origin, const char* field);

 private:
  std::string choice(const std::vector<int>& inputs) const;
  std::string hint(const std::string& name) const;
  const std::string& full_name(int input) const { return draft_.model.inputs[size_t(input)].name; }

  Draft& draft_;
  std::vector<std::string> names_;  // of inputs that may be driven
};

}  // namespace cuttle
