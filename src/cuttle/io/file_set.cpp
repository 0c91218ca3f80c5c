#include "cuttle/io/file_set.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>

#include "cuttle/io/replace_file.h"

namespace cuttle {

namespace fs = std::filesystem;

namespace {

constexpr const char* kNew = ".cuttle-new";
constexpr const char* kOld = ".cuttle-old";
constexpr const char* kCurrent = ".cuttle-current";  // a link to one of the two
constexpr const char* kLink = ".cuttle-link";        // what a name becomes in a moment

void move_to(const fs::path& from, const fs::path& to) {
  std::error_code error;
  fs::rename(from, to, error);
  if (error) throw OutputError(to, error.message());
}

// a link that replaces what has its name
void replace_link(const fs::path& target, const fs::path& folder, const std::string& name) {
  if (::symlink(target.c_str(), (folder / kLink).c_str()) != 0)
    throw OutputError(folder / name, std::strerror(errno));
  move_to(folder / kLink, folder / name);
}

// The name becomes the file, which keeps its hidden name for a moment: who is on the way to it
// arrives.
void replace_by_file(const fs::path& file, const fs::path& folder, const std::string& name) {
  const bool linked = ::link(file.c_str(), (folder / kLink).c_str()) == 0;
  move_to(linked ? folder / kLink : file, folder / name);
}

void remove_hidden(const fs::path& folder) {
  std::error_code ignored;
  for (const char* name : {kLink, kCurrent, kNew, kOld}) fs::remove_all(folder / name, ignored);
}

/// After a kill: names that are still links become the files that they lead to.
void put_in_order(const fs::path& folder) {
  std::error_code error;
  fs::remove(folder / kLink, error);
  if (fs::is_symlink(folder / kCurrent, error)) {
    std::vector<std::string> links;
    for (const auto& entry : fs::directory_iterator(folder, error))
      if (entry.is_symlink(error) &&
          fs::read_symlink(entry.path(), error).parent_path() == fs::path(kCurrent))
        links.push_back(entry.path().filename().string());
    for (const std::string& name : links) {
      if (fs::exists(folder / name, error))
        replace_by_file(folder / kCurrent / name, folder, name);
      else
        fs::remove(folder / name, error);
    }
  }
  remove_hidden(folder);
  remove_left_overs(folder);
}

}  // namespace

FileSet::FileSet(const FolderLock& lock) : folder_(lock.folder()) {
  put_in_order(folder_);
  std::error_code error;
  fs::create_directory(folder_ / kNew, error);
  if (error) throw OutputError(folder_, error.message());
}

FileSet::~FileSet() {
  // nothing of a failed commit is shown, or all of it
  try {
    put_in_order(folder_);
  } catch (const OutputError&) {  // the next one will
  }
}

bool FileSet::replaces(const std::string& name) {
  std::error_code error;
  if (fs::is_directory(folder_ / name, error)) return false;
  if (std::ranges::find(names_, name) == names_.end()) names_.push_back(name);
  return true;
}

void FileSet::leave_out(const std::string& name) { replaces(name); }

void FileSet::add(const std::string& name, std::string_view text) {
  if (!replaces(name)) throw OutputError(folder_ / name, "a folder has this name");
  write_file(folder_ / kNew / name, text, folder_ / name);
  written_[name] = digest_of(text);
}

void FileSet::commit(Manifest manifest) {
  for (const auto& [name, digest] : written_) manifest.files[name] = digest;
  add(kManifestFile, manifest_text(manifest));
  if (hide_behind_links())
    replace_link(kNew, folder_, kCurrent);
  else
    replace_one_by_one();
  put_in_order(folder_);
}

bool FileSet::hide_behind_links() {
  std::error_code error;
  fs::create_directory(folder_ / kOld, error);
  if (error) throw OutputError(folder_, error.message());
  for (const std::string& name : names_)
    if (::link((folder_ / name).c_str(), (folder_ / kOld / name).c_str()) != 0 && errno != ENOENT)
      return false;
  if (::symlink(kOld, (folder_ / kCurrent).c_str()) != 0) return false;
  for (const std::string& name : names_) replace_link(fs::path(kCurrent) / name, folder_, name);
  return true;
}

void FileSet::replace_one_by_one() {
  std::error_code error;
  for (const std::string& name : names_) {
    if (fs::exists(folder_ / kNew / name, error))
      move_to(folder_ / kNew / name, folder_ / name);
    else
      fs::remove(folder_ / name, error);
  }
}

}  // namespace cuttle
