#pragma once

#include <source_location>

namespace cuttle {

/// Prints the broken promise with its place and aborts.
[[noreturn]] void contract_broken(const char* what, std::source_location at);

/// A promise between two pieces of our own code. If it is broken the program has a bug: it stops
/// here and names the place. Not for user input (InputError) and not for numerics (Status).
inline void expects(bool ok, const char* what,
                    std::source_location at = std::source_location::current()) {
  if (!ok) [[unlikely]]
    contract_broken(what, at);
}

}  // namespace cuttle
