#pragma once
// How long the commands of an input take. What no command may exceed is the same whether it comes
// alone or as one of many: a session as a whole may last. Computing time and alarms belong to the
// process, which judges one input at a time, and so does the clock.

#include "support/sanitized.h"

namespace cuttle::fuzz {

/// [s] of computing, by this process
double cpu_seconds();

constexpr double kSlow = 10 * testing::kSlowdown;  // [s] of computing that no command may take
constexpr double kPatience = 10 * kSlow + 200;     // [s] by the clock: waits for nothing

/// An input begins, with its first command. `alarms`: the process is ended if a command takes twice
/// as long as it may (SIGPROF), or waits for ever (SIGALRM).
void begin_input(bool alarms);
/// Another command of the same input begins.
void begin_command();
/// [s] of computing of the slowest command since begin_input.
double slowest_command();

}  // namespace cuttle::fuzz
