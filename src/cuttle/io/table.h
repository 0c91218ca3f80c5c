#pragma once

#include <filesystem>
#include <span>
#include <vector>

#include "cuttle/io/result_source.h"

namespace cuttle {

/// One row per output format.
struct WriterRow {
  const char* file;       // name in the results folder
  const char* extension;  // with the dot
  const char* doc;
  void (*write)(const ResultSource& source, const std::filesystem::path& path);
};
std::span<const WriterRow> writers();

/// The writer for a path, by its extension; null if there is none.
const WriterRow* find_writer(const std::filesystem::path& path);

/// Writes every format into the folder (made if missing). Goes on after a file that cannot be
/// written, then throws OutputError. Returns the files written.
std::vector<std::filesystem::path> write_results(const ResultSource& source,
                                                 const std::filesystem::path& folder);

}  // namespace cuttle
