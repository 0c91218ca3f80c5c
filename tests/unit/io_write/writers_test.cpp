#include <gtest/gtest.h>

#include <set>

#include "cuttle/io/replace_file.h"
#include "cuttle/io/table.h"
#include "unit/io_write/sample_result.h"

namespace cuttle {
namespace {

TEST(ReplaceFile, old_text_stays_until_the_new_one_is_whole) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "a.txt";
  replace_file(path, "old");
  replace_file(path, [&](const std::filesystem::path& temporary) {
    EXPECT_EQ(temporary.parent_path(), folder.path());
    write_text(temporary, "new");
    EXPECT_EQ(text_of(path), "old");
  });
  EXPECT_EQ(text_of(path), "new");
}

// in a results folder a link may have been planted; where the user says where to write, it is meant
TEST(ReplaceFile, links_are_replaced_and_outputs_follow_them) {
  const TemporaryFolder folder;
  const auto victim = folder.path() / "victim.txt", link = folder.path() / "link.txt";
  for (const bool dangling : {true, false}) {
    std::filesystem::create_symlink("victim.txt", link);
    if (!dangling) write_text(victim, "old");
    replace_file(link, "new");
    EXPECT_FALSE(std::filesystem::is_symlink(link));
    EXPECT_EQ(std::filesystem::exists(victim) ? text_of(victim) : "", dangling ? "" : "old");
    std::filesystem::remove(link);
    std::filesystem::remove(victim);

    std::filesystem::create_symlink("victim.txt", link);
    if (!dangling) write_text(victim, "old");
    write_output(link, "new");
    EXPECT_TRUE(std::filesystem::is_symlink(link));
    EXPECT_EQ(text_of(victim), "new");
    std::filesystem::remove(link);
    std::filesystem::remove(victim);
  }
}

TEST(ReplaceFile, a_writer_that_throws_changes_nothing) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "a.txt";
  replace_file(path, "old");
  const auto fail_halfway = [&](const std::filesystem::path& temporary) {
    write_text(temporary, "half");
    throw OutputError(path, "disk full");
  };
  EXPECT_THROW(replace_file(path, fail_halfway), OutputError);
  EXPECT_EQ(text_of(path), "old");

  // no temporary file is left either
  int files = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder.path()))
    ++files;
  EXPECT_EQ(files, 1);
}

TEST(ReplaceFile, names_the_file_and_the_reason) {
  const TemporaryFolder folder;
  try {
    replace_file(folder.path() / "none" / "a.txt", "text");
    FAIL() << "must throw";
  } catch (const OutputError& e) {
    EXPECT_EQ(std::string(e.what()), (folder.path() / "none" / "a.txt").string() +
                                         ": error: cannot write: No such file or directory");
  }
}

TEST(Writers, every_row_writes_its_file_and_is_found_by_extension) {
  const TemporaryFolder folder;
  const RunResult result = sample_result();
  const auto target = folder.path() / "deep" / "results";
  const auto written = write_results({result, Scene(), "arm", "name: arm\n"}, target);
  ASSERT_EQ(written.size(), writers().size());
  std::set<std::string> files, extensions;
  for (const WriterRow& row : writers()) {
    EXPECT_GT(std::filesystem::file_size(target / row.file), 0u) << row.file;
    EXPECT_EQ(find_writer(target / row.file), &row);
    files.insert(row.file);
    extensions.insert(row.extension);
  }
  EXPECT_EQ(files.size(), writers().size());
  EXPECT_EQ(extensions.size(), writers().size());
  EXPECT_EQ(find_writer("picture.bmp"), nullptr);
}

TEST(Writers, one_bad_file_does_not_cost_the_others) {
  const TemporaryFolder folder;
  // a folder stands where series.csv should go
  std::filesystem::create_directories(folder.path() / "series.csv" / "x");
  const RunResult result = sample_result();
  EXPECT_THROW(write_results({result, Scene(), "arm", ""}, folder.path()), OutputError);
  EXPECT_TRUE(std::filesystem::is_regular_file(folder.path() / "summary.json"));
  EXPECT_TRUE(std::filesystem::is_regular_file(folder.path() / "result.h5"));
  EXPECT_TRUE(std::filesystem::is_directory(folder.path() / "series.csv" / "x"));
}

TEST(ReplaceFile, what_a_killed_writer_left_is_removed) {
  const TemporaryFolder folder;
  char host[64] = "";
  ::gethostname(host, sizeof host - 1);
  const auto name = [&](const std::string& machine, long process) {
    return folder.path() / (".a.csv." + machine + "." + std::to_string(process) + ".tmp");
  };
  const long nobody = 0x7ffffff0;
  for (const auto& path : {name(host, nobody), name(host, ::getpid()), name("elsewhere", nobody)})
    write_text(path, "half");
  write_text(folder.path() / "mine.tmp", "of the user");
  remove_left_overs(folder.path());
  EXPECT_FALSE(std::filesystem::exists(name(host, nobody)));
  EXPECT_TRUE(std::filesystem::exists(name(host, ::getpid())));
  EXPECT_TRUE(std::filesystem::exists(name("elsewhere", nobody)));
  EXPECT_TRUE(std::filesystem::exists(folder.path() / "mine.tmp"));
}

}  // namespace
}  // namespace cuttle
