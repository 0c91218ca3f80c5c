#pragma once

#include <string>

namespace cuttle {

struct Scenario;

/// How long the motion of a model will take to compute, from a fraction of a second of it: "about
/// 0.3 s of computing per simulated second". Empty for other studies, and where it fails at once.
std::string expected_cost(const Scenario& scenario);

}  // namespace cuttle
