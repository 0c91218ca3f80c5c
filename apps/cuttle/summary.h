#pragma once

#include <string>

#include "cuttle/sim/run.h"
#include "terminal.h"

namespace cuttle::cli {

/// What a run did, for people: wall time, energy residual, figures beside their truth.
std::string run_summary(const RunResult& result, const std::string& name, const std::string& title,
                        const Paint& paint);

}  // namespace cuttle::cli
