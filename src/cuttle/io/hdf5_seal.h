#pragma once
// The first bytes of an HDF5 file belong to whoever makes it (its user block). Ours hold a short
// text that tells what the file is and guards all of it, so that damage is found before the
// library, which may crash or hang over it, sees the file:
//   cuttle-result/2
//   run 0123456789abcdef
//   bytes 123456
//   (blank)
//   crc32 89abcdef            the last eight bytes; the checksum of all others

#include <cstddef>
#include <filesystem>
#include <string>

namespace cuttle {

inline constexpr std::size_t kSealBytes = 512;

/// Fills in the first bytes of a file that is ready.
void write_seal(std::string& file, const std::string& format, const std::string& run);

/// Throws InputError that says what is wrong if the file is not whole, or not of this format.
void check_seal(const std::filesystem::path& file, const std::string& format);

}  // namespace cuttle
