#include "cuttle/io/file_set.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <set>
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

// what has this name itself, links not followed
fs::file_type type_of(const fs::path& path) {
  std::error_code error;
  const fs::file_type type = fs::symlink_status(path, error).type();
  if (type == fs::file_type::none) throw OutputError(path, error.message());
  return type;
}

fs::path target_of(const fs::path& link) {
  if (type_of(link) != fs::file_type::symlink) return {};
  std::error_code error;
  fs::path target = fs::read_symlink(link, error);
  if (error) throw OutputError(link, error.message());
  return target;
}

/// The folder that the visible names lead to; empty: there is none. Whoever hands us a folder may
/// have put links there: those that lead out of it are none of ours.
fs::path current_folder(const fs::path& folder) {
  const fs::path target = target_of(folder / kCurrent);
  const bool ours = target == fs::path(kNew) || target == fs::path(kOld);
  return ours && type_of(folder / target) == fs::file_type::directory ? folder / target
                                                                      : fs::path();
}

/// The names that may lead there: those of the hidden files.
std::set<std::string> hidden_names(const fs::path& folder) {
  std::set<std::string> names;
  for (const char* hidden : {kNew, kOld}) {
    if (type_of(folder / hidden) != fs::file_type::directory) continue;
    std::error_code error;
    for (fs::directory_iterator file(folder / hidden, error), end; !error && file != end;
         file.increment(error))
      names.insert(file->path().filename().string());
    if (error) throw OutputError(folder / hidden, error.message());
  }
  return names;
}

/// After a kill: names that are still links become the files that they lead to. Throws before the
/// first change if it cannot see all of them.
void put_in_order(const fs::path& folder) {
  std::error_code error;
  fs::remove(folder / kLink, error);
  const fs::path current = current_folder(folder);
  if (current.empty()) return;
  std::vector<std::string> links;
  for (const std::string& name : hidden_names(folder))
    if (target_of(folder / name) == fs::path(kCurrent) / name) links.push_back(name);
  for (const std::string& name : links) {
    const fs::file_type type = type_of(current / name);
    if (type != fs::file_type::not_found && type != fs::file_type::directory)
      replace_by_file(current / name, folder, name);
    else if (!fs::remove(folder / name, error) && error)
      throw OutputError(folder / name, error.message());
  }
}

// once nothing leads there any more; the first reason why something stays
std::error_code remove_hidden(const fs::path& folder) {
  std::error_code first;
  for (const char* name : {kLink, kCurrent, kNew, kOld}) {
    std::error_code error;
    fs::remove_all(folder / name, error);
    if (error && !first) first = error;
  }
  remove_left_overs(folder);
  return first;
}

}  // namespace

FileSet::FileSet(const FolderLock& lock) : folder_(lock.folder()) {
  put_in_order(folder_);
  std::error_code error = remove_hidden(folder_);
  if (!error) fs::create_directory(folder_ / kNew, error);
  if (error) throw OutputError(folder_, error.message());
}

FileSet::~FileSet() {
  // nothing of a failed commit is shown, or all of it
  try {
    put_in_order(folder_);
    remove_hidden(folder_);
  } catch (...) {  // the next one will
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
  remove_hidden(folder_);  // what stays harms nobody
}

bool FileSet::hide_behind_links() {
  std::error_code error;
  fs::create_directory(folder_ / kOld, error);
  if (error) throw OutputError(folder_, error.message());
  std::vector<std::string> linked;  // a name without a file, then and now, needs no link
  for (const std::string& name : names_) {
    const bool old = ::link((folder_ / name).c_str(), (folder_ / kOld / name).c_str()) == 0;
    if (!old && errno != ENOENT) return false;
    if (old || written_.contains(name)) linked.push_back(name);
  }
  if (::symlink(kOld, (folder_ / kCurrent).c_str()) != 0) return false;
  for (const std::string& name : linked) replace_link(fs::path(kCurrent) / name, folder_, name);
  return true;
}

void FileSet::replace_one_by_one() {
  std::error_code error;
  for (const std::string& name : names_) {
    if (written_.contains(name))
      move_to(folder_ / kNew / name, folder_ / name);
    else
      fs::remove(folder_ / name, error);
  }
}

}  // namespace cuttle
