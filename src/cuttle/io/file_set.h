#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "cuttle/io/file_lock.h"
#include "cuttle/io/manifest.h"

namespace cuttle {

/// Files that appear in a folder together. At every moment, also after a kill, a reader finds
/// either all of the old ones or all of the new ones:
///   1. the new files are written into `.cuttle-new`;
///   2. the old ones are linked into `.cuttle-old`, the symbolic link `.cuttle-current` leads
///   there,
///      and each visible name becomes a link into `.cuttle-current`: still the old files;
///   3. `.cuttle-current` is made to lead to `.cuttle-new`, in one step;
///   4. each visible name becomes its new file again, and all that is hidden is removed.
/// What a killed process leaves of this is put in order by the next FileSet in this folder, or
/// nothing is touched where it cannot be seen as a whole. Other files are not touched, and links
/// that lead elsewhere are not followed. Where there are no links, names are replaced one by one,
/// and the manifest, which comes last, reveals a mixture.
class FileSet {
 public:
  /// The lock must outlive it. Throws OutputError if the folder cannot be put in order.
  explicit FileSet(const FolderLock& lock);
  FileSet(const FileSet&) = delete;
  FileSet& operator=(const FileSet&) = delete;
  ~FileSet();

  /// Throws OutputError if it cannot be written; the set then has no such file, and an old one
  /// goes.
  void add(const std::string& name, std::string_view text);
  /// A file that there is not this time; an old one goes.
  void leave_out(const std::string& name);

  bool empty() const { return written_.empty(); }

  /// Swaps them in; the manifest that is given (run, files that stay) gets the new ones added.
  void commit(Manifest manifest);

 private:
  /// Notes a name that changes; false if a folder has it.
  bool replaces(const std::string& name);
  /// False, and nothing has changed, where there are no links.
  bool hide_behind_links();
  void replace_one_by_one();

  std::filesystem::path folder_;
  std::vector<std::string> names_;             // all that change, the manifest last
  std::map<std::string, FileDigest> written_;  // those that are there
};

}  // namespace cuttle
