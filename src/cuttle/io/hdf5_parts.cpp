#include "cuttle/io/hdf5_parts.h"

#include <fmt/format.h>

#include <array>
#include <fstream>
#include <stdexcept>
#include <system_error>

#include "cuttle/base/error.h"
#include "cuttle/io/checksum.h"

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
  write_attribute(object, name, string_type(text.size()), scalar_space(), text.c_str());
}

void write_attribute(hid_t object, const char* name, double value) {
  write_attribute(object, name, H5T_NATIVE_DOUBLE, scalar_space(), &value);
}

void write_attribute(hid_t object, const char* name, long value) {
  write_attribute(object, name, H5T_NATIVE_LONG, scalar_space(), &value);
}

namespace {

// texts side by side, each as long as the longest
struct PackedTexts {
  explicit PackedTexts(const std::vector<std::string>& texts) {
    for (const std::string& text : texts) length = std::max(length, text.size());
    bytes.assign(length * std::max<std::size_t>(texts.size(), 1), '\0');
    for (std::size_t i = 0; i < texts.size(); ++i) texts[i].copy(&bytes[i * length], length);
  }
  std::size_t length = 1;
  std::string bytes;
};

// Equal results give equal files: objects do not remember when they were made. Those that remember
// the order of their attributes have the headers of HDF5 1.8 (2008), with a checksum and room for
// attributes of any length.
Handle object_options(hid_t kind, const std::string& name) {
  Handle options(H5Pcreate(kind), H5Pclose, name);
  check(H5Pset_obj_track_times(options, false), name);
  check(H5Pset_attr_creation_order(options, H5P_CRT_ORDER_TRACKED), name);
  return options;
}

}  // namespace

void write_attribute(hid_t object, const char* name, const std::vector<std::string>& texts) {
  const PackedTexts packed(texts);
  write_attribute(object, name, string_type(packed.length), array_space({texts.size()}),
                  packed.bytes.data());
}

Handle make_group(hid_t file, const std::string& name) {
  return {H5Gcreate2(file, name.c_str(), H5P_DEFAULT, object_options(H5P_GROUP_CREATE, name),
                     H5P_DEFAULT),
          H5Gclose, name};
}

namespace {

Handle write_dataset(hid_t group, const std::string& name, hid_t type, hid_t space, hid_t options,
                     const void* data) {
  // a slash in a name makes a group of its own
  for (std::size_t slash = name.find('/'); slash != std::string::npos;
       slash = name.find('/', slash + 1))
    if (const std::string above = name.substr(0, slash);
        !above.empty() && H5Lexists(group, above.c_str(), H5P_DEFAULT) == 0)
      make_group(group, above);

  Handle dataset(H5Dcreate2(group, name.c_str(), type, space, H5P_DEFAULT, options, H5P_DEFAULT),
                 H5Dclose, name);
  check(H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data), name);
  return dataset;
}

}  // namespace

Handle write_dataset(hid_t group, const std::string& name, hid_t type, hid_t space,
                     const void* data) {
  return write_dataset(group, name, type, space, object_options(H5P_DATASET_CREATE, name), data);
}

void write_text(hid_t group, const std::string& name, const std::string& text) {
  write_dataset(group, name, string_type(text.size()), scalar_space(), text.c_str());
}

void write_texts(hid_t group, const std::string& name, const std::vector<std::string>& texts) {
  const PackedTexts packed(texts);
  const Handle options = object_options(H5P_DATASET_CREATE, name);

  // one long text among many short ones must not make a long file
  constexpr std::size_t kLong = 1u << 16;
  if (packed.bytes.size() > kLong && H5Zfilter_avail(H5Z_FILTER_DEFLATE) > 0) {
    const hsize_t rows = std::clamp<hsize_t>((hsize_t(1) << 20) / packed.length, 1, texts.size());
    check(H5Pset_chunk(options, 1, &rows), name);
    check(H5Pset_deflate(options, 1), name);
  }
  write_dataset(group, name, string_type(packed.length), array_space({texts.size()}), options,
                packed.bytes.data());
}

namespace {

Handle memory_file() {
  const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, "file");
  check(H5Pset_fapl_core(access, 1u << 20, false), "file");
  const Handle options = object_options(H5P_FILE_CREATE, "file");
  check(H5Pset_userblock(options, kSealBytes), "file");
  return {H5Fcreate("in_memory.h5", H5F_ACC_TRUNC, options, access), H5Fclose, "file"};
}

// the library leaves out what stands before its own bytes
std::string bytes_of(hid_t file) {
  check(H5Fflush(file, H5F_SCOPE_GLOBAL), "end of file");
  const ssize_t size = H5Fget_file_image(file, nullptr, 0);
  if (size < 0) throw Hdf5Error{"end of file"};
  std::string image(kSealBytes + std::size_t(size), '\0');
  if (H5Fget_file_image(file, image.data() + kSealBytes, std::size_t(size)) != size)
    throw Hdf5Error{"end of file"};
  return image;
}

}  // namespace

std::string hdf5_image(const std::string& format, const std::string& run,
                       const std::function<void(hid_t)>& fill) {
  const QuietErrors quiet;
  try {
    const Handle file = memory_file();
    write_attribute(file, "format", format);
    if (!run.empty()) write_attribute(file, "run", run);
    fill(file);
    std::string image = bytes_of(file);
    write_seal(image, format, run);
    return image;
  } catch (const Hdf5Error& e) {
    throw std::runtime_error(fmt::format("HDF5 failed at '{}'", e.what));
  }
}

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kDigits = 8;
constexpr std::size_t kMostRun = 64;
constexpr std::size_t kBody = kSealBytes - kDigits;  // the checksum stands behind

// all of the seal but its checksum
std::string seal_text(const std::string& format, const std::string& run, std::uintmax_t bytes) {
  std::string text = fmt::format("{}\nrun {}\nbytes {}\n", format, run, bytes);
  constexpr std::string_view kLast = "\ncrc32 ";
  expects(text.size() + kLast.size() <= kBody, "a seal of 512 bytes");
  text.resize(kBody - kLast.size(), ' ');
  return text.append(kLast);
}

std::string line_after(const std::string& text, const std::string& key) {
  const std::size_t begin = text.find(key);
  if (begin == std::string::npos) return "";
  return text.substr(begin + key.size(), text.find('\n', begin + 1) - begin - key.size());
}

// damaged bytes are not shown
bool is_number(const std::string& text) {
  return !text.empty() && text.size() < 20 &&
         text.find_first_not_of("0123456789") == std::string::npos;
}

// what is wrong with it; empty: nothing
std::string damage(const fs::path& path, const std::string& format) {
  std::error_code error;
  if (!fs::exists(path, error)) return "there is no such file";
  if (!fs::is_regular_file(path, error)) return "is not a file";
  const std::uintmax_t bytes = fs::file_size(path, error);
  std::ifstream stream(path, std::ios::binary);
  std::string seal(kSealBytes, '\0');
  stream.read(seal.data(), kSealBytes);
  const std::string kind = format.substr(0, format.find('/') + 1);
  const std::string version = seal.substr(kind.size(), seal.find('\n') - kind.size());
  const std::string said = line_after(seal, "\nbytes "), run = line_after(seal, "\nrun ");
  if (!stream || !seal.starts_with(kind) || !is_number(version) || !is_number(said) ||
      run.size() > kMostRun)
    return "is not a result of cuttle, or was written by another version, or is damaged at its "
           "beginning";
  if (kind + version != format)
    return fmt::format("format is '{}', not {}", kind + version, format);
  if (seal.substr(0, kBody) != seal_text(format, run, bytes))
    return fmt::format("is damaged: it has {} bytes, but should have {}", bytes, said);

  std::uint32_t sum = checksum(std::string_view(seal).substr(0, kBody));
  std::vector<char> piece(1u << 20);
  while (stream) {
    stream.read(piece.data(), std::streamsize(piece.size()));
    sum = checksum({piece.data(), std::size_t(stream.gcount())}, sum);
  }
  if (!stream.eof()) return "cannot be read";
  if (checksum_text(sum) != seal.substr(kBody))
    return "is damaged: its checksum is not the one it was written with";
  return "";
}

}  // namespace

void write_seal(std::string& file, const std::string& format, const std::string& run) {
  expects(file.size() >= kSealBytes, "a file with room for its seal");
  file.replace(0, kBody, seal_text(format, run, file.size()));
  const std::string_view bytes = file;
  const std::uint32_t sum = checksum(bytes.substr(kSealBytes), checksum(bytes.substr(0, kBody)));
  file.replace(kBody, kDigits, checksum_text(sum));
}

void check_seal(const fs::path& file, const std::string& format) {
  if (const std::string what = damage(file, format); !what.empty())
    throw InputError(Diagnostic{
        {file.string(), 0, 0}, "", what, "`cuttle run` writes this file; run the model again"});
}

}  // namespace cuttle
