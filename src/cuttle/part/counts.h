#pragma once
// What a field of the file makes many of must be countable.

#include <string>

#include "cuttle/base/error.h"

namespace cuttle {

/// `value`: what the field says, with its unit; `hint`: the way out.
void check_count(double count, double most, const Origin& origin, const char* field,
                 const std::string& value, const std::string& what, const std::string& hint,
                 Diagnostics& diagnostics);

/// A span of time in ticks that the field says [s].
void check_ticks(double span, double tick, double most, const Origin& origin, const char* field,
                 const std::string& what, Diagnostics& diagnostics);

}  // namespace cuttle
