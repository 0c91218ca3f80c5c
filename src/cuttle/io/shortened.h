#pragma once

#include <string>

namespace cuttle {

/// A user's text inside a message: its first 40 characters at most.
inline std::string shortened(const std::string& text) {
  return text.size() <= 40 ? text : text.substr(0, 37) + "...";
}

}  // namespace cuttle
