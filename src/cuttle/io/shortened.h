#pragma once

#include <string>

namespace cuttle {

/// A user's text inside a message: its first 40 bytes at most, letters whole.
inline std::string shortened(const std::string& text) {
  if (text.size() <= 40) return text;
  std::size_t end = 37;
  while (end > 0 && (text[end] & 0xC0) == 0x80) --end;  // inside a letter of UTF-8
  return text.substr(0, end) + "...";
}

}  // namespace cuttle
