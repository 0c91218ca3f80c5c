#pragma once

#include <algorithm>
#include <cctype>
#include <string>
#include <vector>

namespace cuttle {

/// The names of a list of named things, in order.
template <class Named>
std::vector<std::string> names_of_all(const std::vector<Named>& list) {
  std::vector<std::string> names;
  for (const Named& item : list) names.push_back(item.name);
  return names;
}

/// True if two words are the same except for capitals.
inline bool same_letters(const std::string& a, const std::string& b) {
  const auto small = [](char c) { return std::tolower(static_cast<unsigned char>(c)); };
  return std::ranges::equal(a, b, {}, small, small);
}

}  // namespace cuttle
