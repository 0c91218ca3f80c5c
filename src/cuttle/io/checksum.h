#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace cuttle {

/// CRC-32 of IEEE 802.3, the one that zlib has: detects damage, not intent. `before` is that of the
/// bytes that come first, so that it can be taken piece by piece.
std::uint32_t checksum(std::string_view bytes, std::uint32_t before = 0);

/// Eight hexadecimal digits.
std::string checksum_text(std::uint32_t sum);

/// Of a whole file, in pieces; nullopt if it cannot be read.
std::optional<std::uint32_t> file_checksum(const std::filesystem::path& file);

}  // namespace cuttle
