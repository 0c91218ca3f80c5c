// Results folders and output as a user meets them: locks, folders that are not there, pipes.

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>

#include "support/program.h"

namespace cuttle {
namespace {

namespace fs = std::filesystem;

class Results : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "cuttle_results_XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }

  ProgramEnd run(const std::string& arguments) const {
    return finish_cuttle(folder_, start_cuttle(folder_, arguments));
  }

  /// What a shell says about a command line with the program in it; errors go to errors.txt.
  int shell(const std::string& line) const {
    const std::string command = "cd '" + folder_.string() + "' && " + line;
    const int status = std::system(command.c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  std::string errors() const { return read_bytes(folder_ / "errors.txt"); }

  fs::path folder_;
  const std::string program_ = "'" + cuttle_binary() + "' ";
  const std::string model_ = "'" + fs::absolute(CUTTLE_MODELS).string() + "/pendulum.yaml' ";
};

TEST_F(Results, a_folder_that_is_not_there_is_told_by_all_who_want_one) {
  for (const std::string verb : {"report none", "shot none -o a.png", "export none --to gltf"}) {
    const ProgramEnd r = run(verb);
    EXPECT_EQ(r.code, 2) << verb;
    EXPECT_TRUE(contains(r.err, "none: error: there is no such folder")) << r.err;
    EXPECT_TRUE(contains(r.err, "hint: results are written by a run: cuttle run")) << r.err;
  }
  EXPECT_FALSE(fs::exists(folder_ / "none"));
}

TEST_F(Results, a_report_is_written_again_and_belongs_to_its_run) {
  ASSERT_EQ(run("run " + model_ + "-o out -q").code, 0);
  ASSERT_EQ(run("report out -o page.html").code, 0);
  std::ofstream(folder_ / "out/report.html") << "spoilt";
  EXPECT_EQ(run("export out --to gltf").code, 2);
  EXPECT_EQ(run("report out").code, 0);
  EXPECT_TRUE(read_bytes(folder_ / "out/report.html") == read_bytes(folder_ / "page.html"));
  EXPECT_EQ(run("export out --to gltf").code, 0);
  EXPECT_EQ(run("report out -o out/report.html").code, 0);
  EXPECT_EQ(run("export out --to gltf").code, 0);
}

// What goes to the standard output is the file alone, through a pipe and into a file.
TEST_F(Results, messages_do_not_stand_among_the_bytes_of_a_file) {
  ASSERT_EQ(run("run " + model_ + "-o out -q").code, 0);
  for (const std::string verb : {"report out", "export out --to gltf"}) {
    const ProgramEnd plain = run(verb + " -o plain");
    ASSERT_EQ(plain.code, 0) << plain.err;
    EXPECT_TRUE(contains(plain.out, "plain")) << plain.out;
    EXPECT_EQ(plain.err, "");
    const std::string bytes = read_bytes(folder_ / "plain");
    ASSERT_GT(bytes.size(), 1000u);
    for (const std::string into : {" | cat > told", " > told"}) {
      ASSERT_EQ(shell(program_ + verb + " -o /dev/stdout 2> errors.txt" + into), 0) << errors();
      EXPECT_TRUE(read_bytes(folder_ / "told") == bytes) << verb << into;
      EXPECT_TRUE(contains(errors(), "/dev/stdout")) << errors();
    }
  }
}

TEST_F(Results, output_that_does_not_arrive_is_an_error) {
  const std::string full = " > /dev/full 2> errors.txt";
  for (const std::string& arguments : {"check " + model_, std::string("schema"),
                                       std::string("--help"), "run " + model_ + "-o out"}) {
    EXPECT_EQ(shell(program_ + arguments + full), 3) << arguments;
    EXPECT_TRUE(contains(errors(), "cuttle: error: cannot write")) << arguments << errors();
    EXPECT_TRUE(contains(errors(), "No space left on device")) << arguments << errors();
  }
  EXPECT_TRUE(fs::exists(folder_ / "out/summary.json"));  // the results are safe

  // a reader that is gone
  EXPECT_EQ(
      shell("{ sleep 0.3; " + program_ + "schema 2> errors.txt; echo $? > code.txt; } | true"), 0);
  EXPECT_EQ(read_bytes(folder_ / "code.txt"), "3\n");
  EXPECT_TRUE(contains(errors(), "Broken pipe")) << errors();

  // errors that cannot be told: the exit status remains
  EXPECT_EQ(shell(program_ + "check none.yaml 2> /dev/full"), 2);
}

TEST_F(Results, a_file_that_finds_no_room_is_an_error) {
  const std::string few = "ulimit -f 40; ";  // blocks of 512 or 1024 bytes
  EXPECT_EQ(
      shell("bash -c \"" + few + program_ + "run " + model_ + "-o out\" > /dev/null 2> errors.txt"),
      3);
  EXPECT_TRUE(contains(errors(), "out/series.csv: error: cannot write: File too large"))
      << errors();
  EXPECT_FALSE(fs::exists(folder_ / "out/series.csv"));
  EXPECT_EQ(run("run " + model_ + "-o out -q").code, 0);
  EXPECT_EQ(run("export out --to gltf").code, 0);
}

TEST_F(Results, what_stands_at_a_path_is_written_into_or_refused) {
  ASSERT_EQ(run("run " + model_ + "-o out -q").code, 0);
  ASSERT_EQ(run("report out -o page.html").code, 0);
  ASSERT_EQ(run("export out --to gltf -o robot.glb").code, 0);
  const std::string page = read_bytes(folder_ / "page.html");
  const std::string robot = read_bytes(folder_ / "robot.glb");

  // a full device stays one, and is noticed
  ASSERT_EQ(shell("ln -s /dev/full full"), 0);
  for (const std::string verb : {"report out", "export out --to gltf"}) {
    const ProgramEnd full = run(verb + " -o full");
    EXPECT_EQ(full.code, 3) << verb;
    EXPECT_TRUE(contains(full.err, "full: error: cannot write: No space left on device"))
        << full.err;
  }
  EXPECT_TRUE(fs::is_symlink(folder_ / "full"));
  EXPECT_TRUE(fs::is_character_file("/dev/full"));
  EXPECT_EQ(run("report out -o /dev/null").code, 0);
  EXPECT_TRUE(fs::is_character_file("/dev/null"));

  // a pipe takes the bytes
  EXPECT_EQ(shell("mkfifo pipe && { cat pipe > got.html & " + program_ +
                  "report out -o pipe > /dev/null && wait; }"),
            0);
  EXPECT_TRUE(read_bytes(folder_ / "got.html") == page);
  EXPECT_TRUE(fs::is_fifo(folder_ / "pipe"));
  EXPECT_EQ(shell(program_ + "export out --to gltf -o /dev/stderr > /dev/null 2> got.glb"), 0);
  EXPECT_TRUE(read_bytes(folder_ / "got.glb") == robot);

  // links are followed, also where there is nothing yet
  ASSERT_EQ(shell("mkdir far; echo old > far/old; ln -s far/old there; ln -s far/new beyond"), 0);
  for (const auto& [link, target] : {std::pair("there", "far/old"), {"beyond", "far/new"}}) {
    EXPECT_EQ(run(std::string("export out --to gltf -o ") + link).code, 0);
    EXPECT_TRUE(fs::is_symlink(folder_ / link));
    EXPECT_TRUE(read_bytes(folder_ / target) == robot) << link;
  }

  ASSERT_EQ(shell("ln -s round around; ln -s around round"), 0);
  for (const std::string verb : {"report out", "export out --to gltf"}) {
    const ProgramEnd taken = run(verb + " -o far");
    EXPECT_EQ(taken.code, 2) << verb;
    EXPECT_TRUE(contains(taken.err, "-o: 'far' is a folder")) << taken.err;
    const ProgramEnd endless = run(verb + " -o round");
    EXPECT_EQ(endless.code, 2) << verb;
    EXPECT_TRUE(contains(endless.err, "symbolic links")) << endless.err;
  }
}

}  // namespace
}  // namespace cuttle
