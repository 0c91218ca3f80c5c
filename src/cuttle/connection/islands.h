#pragma once

#include <cstddef>
#include <vector>

#include "cuttle/core/model.h"
#include "cuttle/core/state.h"

namespace cuttle {

/// For each body one of the bodies that joints or closed connections tie to it, the world aside:
/// the same one for all of an island.
std::vector<std::size_t> islands(const Model& model, const State& x);

/// The bodies of the loop that a connection closes: those that carry one of its ends, but not both.
std::vector<int> loop_bodies(const Model& model, const Connection& connection);

}  // namespace cuttle
