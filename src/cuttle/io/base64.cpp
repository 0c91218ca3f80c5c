#include "cuttle/io/base64.h"

#include <algorithm>
#include <cstdint>

namespace cuttle {

std::string base64(std::string_view bytes) {
  constexpr std::string_view kLetters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text((bytes.size() + 2) / 3 * 4, '=');
  const auto byte = [&](std::size_t i) {
    return i < bytes.size() ? std::uint32_t(static_cast<unsigned char>(bytes[i])) : 0U;
  };
  for (std::size_t i = 0, out = 0; i < bytes.size(); i += 3, out += 4) {
    const std::uint32_t group = byte(i) << 16 | byte(i + 1) << 8 | byte(i + 2);
    const std::size_t letters = std::min<std::size_t>(3, bytes.size() - i) + 1;
    for (std::size_t k = 0; k < letters; ++k) text[out + k] = kLetters[group >> (18 - 6 * k) & 63];
  }
  return text;
}

}  // namespace cuttle
