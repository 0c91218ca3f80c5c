#pragma once

#include "cuttle/campaign/spec.h"
#include "cuttle/optimize/search.h"

namespace cuttle {

/// Searches from a place of the search space with a method of NLopt [Johnson07]. `seed` starts its
/// random numbers, which belong to the calling thread. A local method whose start has no objective
/// looks for one beside it; one that finds no way from its start tries once more from a place
/// beside it, as the start may be stationary without being a minimum.
SearchEnd nlopt_search(const OptimizeSpec& spec, const VectorX& start, unsigned long seed,
                       Search& search);

}  // namespace cuttle
