// The program as a user meets it: exit status, messages, and what is left in the folder.

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "support/program.h"

namespace cuttle {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPendulum = R"(name: swing
bodies:
  - name: bob
    joint: {type: revolute, axis: y, initial: 0.5}
    rigid: {mass: 1, center: [0, 0, -1], inertia: [0.1, 0.1, 0.1]}
probes:
  - {name: hinge, joint: bob}
study: {type: dynamics, duration: 1, output_step: 0.1}
figures:
  - {name: start, column: hinge.angle, measure: initial}
expect:
  - {figure: start, value: 0.5, tolerance: 1e-9, source: the initial angle}
)";

constexpr const char* kStiffRod = R"(name: stiff
bodies:
  - name: rod
    rod:
      length: 0.5
      section: {shape: circle, radius: 10 mm}
      material: {young: 100 MPa, density: 1000}
      strain: {bend_y: 3, bend_z: 3}
probes: [{name: tip, frame: rod, at: tip}]
study: {type: dynamics, duration: 1, output_step: 1 ms, method: dopri5}
)";

/// A folder of its own for each test, gone at the end.
class Cli : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(fs::exists(cuttle_binary())) << "there is no " << cuttle_binary();
    std::string name = (fs::temp_directory_path() / "cuttle_cli_XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
    write("swing.yaml", kPendulum);
    write("stiff.yaml", kStiffRod);
  }

  void TearDown() override {
    std::error_code ignored;
    if (!folder_.empty()) fs::remove_all(folder_, ignored);
  }

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
  }

  pid_t start(const std::string& arguments) const { return start_cuttle(folder_, arguments); }
  ProgramEnd finish(pid_t child) const { return finish_cuttle(folder_, child); }
  ProgramEnd run(const std::string& arguments) const { return finish(start(arguments)); }

  nlohmann::json summary(const std::string& results) const {
    return nlohmann::json::parse(read_bytes(folder_ / results / "summary.json"));
  }

  /// Lines of series.csv after its header.
  int rows(const std::string& results) const {
    const std::string text = read_bytes(folder_ / results / "series.csv");
    return int(std::count(text.begin(), text.end(), '\n')) - 1;
  }

  fs::path folder_;
};

TEST_F(Cli, ARunLeavesItsResults) {
  const ProgramEnd r = run("run swing.yaml -o out");
  EXPECT_EQ(r.code, 0) << r.err;
  EXPECT_EQ(r.err.find("error"), std::string::npos) << r.err;
  for (const char* file : {"series.csv", "summary.json", "result.h5"})
    EXPECT_TRUE(fs::exists(folder_ / "out" / file)) << file;
  EXPECT_EQ(rows("out"), 11);
  const nlohmann::json s = summary("out");
  EXPECT_DOUBLE_EQ(s["figures"]["start"]["value"].get<double>(), 0.5);
  EXPECT_EQ(s["figures"]["start"]["unit"], "rad");
  EXPECT_TRUE(s["expect"][0]["pass"].get<bool>());
  EXPECT_EQ(s["solver"]["method"], "dopri5");
}

TEST_F(Cli, QuietSaysNothing) {
  const ProgramEnd r = run("run swing.yaml -o out -q");
  EXPECT_EQ(r.code, 0);
  EXPECT_EQ(r.out + r.err, "");
}

TEST_F(Cli, QuietStillTellsWarnings) {
  const ProgramEnd end = run(
      "run swing.yaml -q -o out --set study.rtol=0.3 --set study.atol=0.3 --set study.duration=5");
  EXPECT_EQ(end.code, 0) << end.err;
  EXPECT_EQ(end.out, "");
  EXPECT_TRUE(contains(end.err, "cuttle: warning: the energy residual is ")) << end.err;
  const auto summary = nlohmann::json::parse(read_bytes(folder_ / "out/summary.json"));
  ASSERT_EQ(summary["warnings"].size(), 1u);
  EXPECT_TRUE(contains(end.err, summary["warnings"][0]));
}

TEST_F(Cli, AMissedExpectationIsStatusOne) {
  const ProgramEnd r = run("run swing.yaml -o out --set 'expect[0].value=0.6'");
  EXPECT_EQ(r.code, 1) << r.err;
  EXPECT_FALSE(summary("out")["expect"][0]["pass"].get<bool>());
  EXPECT_TRUE(contains(r.out, "start")) << r.out;
}

// all that is wrong in one go, each with its place, and nothing written
TEST_F(Cli, BadInputIsStatusTwoWithAllErrorsAndNoFiles) {
  std::string text = kPendulum;
  text.replace(text.find("revolute"), 8, "revolut");
  text.replace(text.find("output_step"), 11, "outptu_step");
  write("bad.yaml", text);
  const ProgramEnd r = run("run bad.yaml -o out");
  EXPECT_EQ(r.code, 2);
  EXPECT_TRUE(contains(r.err, "bad.yaml:4:19: error: bodies[0].joint.type")) << r.err;
  EXPECT_TRUE(contains(r.err, "did you mean 'revolute'?")) << r.err;
  EXPECT_TRUE(contains(r.err, "bad.yaml:8:38: error: study.outptu_step: unknown key")) << r.err;
  EXPECT_TRUE(contains(r.err, "did you mean 'output_step'")) << r.err;
  EXPECT_TRUE(contains(r.err, "2 errors; nothing was run.")) << r.err;
  EXPECT_FALSE(fs::exists(folder_ / "out"));
}

TEST_F(Cli, AMissingFileIsStatusTwo) {
  const ProgramEnd r = run("run nowhere.yaml");
  EXPECT_EQ(r.code, 2);
  EXPECT_TRUE(contains(r.err, "nowhere.yaml: error: there is no such file")) << r.err;
}

TEST_F(Cli, AFolderThatCannotBeWrittenIsStatusTwo) {
  write("taken", "a file where the folder should be");
  const ProgramEnd r = run("run swing.yaml -o taken/out");
  EXPECT_EQ(r.code, 2);
  EXPECT_TRUE(contains(r.err, "taken")) << r.err;
  EXPECT_TRUE(contains(r.err, "hint:")) << r.err;
}

// each of them makes the folder above, and none may take it away from the others
TEST_F(Cli, RunsSideBySideShareTheFolderAbove) {
  constexpr int kRounds = 10;
  constexpr int kPrograms = 4;
  for (int round = 0; round < kRounds; ++round) {
    const std::string above = "runs" + std::to_string(round);
    std::vector<std::thread> threads;
    std::vector<int> status(kPrograms, -1);
    for (int i = 0; i < kPrograms; ++i)
      threads.emplace_back([&, i] {
        const std::string command = "cd " + folder_.string() + " && " + cuttle_binary() +
                                    " run swing.yaml --quiet -o " + above + "/" +
                                    std::to_string(i) + " 2>/dev/null";
        status[size_t(i)] = std::system(command.c_str());
      });
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(status, std::vector<int>(kPrograms, 0));
  }
}

TEST_F(Cli, SetChangesAValue) {
  const ProgramEnd r =
      run("run swing.yaml -o out --set study.duration=0.5 --set study.output_step='50 ms'");
  EXPECT_EQ(r.code, 0) << r.err;
  EXPECT_EQ(rows("out"), 11);
  EXPECT_TRUE(contains(read_bytes(folder_ / "out/series.csv"), "\n0.5,"));
}

TEST_F(Cli, SetWithAWrongPathSuggestsTheRightOne) {
  const ProgramEnd r = run("run swing.yaml -o out --set study.duratoin=3");
  EXPECT_EQ(r.code, 2);
  EXPECT_TRUE(contains(r.err, "study.duratoin: unknown key")) << r.err;
  EXPECT_TRUE(contains(r.err, "did you mean 'duration'")) << r.err;
  EXPECT_FALSE(fs::exists(folder_ / "out"));
}

TEST_F(Cli, SetOfAnItemSaysWhatIsWrong) {
  const std::pair<const char*, const char*> cases[] = {
      {"gravity[1]=3",
       "error: gravity: there is no list here to set item 1 of\n"
       "  hint: set all of it: gravity=[...]\n1 error"},
      {"bodies.bob.rigid.center[3]=1",
       "error: bodies.bob.rigid.center: no item '3' among the 3\n"
       "  hint: its items have the numbers 0 to 2\n1 error"},
      {"bodies[4].rigid.mass=1", "no item '4' among the 1\n  hint: known names: bob\n"},
      {"[1]=3", "--set [1]=3: error"}};
  for (const auto& [setting, message] : cases) {
    const ProgramEnd end = run(std::string("check swing.yaml --set '") + setting + "'");
    EXPECT_EQ(end.code, 2) << setting;
    EXPECT_TRUE(contains(end.err, message)) << setting << '\n' << end.err;
  }
}

TEST_F(Cli, APathThatIsEmptyIsRefused) {
  ASSERT_EQ(run("run swing.yaml -q -o done").code, 0);
  for (const std::string arguments :
       {"run swing.yaml -o ''", "report done -o ''", "export done --to gltf -o ''", "report ''",
        "sweep study.yaml -o ''"}) {
    const ProgramEnd end = run(arguments);
    EXPECT_EQ(end.code, 2) << arguments;
    EXPECT_TRUE(contains(end.err, "is empty")) << arguments << '\n' << end.err;
  }
  EXPECT_FALSE(fs::exists(folder_ / "results"));
}

// an explicit step of 20 ms on a rod with modes of kHz
TEST_F(Cli, ARunThatDivergesIsStatusThreeAndKeepsItsRows) {
  const ProgramEnd r = run("run stiff.yaml -o out --set study.step=0.02");
  EXPECT_EQ(r.code, 3);
  EXPECT_TRUE(contains(r.err, "stiff.yaml: error: t = 0.0")) << r.err;
  // what overflows first depends on the last digits
  EXPECT_TRUE(contains(r.err, "not finite") || contains(r.err, "not positive definite")) << r.err;
  EXPECT_TRUE(contains(r.err, "'rod'")) << r.err;
  EXPECT_GT(rows("out"), 0);
  EXPECT_LT(rows("out"), 1001);
  EXPECT_FALSE(contains(read_bytes(folder_ / "out/series.csv"), "nan"));
  EXPECT_TRUE(fs::exists(folder_ / "out/result.h5"));
}

TEST_F(Cli, StepsUsedUpAreStatusThreeWithTimeAndReason) {
  const ProgramEnd r = run("run stiff.yaml -o out --set study.max_steps=50");
  EXPECT_EQ(r.code, 3);
  EXPECT_TRUE(contains(r.err, "t = 0.00")) << r.err;
  EXPECT_TRUE(contains(r.err, "50 steps used up")) << r.err;
  const nlohmann::json s = summary("out");
  EXPECT_EQ(s["solver"]["status"], "stalled");
  EXPECT_EQ(s["solver"]["steps"], 50);
  EXPECT_GT(s["solver"]["t"].get<double>(), 0);
  EXPECT_GT(rows("out"), 1);
}

TEST_F(Cli, AnInterruptIsStatus130WithReadableResults) {
  const pid_t child =
      start("run stiff.yaml -o out -q --set study.duration=5000 --set study.output_step=0.01");
  wait_for_results(folder_ / "out");
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  kill(child, SIGINT);
  const ProgramEnd r = finish(child);
  EXPECT_EQ(r.code, 130);
  EXPECT_TRUE(contains(r.err, "interrupted")) << r.err;
  EXPECT_GT(rows("out"), 1);
  const nlohmann::json s = summary("out");
  EXPECT_EQ(s["solver"]["status"], "interrupted");
  // every row is whole
  std::ifstream file(folder_ / "out/series.csv");
  std::string line;
  std::getline(file, line);
  const auto commas = std::count(line.begin(), line.end(), ',');
  while (std::getline(file, line)) ASSERT_EQ(std::count(line.begin(), line.end(), ','), commas);
}

// closed windows and lost connections: the bar has nobody to look at it, the run is as good
TEST_F(Cli, ATerminalThatGoesAwayCostsNothing) {
  const int terminal = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  ASSERT_EQ(grantpt(terminal), 0);
  ASSERT_EQ(unlockpt(terminal), 0);
  const std::string name = ptsname(terminal);
  const pid_t child = fork();
  if (child == 0) {
    const int out = open("/dev/null", O_WRONLY), err = open(name.c_str(), O_RDWR | O_NOCTTY);
    dup2(out, 1), dup2(err, 2);
    execl(cuttle_binary().c_str(), "cuttle", "run", (folder_ / "swing.yaml").c_str(), "-o",
          (folder_ / "out").c_str(), "--set", "study.duration=20000", "--set",
          "study.output_step=20", nullptr);
    _exit(127);
  }
  char bar[1] = "";
  EXPECT_EQ(read(terminal, bar, 1), 1);
  close(terminal);
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
  EXPECT_EQ(rows("out"), 1001);
}

TEST_F(Cli, CheckSaysWhatTheModelIs) {
  const ProgramEnd r = run("check swing.yaml");
  EXPECT_EQ(r.code, 0) << r.err;
  for (const char* part : {"bob", "revolute", "degrees of freedom", "dynamics over 1 s"})
    EXPECT_TRUE(contains(r.out, part)) << part << "\n" << r.out;
  EXPECT_FALSE(fs::exists(folder_ / "results"));
  EXPECT_EQ(run("check swing.yaml --set bodies.bob.rigid.mass=-1").code, 2);
  EXPECT_EQ(run("check swing.yaml --yaml").err, "");
}

// a file that is written is one; what check has to warn of goes beside it
TEST_F(Cli, CheckWarnsBesideTheYaml) {
  const std::string change = " --set bodies.bob.joint.initial=90";
  const std::string warning = "bodies[0].joint.initial: 90 rad is more than a turn: 90 deg?\n";
  EXPECT_TRUE(contains(run("check swing.yaml" + change).out, warning));
  const ProgramEnd yaml = run("check swing.yaml --yaml" + change);
  EXPECT_EQ(yaml.code, 0);
  EXPECT_EQ(yaml.err, "cuttle: warning: --set bodies.bob.joint.initial=90: " + warning);
  EXPECT_FALSE(contains(yaml.out, "more than a turn"));
}

TEST_F(Cli, SlipsOnTheCommandLineAreUnderstood) {
  EXPECT_EQ(run("run swing.yaml --outpt x").err,
            "cuttle: error: unknown option '--outpt' of run\n  hint: did you mean '--output'?\n");
  EXPECT_EQ(run("help").err,
            "cuttle: error: unknown command 'help'\n  hint: see 'cuttle --help'\n");
  EXPECT_EQ(run("check swing.yml").err,
            "swing.yml: error: there is no such file\n  hint: did you mean 'swing.yaml'?\n1 error; "
            "nothing was run.\n");
  EXPECT_EQ(
      run("check swimg.yaml").err,
      "swimg.yaml: error: there is no such file\n  hint: did you mean 'swing.yaml'?\n1 error; "
      "nothing was run.\n");
  EXPECT_EQ(run("check swing.yaml --set duration=2").err,
            "--set duration=2: error: duration: unknown key\n  hint: it is a field of study: "
            "study.duration\n1 error; nothing was run.\n");
  EXPECT_TRUE(contains(run("check swing.yaml --set 'study.duration = 2'").out, "over 2 s"));
}

// whoever shortens a study hears what else must change
TEST_F(Cli, FiguresBeyondADurationThatWasSet) {
  std::string text = kPendulum;
  text.insert(text.find("expect:"),
              "  - {name: late, column: hinge.angle, measure: at, time: 0.8}\n");
  write("late.yaml", text);
  EXPECT_EQ(run("check late.yaml").code, 0);
  const ProgramEnd r = run("run late.yaml --set study.duration=0.5");
  EXPECT_EQ(r.code, 2);
  EXPECT_EQ(r.err,
            "late.yaml:11:58: error: figures[1].time: must be <= duration = 0.5 s, got 0.8 s\n"
            "  hint: the duration comes from --set study.duration=0.5: set a longer one, or this "
            "time, too\n"
            "1 error; nothing was run.\n");
  EXPECT_EQ(run("check late.yaml --set study.duration=0.5 --set figures.late.time=0.5").code, 0);
}

// every key of the language stands in the reference, and the schema for editors is JSON
TEST_F(Cli, SchemaPrintsTheLanguage) {
  const ProgramEnd text = run("schema");
  EXPECT_EQ(text.code, 0);
  for (const char* key : {"gravity", "bodies", "rod", "young", "cables", "study", "expect"})
    EXPECT_TRUE(contains(text.out, key)) << key;
  const ProgramEnd json = run("schema --json");
  EXPECT_EQ(json.code, 0);
  const nlohmann::json schema = nlohmann::json::parse(json.out);
  EXPECT_TRUE(schema.contains("properties"));
}

// what the page reads is one file for all pages; it is neither JSON nor of study files alone
TEST_F(Cli, SchemaPrintsTheTypesOfThePage) {
  const ProgramEnd types = run("schema --typescript");
  EXPECT_EQ(types.code, 0) << types.err;
  for (const char* part :
       {"export interface SceneHeader {", "export interface CampaignDocument {",
        "export interface LiveFrame {", "command: \"set_input\"; name: string; value: number"})
    EXPECT_TRUE(contains(types.out, part)) << part;
  for (const char* other : {"--json", "--study"}) {
    const ProgramEnd both = run(std::string("schema --typescript ") + other);
    EXPECT_EQ(both.code, 2) << other;
    EXPECT_TRUE(contains(both.err, other)) << both.err;
  }
}

TEST_F(Cli, AMisspeltCommandGetsASuggestion) {
  const ProgramEnd r = run("runn swing.yaml");
  EXPECT_EQ(r.code, 2);
  EXPECT_TRUE(contains(r.err, "did you mean 'run'?")) << r.err;
  EXPECT_EQ(run("").code, 2);
  EXPECT_EQ(run("--help").code, 0);
}

}  // namespace
}  // namespace cuttle
