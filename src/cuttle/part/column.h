#pragma once

#include <string>

namespace cuttle {

/// What one recorded number is: `tip.x` [m], of the group `tip`.
struct Column {
  std::string name;
  std::string unit = "-";
  std::string doc;
  std::string group;
};

}  // namespace cuttle
