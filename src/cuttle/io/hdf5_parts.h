#pragma once
// What HDF5 files are written with. Times are not kept in them: equal results give equal files.

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "cuttle/io/hdf5_handle.h"

namespace cuttle {

Handle scalar_space();
Handle array_space(const std::vector<hsize_t>& shape);

void write_attribute(hid_t object, const char* name, hid_t type, hid_t space, const void* data);
void write_attribute(hid_t object, const char* name, const std::string& text);
void write_attribute(hid_t object, const char* name, double value);
void write_attribute(hid_t object, const char* name, long value);
/// For short lists.
void write_attribute(hid_t object, const char* name, const std::vector<std::string>& texts);

Handle make_group(hid_t file, const std::string& name);
Handle write_dataset(hid_t group, const std::string& name, hid_t type, hid_t space,
                     const void* data);
/// Texts of any length, beyond the size limit of attributes: one, or a list that keeps an order.
void write_text(hid_t group, const std::string& name, const std::string& text);
void write_texts(hid_t group, const std::string& name, const std::vector<std::string>& texts);

/// What `fill` writes into an empty file, as bytes with a seal in front. Throws
/// std::runtime_error that names the part that failed. The file is made in memory: a full disk then
/// is our plain error, not one inside of the library.
std::string hdf5_image(const std::string& format, const std::string& run,
                       const std::function<void(hid_t file)>& fill);

// The first bytes of an HDF5 file belong to whoever makes it (its user block). Ours hold a short
// text that tells what the file is and guards all of it, so that damage is found before the
// library, which may crash or hang over it, sees the file:
//   cuttle-result/2
//   run 0123456789abcdef
//   bytes 123456
//   (blank)
//   crc32 89abcdef            the last eight bytes; the checksum of all others

inline constexpr std::size_t kSealBytes = 512;

/// Fills in the first bytes of a file that is ready.
void write_seal(std::string& file, const std::string& format, const std::string& run);

/// Throws InputError that says what is wrong if the file is not whole, or not of this format.
void check_seal(const std::filesystem::path& file, const std::string& format);

}  // namespace cuttle
