#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace cuttle {

/// What a reader expects of a file before it opens it.
struct PlainFileLimits {
  std::uintmax_t bytes = 0;  // larger files are refused unread
  std::string hint;          // a way out for those
};

/// All bytes of a file: models, studies, data, manifests and pages come in through here (result.h5
/// by its library). Throws InputError if it is missing, too large or not readable, and if it is no
/// plain file: folders, pipes and devices are never waited for.
std::string read_plain_file(const std::filesystem::path& path, const PlainFileLimits& limits);

}  // namespace cuttle
