#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "cuttle/io/file_lock.h"
#include "cuttle/io/result_source.h"

namespace cuttle {

/// One row per output format.
struct WriterRow {
  const char* file;       // name in the results folder
  const char* extension;  // with the dot
  const char* doc;
  std::string (*text)(const ResultSource& source);
};
std::span<const WriterRow> writers();

/// The writer for a path, by its extension; null if there is none.
const WriterRow* find_writer(const std::filesystem::path& path);

/// Writes every format into the folder, all files in one step (io/file_set.h). Goes on after a file
/// that cannot be written, then throws OutputError. Returns the files written.
std::vector<std::filesystem::path> write_results(const ResultSource& source,
                                                 const FolderLock& lock);
/// The same into a folder that no other process writes to; it is created if missing.
std::vector<std::filesystem::path> write_results(const ResultSource& source,
                                                 const std::filesystem::path& folder);

}  // namespace cuttle
