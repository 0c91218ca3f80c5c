#pragma once

#include <string>
#include <vector>

namespace cuttle {

struct Scenario;

/// What the model is, as text for people: bodies, degrees of freedom, masses, net buoyancy,
/// warnings.
std::string describe_model(const Scenario& scenario);

/// The warnings among it: those of the model, and of rods at their equilibrium.
std::vector<std::string> expected_warnings(const Scenario& scenario);

}  // namespace cuttle
