#include "cuttle/io/file_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

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

}  // namespace cuttle
