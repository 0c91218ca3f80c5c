#pragma once
// What many runs warned of, in few lines.

#include <string>
#include <vector>

namespace cuttle {

/// "3 of 5 runs warned: ...", once for each text; texts that differ only in their numbers are one.
/// The most frequent stands first. A list of warnings for each good run, in an order that does not
/// depend on who ran what when.
std::vector<std::string> summed_warnings(const std::vector<std::vector<std::string>>& runs);

}  // namespace cuttle
