#include "cuttle/io/base64.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace cuttle {
namespace {

constexpr std::string_view kLetters =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

// the number of each letter, -1 for other characters
constexpr std::array<std::int8_t, 256> kNumbers = [] {
  std::array<std::int8_t, 256> numbers{};
  numbers.fill(-1);
  for (std::size_t i = 0; i < kLetters.size(); ++i)
    numbers[static_cast<unsigned char>(kLetters[i])] = std::int8_t(i);
  return numbers;
}();

}  // namespace

std::size_t base64_size(std::size_t bytes) { return (bytes + 2) / 3 * 4; }

void append_base64(std::string_view bytes, std::string& text) {
  const std::size_t begin = text.size();
  text.resize(begin + base64_size(bytes.size()), '=');
  char* out = text.data() + begin;
  const auto byte = [&](std::size_t i) {
    return std::uint32_t(static_cast<unsigned char>(bytes[i]));
  };
  std::size_t i = 0;
  for (; i + 3 <= bytes.size(); i += 3, out += 4) {
    const std::uint32_t group = byte(i) << 16 | byte(i + 1) << 8 | byte(i + 2);
    for (int k = 0; k < 4; ++k) out[k] = kLetters[group >> (18 - 6 * k) & 63];
  }
  const std::size_t rest = bytes.size() - i;
  if (rest == 0) return;
  const std::uint32_t group = byte(i) << 16 | (rest == 2 ? byte(i + 1) << 8 : 0U);
  for (std::size_t k = 0; k <= rest; ++k) out[k] = kLetters[group >> (18 - 6 * k) & 63];
}

std::string base64(std::string_view bytes) {
  std::string text;
  append_base64(bytes, text);
  return text;
}

std::string decode_base64(std::string_view text) {
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3);
  std::uint32_t held = 0;
  int bits = 0;
  for (const char c : text) {
    const int number = kNumbers[static_cast<unsigned char>(c)];
    if (number < 0) break;
    held = held << 6 | std::uint32_t(number);
    bits += 6;
    if (bits >= 8) bytes += char(held >> (bits -= 8) & 255);
  }
  return bytes;
}

}  // namespace cuttle
