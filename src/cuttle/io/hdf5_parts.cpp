#include "cuttle/io/hdf5_parts.h"

#include <fmt/format.h>

#include "cuttle/io/replace_file.h"

namespace cuttle {

Handle scalar_space() { return {H5Screate(H5S_SCALAR), H5Sclose, "scalar"}; }

Handle array_space(const std::vector<hsize_t>& shape) {
  return {H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr), H5Sclose,
          "array"};
}

void write_attribute(hid_t object, const char* name, hid_t type, hid_t space, const void* data) {
  const Handle attribute(H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose,
                         name);
  check(H5Awrite(attribute, type, data), name);
}

void write_attribute(hid_t object, const char* name, const std::string& text) {
  const char* data = text.c_str();
  write_attribute(object, name, string_type(), scalar_space(), &data);
}

void write_attribute(hid_t object, const char* name, double value) {
  write_attribute(object, name, H5T_NATIVE_DOUBLE, scalar_space(), &value);
}

void write_attribute(hid_t object, const char* name, long value) {
  write_attribute(object, name, H5T_NATIVE_LONG, scalar_space(), &value);
}

namespace {

std::vector<const char*> pointers(const std::vector<std::string>& texts) {
  std::vector<const char*> list;
  list.reserve(texts.size() + 1);  // the library refuses a null pointer, even to nothing
  for (const std::string& text : texts) list.push_back(text.c_str());
  return list;
}

}  // namespace

void write_attribute(hid_t object, const char* name, const std::vector<std::string>& texts) {
  const auto data = pointers(texts);
  write_attribute(object, name, string_type(), array_space({data.size()}), data.data());
}

Handle make_group(hid_t file, const std::string& name) {
  return {H5Gcreate2(file, name.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose, name};
}

Handle write_dataset(hid_t group, const std::string& name, hid_t type, hid_t space,
                     const void* data) {
  const Handle options(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, name);
  check(H5Pset_obj_track_times(options, false), name);

  // a slash in a name makes a group of its own
  const Handle links(H5Pcreate(H5P_LINK_CREATE), H5Pclose, name);
  check(H5Pset_create_intermediate_group(links, 1), name);

  Handle dataset(H5Dcreate2(group, name.c_str(), type, space, links, options, H5P_DEFAULT),
                 H5Dclose, name);
  check(H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data), name);
  return dataset;
}

void write_texts(hid_t group, const std::string& name, const std::vector<std::string>& texts) {
  write_dataset(group, name, string_type(), array_space({texts.size()}), pointers(texts).data());
}

Handle memory_file() {
  const Handle options(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, "file");
  check(H5Pset_fapl_core(options, 1u << 20, false), "file");
  return {H5Fcreate("result.h5", H5F_ACC_TRUNC, H5P_DEFAULT, options), H5Fclose, "file"};
}

std::string file_image(hid_t file) {
  check(H5Fflush(file, H5F_SCOPE_GLOBAL), "end of file");
  const ssize_t size = H5Fget_file_image(file, nullptr, 0);
  if (size < 0) throw Hdf5Error{"end of file"};
  std::string image(static_cast<std::size_t>(size), '\0');
  if (H5Fget_file_image(file, image.data(), image.size()) != size) throw Hdf5Error{"end of file"};
  return image;
}

void replace_hdf5(const std::filesystem::path& path, const std::function<std::string()>& image) {
  const QuietErrors quiet;
  try {
    replace_file(path, image());
  } catch (const Hdf5Error& e) {
    throw OutputError(path, fmt::format("HDF5 failed at '{}'", e.what));
  }
}

}  // namespace cuttle
