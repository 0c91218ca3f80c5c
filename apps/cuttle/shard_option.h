#pragma once

#include <string>

#include "cuttle/sweep/sweep.h"

namespace cuttle::cli {

/// The part that this process computes: "2/8", or that of the Slurm array task it runs in, or all.
/// Throws InputError.
Shard shard_of(const std::string& text);

/// Each part has a journal of its own.
std::string journal_name(const Shard& shard);

}  // namespace cuttle::cli
