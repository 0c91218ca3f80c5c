#pragma once

#include <filesystem>
#include <optional>

#include "cuttle/io/file_lock.h"

namespace cuttle {

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
