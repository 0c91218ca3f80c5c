#include "cuttle/io/checksum.h"

#include <fmt/format.h>

#include <bit>
#include <cstring>
#include <fstream>

namespace cuttle {
namespace {

constexpr std::size_t kSlices = 16;  // bytes at a time
using Tables = std::array<std::array<std::uint32_t, 256>, kSlices>;

// tables[0] takes one byte, tables[k] a byte that k more follow
constexpr Tables make_tables() {
  Tables tables{};
  for (std::uint32_t i = 0; i < 256; ++i) {
    std::uint32_t c = i;
    for (int bit = 0; bit < 8; ++bit) c = (c >> 1) ^ ((c & 1) ? 0xEDB88320u : 0u);
    tables[0][i] = c;
  }
  for (std::uint32_t i = 0; i < 256; ++i)
    for (std::size_t k = 1; k < kSlices; ++k)
      tables[k][i] = (tables[k - 1][i] >> 8) ^ tables[0][tables[k - 1][i] & 0xFF];
  return tables;
}

constexpr Tables kTables = make_tables();

std::uint32_t little_endian(const char* bytes) {
  static_assert(std::endian::native == std::endian::little, "as the files that we write");
  std::uint32_t value = 0;
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

// four bytes that `follow` more come after
std::uint32_t take(std::uint32_t word, std::size_t follow) {
  return kTables[follow + 3][word & 0xFF] ^ kTables[follow + 2][word >> 8 & 0xFF] ^
         kTables[follow + 1][word >> 16 & 0xFF] ^ kTables[follow][word >> 24];
}

}  // namespace

std::uint32_t checksum(std::string_view bytes, std::uint32_t before) {
  std::uint32_t crc = ~before;
  const char* p = bytes.data();
  std::size_t left = bytes.size();
  for (; left >= kSlices; left -= kSlices, p += kSlices) {
    crc = take(crc ^ little_endian(p), 12) ^ take(little_endian(p + 4), 8) ^
          take(little_endian(p + 8), 4) ^ take(little_endian(p + 12), 0);
  }
  for (; left > 0; --left, ++p) crc = (crc >> 8) ^ kTables[0][(crc ^ std::uint8_t(*p)) & 0xFF];
  return ~crc;
}

std::string checksum_text(std::uint32_t sum) { return fmt::format("{:08x}", sum); }

std::optional<std::uint32_t> file_checksum(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) return std::nullopt;
  std::vector<char> piece(1u << 20);
  std::uint32_t sum = 0;
  while (stream) {
    stream.read(piece.data(), std::streamsize(piece.size()));
    sum = checksum({piece.data(), std::size_t(stream.gcount())}, sum);
  }
  if (!stream.eof()) return std::nullopt;
  return sum;
}

}  // namespace cuttle
