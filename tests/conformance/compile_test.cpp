// One compiler of models: whoever is given a model (check, run, the live view, Python) says the
// same about it before anything moves. For all models, all of tests/input, and models that are
// nearly right, made up by the mutations of the fuzzer.

#include "cuttle/compile/compile.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <functional>

#include "cuttle/io/read_scenario.h"
#include "cuttle/live/live_session.h"
#include "cuttle/study/run.h"
#include "fuzz/mutate.h"
#include "support/input_files.h"
#include "support/program.h"
#include "support/sanitized.h"

namespace cuttle::testing {
namespace {

namespace fs = std::filesystem;

constexpr int kBatches = kSanitized ? 2 : 10, kMutants = 200 * kBatches;
constexpr std::uint64_t kSeed = 17;
constexpr int kShown = 10;  // every so many mutants that are good are opened in a live session

/// What somebody says about a model: all errors, or nothing.
using Words = std::vector<std::string>;

Words words_of(const std::vector<Diagnostic>& diagnostics) {
  Words words;
  for (const Diagnostic& diagnostic : diagnostics) words.push_back(to_string(diagnostic));
  return words;
}

/// What an action throws; anything but InputError is a failure.
Words said_by(const std::function<void()>& action) {
  try {
    action();
  } catch (const InputError& error) {
    return words_of(error.diagnostics());
  } catch (const std::exception& error) {
    ADD_FAILURE() << "not an InputError: " << error.what();
  }
  return {};
}

RunResult stopped_run(const Scenario& scenario) {
  RunOptions options;
  options.interrupted = [] { return true; };
  return run(scenario, options);
}

struct Judgement {
  Words reader, compiler;
};

/// The judgement on a text, about which all must agree; `shown`: also who looks at what is good.
Judgement judge(const std::string& text, const fs::path& file, bool shown) {
  Judgement judgement;
  ScenarioSpec spec;
  judgement.reader = said_by([&] { spec = parse_scenario(text, file); });
  if (!judgement.reader.empty()) return judgement;

  // as `cuttle check` and Python's load do ...
  std::optional<Scenario> scenario;
  judgement.compiler = said_by([&] { scenario = build(spec); });
  Diagnostics diagnostics;
  const bool made = compile(spec, diagnostics).has_value();
  EXPECT_EQ(made, scenario.has_value());
  EXPECT_EQ(diagnostics.size(), judgement.compiler.size());
  if (!scenario) {
    EXPECT_FALSE(judgement.compiler.empty()) << "refused without a word";
    EXPECT_EQ(said_by([&] { run(spec); }), judgement.compiler);
    EXPECT_EQ(said_by([&] { LiveSession session(spec); }), judgement.compiler);
    return judgement;
  }
  // ... and as a run and a live session do, which find nothing more
  EXPECT_EQ(said_by([&] { stopped_run(*scenario); }), Words{});
  if (!shown) return judgement;
  EXPECT_EQ(said_by([&] { LiveSession session(spec); }), Words{});
  // what was written out is as good, and as suspicious
  EXPECT_EQ(said_by([&] { EXPECT_EQ(build(scenario->spec).warnings, scenario->warnings); }),
            Words{});
  return judgement;
}

std::vector<std::string> model_names() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(CUTTLE_MODELS))
    if (entry.path().extension() == ".yaml") names.push_back(entry.path().stem().string());
  std::ranges::sort(names);
  return names;
}

class CompileModels : public ::testing::TestWithParam<std::string> {};

TEST_P(CompileModels, AreGoodForAll) {
  const fs::path file = fs::path(CUTTLE_MODELS) / (GetParam() + ".yaml");
  const Judgement judgement = judge(read_bytes(file), file, true);
  EXPECT_EQ(judgement.reader, Words{});
  EXPECT_EQ(judgement.compiler, Words{});
}

INSTANTIATE_TEST_SUITE_P(Files, CompileModels, ::testing::ValuesIn(model_names()),
                         [](const auto& test) { return test.param; });

TEST(CompileInput, IsJudgedAlikeByAll) {
  for (const std::string& name : input_files("")) {
    SCOPED_TRACE(name);
    const fs::path file = fs::path(CUTTLE_TEST_INPUT) / (name + ".yaml");
    judge(read_bytes(file), file, false);
  }
}

// the verbs themselves, on what is refused
TEST(CompileInput, IsRefusedAlikeByTheVerbs) {
  const fs::path folder = fs::temp_directory_path() / "cuttle_compile_verbs";
  fs::remove_all(folder);
  fs::create_directories(folder);
  const auto said = [&](const std::string& verb, const std::string& file) {
    return finish_cuttle(folder, start_cuttle(folder, verb + " " + file));
  };
  const std::vector<std::string> names = input_files("bad_");
  // a sanitized program takes long to start
  for (std::size_t i = 0; i < names.size(); i += kSanitized ? 5 : 1) {
    const std::string& name = names[i];
    const std::string file = (fs::absolute(CUTTLE_TEST_INPUT) / (name + ".yaml")).string();
    const ProgramEnd check = said("check", file);
    EXPECT_EQ(check.code, 2) << name;
    for (const char* verb : {"run", "check --yaml"}) {
      const ProgramEnd other = said(verb, file);
      EXPECT_EQ(other.code, 2) << verb << " " << name;
      EXPECT_EQ(other.err, check.err) << verb << " " << name;
    }
  }
  fs::remove_all(folder);
}

class CompileMutants : public ::testing::TestWithParam<int> {};

TEST_P(CompileMutants, AreJudgedAlikeByAll) {
  const fuzz::Corpus corpus({CUTTLE_MODELS});
  int unread = 0, refused = 0, good = 0;
  constexpr int kCount = kMutants / kBatches;
  for (int i = 0; i < kCount; ++i) {
    fuzz::Random random(kSeed, std::uint64_t(GetParam() * kCount + i));
    const std::string text = corpus.make(random);
    SCOPED_TRACE(text);
    const Judgement judgement =
        judge(text, fs::path(CUTTLE_MODELS) / "mutant.yaml", good % kShown == 0);
    ++(!judgement.reader.empty() ? unread : !judgement.compiler.empty() ? refused : good);
    if (HasFailure()) return;
  }
  // the comparison means something: each ending is there
  RecordProperty("unread", unread);
  RecordProperty("refused", refused);
  RecordProperty("good", good);
  EXPECT_GT(unread, kCount / 10);
  EXPECT_GT(refused, 0);
  EXPECT_GT(good, kCount / 10);
}

INSTANTIATE_TEST_SUITE_P(Batches, CompileMutants, ::testing::Range(0, kBatches));

}  // namespace
}  // namespace cuttle::testing
