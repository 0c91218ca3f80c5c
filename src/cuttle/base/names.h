#pragma once

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

}  // namespace cuttle
