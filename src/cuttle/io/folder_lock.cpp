#include "cuttle/io/folder_lock.h"

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
  throw OutputError(folder_, "the folder is taken away again and again");
}

bool FolderLock::take() {
  const fs::path path = folder_ / kName;
  file_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (file_ < 0 && errno == ENOENT) return false;
  if (file_ < 0) throw OutputError(folder_, std::strerror(errno));

  // file systems without locks cannot tell; nobody else is the likely case
  if (::flock(file_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    ::close(file_);
    throw InputError(Diagnostic{{folder_.string(), 0, 0},
                                "",
                                "another process is writing its results into this folder",
                                "wait for its end, or choose another folder (-o DIR)"});
  }
  struct stat mine = {}, there = {};
  if (::fstat(file_, &mine) == 0 && ::stat(path.c_str(), &there) == 0 &&
      mine.st_ino == there.st_ino && mine.st_dev == there.st_dev)
    return true;
  ::close(file_);
  return false;
}

FolderLock::~FolderLock() {
  ::unlink((folder_ / kName).c_str());
  ::close(file_);
  if (made_) ::rmdir(folder_.c_str());  // fails if there is something in it
}

}  // namespace cuttle
