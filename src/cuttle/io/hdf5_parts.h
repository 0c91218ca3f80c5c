#pragma once
// What HDF5 files are written with. Times are not kept in them: equal results give equal files.

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
void write_attribute(hid_t object, const char* name, const std::vector<std::string>& texts);

Handle make_group(hid_t file, const std::string& name);
Handle write_dataset(hid_t group, const std::string& name, hid_t type, hid_t space,
                     const void* data);
/// A list that keeps an order, beyond the size limit of attributes.
void write_texts(hid_t group, const std::string& name, const std::vector<std::string>& texts);

/// A file is made in memory: a full disk then is our plain error, not one inside of the library.
Handle memory_file();
std::string file_image(hid_t file);

/// Writes the image; throws OutputError if it cannot be made or written.
void replace_hdf5(const std::filesystem::path& path, const std::function<std::string()>& image);

}  // namespace cuttle
