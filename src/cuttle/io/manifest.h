#pragma once
// manifest.json: which files of a folder belong together.

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>

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

/// Checks that all files of the folder which its manifest names are of its run; one that is gone is
/// left out, `except` is not looked at. nullopt: there is no manifest, and no more than one file
/// that a run writes. Throws InputError that names the file which is of another run or damaged.
std::optional<Manifest> check_one_run(const std::filesystem::path& folder,
                                      const std::string& except = "");

}  // namespace cuttle
