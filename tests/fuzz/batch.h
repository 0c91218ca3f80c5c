#pragma once
// Inputs are judged in child processes, many in each: one that crashes takes its child with it, and
// the parent knows which it was.

#include <cstdint>
#include <string>

#include "fuzz/target.h"

namespace cuttle::fuzz {

/// What came of all inputs of a target.
struct Tally {
  long inputs = 0, refused = 0, passed = 0, runs = 0;    // as it should be
  long signals = 0, unlocated = 0, slow = 0, wrong = 0;  // findings
  double slowest = 0;                                    // [s] of computing, of one command
  long findings() const { return signals + unlocated + slow + wrong; }
};

struct Budget {
  double seconds = 20;  // of this target, by the clock
  long inputs = 0;      // at most; 0: as many as there is time for
  long runs = 0;        // ends as soon as there were so many, too; 0: no end
  int jobs = 1;         // children at the same time
  std::uint64_t seed = 1;
};

/// Tries inputs until the budget is spent. Those that are findings are saved in `folder` and told
/// on standard output with the command that repeats them, which begins with `self`.
Tally fuzz(const Target& target, const Budget& budget, const std::filesystem::path& folder,
           const std::string& self);

}  // namespace cuttle::fuzz
