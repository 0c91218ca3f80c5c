#pragma once

#include "cuttle/campaign/spec.h"
#include "cuttle/optimize/search.h"

namespace cuttle {

/// Size of the population if the campaign leaves it open: ten for each parameter, 20 to 200.
int default_population(Eigen::Index parameters);

/// Differential evolution [Storn97], rand-to-best/1/bin: each generation is computed at the same
/// time, and a member makes way for its offspring if that is not worse by the rules of [Deb00].
/// The first member is the start, the others are spread over the box. `stream`: different random
/// numbers of the same seed.
SearchEnd differential_evolution(const OptimizeSpec& spec, const VectorX& start, std::size_t stream,
                                 Search& search);

}  // namespace cuttle
