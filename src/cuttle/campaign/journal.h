#pragma once
// What has been computed, on disk. A campaign that was killed is started again and finds what it
// did: it is the same computation with a memory.

#include <chrono>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cuttle/campaign/outcome.h"
#include "cuttle/io/file_lock.h"

namespace cuttle {

/// Outcomes by their points. Several processes may work in one folder, each writing a file of its
/// own; lines are written whole, carry a checksum, and half a line at the end of a killed process
/// counts as not written.
class Journal {
 public:
  /// Reads all journals of the folder and opens `<writer>.journal` there (no writer: only reads).
  /// Throws InputError if another process writes to it now.
  Journal(const std::filesystem::path& folder, const std::string& writer, std::size_t parameters,
          std::size_t values);
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;
  ~Journal();

  /// nullopt: not computed yet, or without the slopes that are wanted.
  std::optional<Outcome> find(const ParameterPoint& point, Want want) const;

  /// Remembers good and failed ones, and writes them at once in one call: a killed process loses
  /// nothing. They are also flushed to disk, those of short runs only twice a second: a machine
  /// that loses power loses half a second of them. Any thread.
  void add(const ParameterPoint& point, Want want, const Outcome& outcome);

  std::size_t size() const;
  /// Those of each good run, in the order of the points.
  std::vector<std::vector<std::string>> warnings() const;
  /// Throws OutputError if a line could not be written.
  void check() const;
  bool broken() const;
  /// Tells the disk to keep all of it.
  void sync();

 private:
  void open();
  void read(const std::filesystem::path& file);
  void write(std::string_view line);

  std::size_t parameters_, values_;
  mutable std::mutex mutex_;
  struct Entry {
    Want want;
    Outcome outcome;
  };
  std::map<ParameterPoint, Entry> entries_;
  std::filesystem::path path_;
  std::optional<FileLock> file_;  // none: it only reads
  std::string problem_;
  std::chrono::steady_clock::time_point synced_;
};

}  // namespace cuttle
