// Files that come into a folder together, and what a killed process may have left there.

#include "cuttle/io/file_set.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <nlohmann/json.hpp>
#include <set>

#include "cuttle/base/error.h"
#include "cuttle/io/checksum.h"
#include "cuttle/io/one_run.h"
#include "cuttle/io/replace_file.h"
#include "support/sanitized.h"
#include "unit/io_write/sample_result.h"

namespace cuttle {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

void put(const fs::path& folder, const std::string& run, const std::string& text) {
  const FolderLock lock(folder);
  FileSet files(lock);
  files.add("summary.json", text);
  files.add("series.csv", text);
  files.commit({run, {}});
}

std::set<std::string> names_in(const fs::path& folder) {
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder))
    names.insert(entry.path().filename().string());
  return names;
}

std::string refusal(const fs::path& folder, const std::string& except = "") {
  try {
    check_one_run(folder, except);
  } catch (const InputError& e) {
    return e.what();
  }
  return "";
}

TEST(Checksum, is_that_of_zlib) {
  EXPECT_EQ(checksum(""), 0u);
  EXPECT_EQ(checksum("123456789"), 0xCBF43926u);  // the check value of CRC-32/ISO-HDLC
  std::string text;
  for (int i = 0; i < 1000; ++i) text += char(i * 7);
  for (const std::size_t at : {0, 1, 7, 8, 9, 500, 999, 1000})
    EXPECT_EQ(checksum(text.substr(at), checksum(text.substr(0, at))), checksum(text)) << at;
}

TEST(FileSet, all_files_and_nothing_else) {
  const TemporaryFolder folder;
  write_text(folder.path() / "notes.txt", "of the user");
  put(folder.path(), "one", "1");
  put(folder.path(), "two", "22");
  EXPECT_EQ(names_in(folder.path()),
            (std::set<std::string>{"manifest.json", "notes.txt", "series.csv", "summary.json"}));
  EXPECT_EQ(text_of(folder.path() / "series.csv"), "22");
  EXPECT_FALSE(fs::is_symlink(folder.path() / "series.csv"));
  const auto manifest = check_one_run(folder.path());
  ASSERT_TRUE(manifest);
  EXPECT_EQ(manifest->run, "two");
  EXPECT_EQ(manifest->files.size(), 2u);
}

TEST(FileSet, without_commit_all_stays) {
  const TemporaryFolder folder;
  put(folder.path(), "one", "1");
  {
    const FolderLock lock(folder.path());
    FileSet files(lock);
    files.add("series.csv", "2");
  }
  EXPECT_EQ(text_of(folder.path() / "series.csv"), "1");
  EXPECT_EQ(check_one_run(folder.path())->run, "one");
  EXPECT_EQ(names_in(folder.path()).size(), 3u);
}

TEST(FileSet, what_is_left_out_this_time_goes) {
  const TemporaryFolder folder;
  put(folder.path(), "one", "1");
  {
    const FolderLock lock(folder.path());
    FileSet files(lock);
    files.add("summary.json", "2");
    files.leave_out("series.csv");
    files.commit({"two", {}});
  }
  EXPECT_EQ(names_in(folder.path()), (std::set<std::string>{"manifest.json", "summary.json"}));
}

// the moments between two steps, made by hand: before and after the swap, with one name to go
void leave_as_if_killed(const fs::path& here, bool swapped) {
  put(here, "one", "old");
  for (const char* hidden : {".cuttle-new", ".cuttle-old"}) fs::create_directory(here / hidden);
  fs::copy(here / "series.csv", here / ".cuttle-old/series.csv");
  write_text(here / ".cuttle-new/series.csv", "new");
  write_text(here / ".cuttle-new/report.html", "new");
  fs::create_symlink(swapped ? ".cuttle-new" : ".cuttle-old", here / ".cuttle-current");
  fs::remove(here / "series.csv");
  for (const char* name : {"series.csv", "report.html"})
    fs::create_symlink(fs::path(".cuttle-current") / name, here / name);
  EXPECT_EQ(text_of(here / "series.csv"), swapped ? "new" : "old");
}

TEST(FileSet, puts_in_order_what_a_killed_one_left) {
  for (const bool swapped : {false, true}) {
    const TemporaryFolder folder;
    const fs::path& here = folder.path();
    leave_as_if_killed(here, swapped);

    const FolderLock lock(here);
    { const FileSet next(lock); }
    EXPECT_EQ(text_of(here / "series.csv"), swapped ? "new" : "old");
    EXPECT_FALSE(fs::is_symlink(here / "series.csv"));
    EXPECT_EQ(fs::exists(here / "report.html"), swapped);
    EXPECT_EQ(names_in(here).size(), swapped ? 5u : 4u);  // with the lock
  }
}

/// No more files for this process.
class NoMoreFiles {
 public:
  NoMoreFiles() {
    getrlimit(RLIMIT_NOFILE, &before_);
    const rlimit none = {0, before_.rlim_max};
    setrlimit(RLIMIT_NOFILE, &none);
  }
  NoMoreFiles(const NoMoreFiles&) = delete;
  NoMoreFiles& operator=(const NoMoreFiles&) = delete;
  ~NoMoreFiles() { setrlimit(RLIMIT_NOFILE, &before_); }

 private:
  rlimit before_ = {};
};

TEST(FileSet, what_it_cannot_list_it_does_not_remove) {
  if (testing::kSanitized)
    GTEST_SKIP() << "to look at an object, a sanitizer opens a pipe: no more files for it either";
  const TemporaryFolder folder;
  const fs::path& here = folder.path();
  leave_as_if_killed(here, true);
  const FolderLock lock(here);
  {
    const NoMoreFiles limit;
    EXPECT_THROW(FileSet{lock}, OutputError);
  }
  EXPECT_EQ(text_of(here / "series.csv"), "new");
  { const FileSet next(lock); }
  EXPECT_EQ(text_of(here / "series.csv"), "new");
}

/// Somebody who may not do everything, and whose the folder is.
class PlainOwner {
 public:
  explicit PlainOwner(const fs::path& folder) : before_(geteuid()) {
    if (before_ != 0) return;
    for (const auto& entry : fs::recursive_directory_iterator(folder))
      EXPECT_EQ(lchown(entry.path().c_str(), kNobody, kNobody), 0);
    EXPECT_EQ(chown(folder.c_str(), kNobody, kNobody), 0);
    EXPECT_EQ(seteuid(kNobody), 0);
  }
  PlainOwner(const PlainOwner&) = delete;
  PlainOwner& operator=(const PlainOwner&) = delete;
  ~PlainOwner() { EXPECT_EQ(seteuid(before_), 0); }

 private:
  static constexpr uid_t kNobody = 65534;
  uid_t before_;
};

// chmod 333: files come and go, but nobody can list them
TEST(FileSet, an_unreadable_folder_keeps_its_files) {
  const TemporaryFolder folder;
  const fs::path& here = folder.path();
  leave_as_if_killed(here, true);
  {
    const PlainOwner owner(here);
    fs::permissions(here, fs::perms(0333));
    put(here, "two", "2");
    fs::permissions(here, fs::perms(0755));
  }
  for (const char* name : {"series.csv", "summary.json"}) {
    EXPECT_EQ(text_of(here / name), "2") << name;
    EXPECT_FALSE(fs::is_symlink(here / name)) << name;
  }
}

// a folder from elsewhere must not reach what is none of its own
TEST(FileSet, follows_no_link_that_leads_out) {
  const TemporaryFolder folder;
  const fs::path here = folder.path() / "here", victim = folder.path() / "victim";
  for (const fs::path& one : {here, victim}) fs::create_directory(one);
  write_text(victim / "series.csv", "precious");
  for (const char* target : {"../victim", ".cuttle-new", "../here/.cuttle-new"}) {
    for (const char* name : {"series.csv", "summary.json"}) fs::remove(here / name);
    fs::create_symlink("../victim", here / ".cuttle-new");
    fs::create_symlink(target, here / ".cuttle-current");
    fs::create_symlink(".cuttle-current/series.csv", here / "series.csv");
    {
      const FolderLock lock(here);
      const FileSet none(lock);
    }
    EXPECT_FALSE(fs::exists(here / "series.csv")) << target;
    EXPECT_EQ(fs::hard_link_count(victim / "series.csv"), 1u) << target;
    put(here, "one", "1");
    EXPECT_EQ(text_of(here / "series.csv"), "1");
    EXPECT_EQ(text_of(victim / "series.csv"), "precious") << target;
  }
  // nor does a name lead to a file of another name
  fs::create_directory(here / ".cuttle-new");
  write_text(here / ".cuttle-new/series.csv", "2");
  fs::create_symlink(".cuttle-new", here / ".cuttle-current");
  fs::remove(here / "summary.json");
  fs::create_symlink(".cuttle-current/series.csv", here / "summary.json");
  {
    const FolderLock lock(here);
    const FileSet none(lock);
  }
  EXPECT_EQ(text_of(here / "series.csv"), "1");
  EXPECT_FALSE(fs::exists(here / "summary.json"));
}

TEST(FileSet, a_file_that_cannot_be_written_is_named) {
  const TemporaryFolder folder;
  fs::create_directory(folder.path() / "series.csv");
  const FolderLock lock(folder.path());
  FileSet files(lock);
  try {
    files.add("series.csv", "1");
    FAIL() << "must throw";
  } catch (const OutputError& e) {
    EXPECT_THAT(e.what(), HasSubstr("series.csv: error: cannot write: a folder has this name"));
  }
}

TEST(FolderLock, one_at_a_time_and_no_trace) {
  const TemporaryFolder folder;
  const fs::path there = folder.path() / "deep" / "results";
  {
    const FolderLock lock(there);
    try {
      const FolderLock second(there);
      FAIL() << "must throw";
    } catch (const InputError& e) {
      EXPECT_THAT(e.what(), HasSubstr("another process is writing its results into this folder"));
      EXPECT_THAT(e.what(), HasSubstr("hint: wait until it ends"));
    }
    EXPECT_TRUE(fs::exists(there));
  }
  EXPECT_FALSE(fs::exists(there));
  { const FolderLock again(there); }

  write_text(folder.path() / "file", "");
  EXPECT_THROW(FolderLock(folder.path() / "file" / "x"), OutputError);
}

TEST(CheckOneRun, a_later_manifest_is_not_a_damaged_one) {
  const TemporaryFolder folder;
  put(folder.path(), "one", "1");
  auto json = nlohmann::ordered_json::parse(text_of(folder.path() / kManifestFile));
  json["format"] = "cuttle-manifest/9";
  json.erase("crc32");
  json["crc32"] = checksum_text(checksum(json.dump(2)));
  write_text(folder.path() / kManifestFile, json.dump(2) + "\n");
  EXPECT_THAT(refusal(folder.path()),
              HasSubstr("was written by another version of the program: cuttle-manifest/9"));
  EXPECT_THROW(digest_of_file(folder.path() / "none"), InputError);
}

TEST(CheckOneRun, names_the_file_that_is_not_of_it) {
  const TemporaryFolder folder;
  put(folder.path(), "one", "1");
  EXPECT_EQ(refusal(folder.path()), "");
  write_text(folder.path() / "series.csv", "2");
  EXPECT_THAT(
      refusal(folder.path()),
      HasSubstr(
          "series.csv: error: does not belong to the run one of this folder, or is damaged: it "
          "has the checksum"));
  EXPECT_EQ(refusal(folder.path(), "series.csv"), "");
  write_text(folder.path() / "series.csv", "22");
  EXPECT_THAT(refusal(folder.path()), HasSubstr("it has 2 bytes instead of 1"));
  fs::remove(folder.path() / "series.csv");
  EXPECT_EQ(refusal(folder.path()), "");  // a file may be taken away
  write_text(folder.path() / "report.html", "of a run before");
  EXPECT_THAT(refusal(folder.path()),
              HasSubstr("report.html: error: does not belong to the run one"));
  EXPECT_EQ(refusal(folder.path(), "report.html"), "");
}

TEST(CheckOneRun, a_manifest_is_needed_where_there_is_more_than_one_file) {
  const TemporaryFolder folder;
  EXPECT_THAT(refusal(folder.path() / "none"), HasSubstr("none: error: there is no such folder"));
  EXPECT_EQ(refusal(folder.path()), "");
  put(folder.path(), "one", "1");
  EXPECT_THAT(refusal(folder.path() / "series.csv"), HasSubstr("error: is not a folder"));

  const fs::path manifest = folder.path() / kManifestFile;
  const std::string text = text_of(manifest);
  for (std::size_t at = 0; at < text.size(); ++at) {
    std::string bad = text;
    bad[at] = char(bad[at] ^ 1);
    write_text(manifest, bad);
    EXPECT_THAT(refusal(folder.path()), HasSubstr("manifest.json: error: is damaged")) << at;
  }
  fs::remove(manifest);
  EXPECT_THAT(refusal(folder.path()), HasSubstr("there is no manifest.json here"));
  fs::remove(folder.path() / "summary.json");
  EXPECT_EQ(refusal(folder.path()), "");
}

}  // namespace
}  // namespace cuttle
