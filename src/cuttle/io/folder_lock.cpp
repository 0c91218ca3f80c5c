#include "cuttle/io/folder_lock.h"

#include <unistd.h>

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
