#pragma once

namespace cuttle::cli {

/// From here on Ctrl-C and SIGTERM raise a flag instead of ending the program, so that the results
/// so far can be written. The second signal ends the program at once.
void catch_interrupts();

/// True after the first signal.
bool interrupted();

}  // namespace cuttle::cli
