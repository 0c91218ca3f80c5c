#pragma once

#include <string>

namespace cuttle {

struct Scenario;

/// What the model is, as text for people: bodies, degrees of freedom, masses, net buoyancy,
/// warnings.
std::string describe_model(const Scenario& scenario);

}  // namespace cuttle
