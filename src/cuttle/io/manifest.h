#pragma once
// manifest.json: which files of a folder belong together.

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>

#include "cuttle/study/run.h"

namespace cuttle {

inline constexpr const char* kManifestFile = "manifest.json";

struct FileDigest {
  std::uintmax_t bytes = 0;
  std::string crc32;  // eight hexadecimal digits
};

struct Manifest {
  std::string run;                          // id
  std::map<std::string, FileDigest> files;  // by name
};

FileDigest digest_of(std::string_view bytes);
/// Throws InputError if it cannot be read.
FileDigest digest_of_file(const std::filesystem::path& file);
std::string manifest_text(const Manifest& manifest);

/// The manifest of a file with this text. Throws InputError that names the file if it is damaged or
/// of another version of the program.
Manifest read_manifest(const std::filesystem::path& path, const std::string& text);

/// Sixteen hexadecimal digits that distinguish runs, made of what the run left (its figures, its
/// last state, its wall time): results that are read back have the id of the run they came from.
std::string run_id(const RunResult& result);

}  // namespace cuttle
