#pragma once

#include <filesystem>
#include <optional>
#include <system_error>

namespace cuttle {

/// A file that one process at a time may hold. It is open for appending, and made if missing; the
/// system takes the lock back when the process ends, however it ends.
class FileLock {
 public:
  /// What to do while another process holds it.
  enum class Busy { wait, refuse };

  /// Opens only. Pipes and devices are never waited for.
  FileLock(const std::filesystem::path& path, std::error_code& error);
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;
  ~FileLock();

  /// False: another process holds it. Where the file system has no locks, nobody else is the likely
  /// case: true. Throws OutputError if the lock cannot be had for another reason.
  bool take(Busy busy) const;

  /// True if the path still leads to this very file.
  bool is_there() const;

  int file() const { return file_; }

 private:
  std::filesystem::path path_;
  int file_ = -1;
};

/// One writer at a time in a folder of results. The folder is made if missing; one that was made
/// and stayed empty goes again. The system takes the lock back when the process ends, however it
/// ends.
class FolderLock {
 public:
  /// Throws InputError if another process writes there, OutputError if nothing can be written.
  explicit FolderLock(const std::filesystem::path& folder);
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;
  ~FolderLock();

  const std::filesystem::path& folder() const { return folder_; }

 private:
  /// False if the folder, or the file, was taken away meanwhile.
  bool take();

  std::filesystem::path folder_;
  bool made_ = false;
  std::optional<FileLock> file_;
};

}  // namespace cuttle
