#include "cuttle/io/file_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>

#include "cuttle/base/error.h"
#include "cuttle/io/replace_file.h"

namespace cuttle {

FileLock::FileLock(const std::filesystem::path& path, std::error_code& error) : path_(path) {
  file_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0666);
  error = file_ < 0 ? std::error_code(errno, std::generic_category()) : std::error_code();
}

FileLock::~FileLock() {
  if (file_ >= 0) ::close(file_);
}

bool FileLock::take(Busy busy) const {
  const int way = LOCK_EX | (busy == Busy::refuse ? LOCK_NB : 0);
  for (;;) {
    if (::flock(file_, way) == 0) return true;
    if (errno == EINTR) continue;
    if (errno == EWOULDBLOCK) return false;
    // file systems without locks
    if (errno == ENOLCK || errno == EOPNOTSUPP || errno == ENOSYS || errno == EINVAL) return true;
    throw OutputError(path_, std::strerror(errno));
  }
}

bool FileLock::is_there() const {
  struct stat mine = {}, there = {};
  return ::fstat(file_, &mine) == 0 && ::stat(path_.c_str(), &there) == 0 &&
         mine.st_ino == there.st_ino && mine.st_dev == there.st_dev;
}

namespace fs = std::filesystem;

namespace {

constexpr const char* kName = ".cuttle-lock";

}  // namespace

FolderLock::FolderLock(const fs::path& folder) : folder_(folder) {
  std::error_code error;
  constexpr int kTries = 1000;  // others that end just now take their lock with them
  for (int i = 0; i < kTries; ++i) {
    made_ = fs::create_directories(folder_, error) || made_;
    if (error) throw OutputError(folder_, error.message());
    if (take()) return;
  }
  throw OutputError(folder_, "the folder keeps being removed");
}

bool FolderLock::take() {
  std::error_code error;
  file_.emplace(folder_ / kName, error);
  if (error == std::errc::no_such_file_or_directory) return false;
  if (error) throw OutputError(folder_, error.message());
  if (!file_->take(FileLock::Busy::refuse))
    throw InputError(Diagnostic{{folder_.string(), 0, 0},
                                "",
                                "another process is writing its results into this folder",
                                "wait until it ends, or choose another folder (-o DIR)"});
  return file_->is_there();
}

FolderLock::~FolderLock() {
  ::unlink((folder_ / kName).c_str());
  file_.reset();
  if (made_) ::rmdir(folder_.c_str());  // fails if there is something in it
}

}  // namespace cuttle
