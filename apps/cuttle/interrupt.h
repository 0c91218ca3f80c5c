#pragma once

namespace cuttle::cli {

/// From here on Ctrl-C, SIGTERM, SIGHUP, and what schedulers send before a time limit (SIGUSR1,
/// SIGXCPU) raise a flag instead of ending the program, so that the results so far can be written.
/// The second of one of the first three ends the program at once.
void catch_interrupts();

/// True after the first signal.
bool interrupted();

}  // namespace cuttle::cli
