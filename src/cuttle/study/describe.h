#pragma once

#include <string>

namespace cuttle {

struct ScenarioSpec;

/// What the model is, as text for people: bodies, degrees of freedom, masses, net buoyancy.
/// Builds the model: throws InputError if it cannot be built.
std::string describe_model(const ScenarioSpec& scenario);

}  // namespace cuttle
