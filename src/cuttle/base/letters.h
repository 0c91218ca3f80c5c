#pragma once

#include <algorithm>
#include <cctype>
#include <string>

namespace cuttle {

/// True if two words are the same except for capitals.
inline bool same_letters(const std::string& a, const std::string& b) {
  const auto small = [](char c) { return std::tolower(static_cast<unsigned char>(c)); };
  return std::ranges::equal(a, b, {}, small, small);
}

}  // namespace cuttle
