// Structure-aware fuzzing of models, studies, live sessions and results. Usage:
//   cuttle_fuzz [models] [studies] [live] [results] [--seconds S] [--seed N|time] [--inputs N]
//               [--runs N] [--jobs N] [--folder DIR]
//   cuttle_fuzz TARGET --input FILE      judges one file, in this process
// Without targets: all of them, which share the time. Exits with 1 if there was a finding.

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "fuzz/batch.h"
#include "fuzz/clock.h"
#include "fuzz/target.h"

namespace {

using namespace cuttle::fuzz;

struct Options {
  std::vector<std::string> targets;
  Budget budget;
  std::string input;
  std::filesystem::path folder = CUTTLE_FUZZ_FOLDER;
};

struct Row {
  const char* name;
  std::unique_ptr<Target> (*make)(const Places&);
  double share;  // of the time
};
constexpr Row kTargets[] = {{"models", make_model_target, 0.55},
                            {"studies", make_study_target, 0.15},
                            {"live", make_live_target, 0.15},
                            {"results", make_result_target, 0.15}};

std::uint64_t seed_of(const std::string& text) {
  if (text != "time") return std::stoull(text);
  return std::uint64_t(std::chrono::system_clock::now().time_since_epoch().count());
}

Options parse(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const auto value = [&]() -> std::string {
      if (i + 1 < argc) return argv[++i];
      throw std::invalid_argument(word + " needs a value");
    };
    if (word == "--seconds")
      options.budget.seconds = std::stod(value());
    else if (word == "--seed")
      options.budget.seed = seed_of(value());
    else if (word == "--inputs")
      options.budget.inputs = std::stol(value());
    else if (word == "--runs")
      options.budget.runs = std::stol(value());
    else if (word == "--jobs")
      options.budget.jobs = std::stoi(value());
    else if (word == "--folder")
      options.folder = value();
    else if (word == "--input")
      options.input = value();
    else if (std::ranges::any_of(kTargets, [&](const Row& row) { return word == row.name; }))
      options.targets.push_back(word);
    else
      throw std::invalid_argument("unknown word '" + word + "'");
  }
  if (options.targets.empty())
    for (const Row& row : kTargets) options.targets.emplace_back(row.name);
  return options;
}

int judge_one(const Target& target, const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  const std::string input(std::istreambuf_iterator<char>(stream), {});
  begin_input(false);
  const Verdict verdict = target.judge(input);
  constexpr const char* kWords[] = {"refused", "passed", "ran", "unlocated", "wrong"};
  fmt::print("{}: {} {} ({:.2f} s)\n", file, kWords[int(verdict.kind)], verdict.what,
             slowest_command());
  return verdict.finding() ? 1 : 0;
}

int fuzz_all(const Options& options, const Places& places, const std::string& self) {
  double shares = 0;
  long findings = 0;
  for (const Row& row : kTargets)
    if (std::ranges::count(options.targets, row.name) > 0) shares += row.share;
  fmt::print("fuzz: seed {}, {:g} s\n", options.budget.seed, options.budget.seconds);
  for (const Row& row : kTargets) {
    if (std::ranges::count(options.targets, row.name) == 0) continue;
    Budget budget = options.budget;
    budget.seconds *= row.share / shares;
    const std::unique_ptr<Target> target = row.make(places);
    const Tally t = fuzz(*target, budget, options.folder, self);
    findings += t.findings();
    fmt::print(
        "fuzz: {:8} {:7} inputs: {} refused, {} good, {} run; {} signals, {} unlocated, {} over "
        "{} s, {} wrong; slowest {:.2f} s\n",
        row.name, t.inputs, t.refused, t.passed + t.runs, t.runs, t.signals, t.unlocated, t.slow,
        kSlow, t.wrong, t.slowest);
    if (t.passed + t.runs == 0) {
      fmt::print("fuzz: no good input among them: the test tests nothing\n");
      ++findings;
    }
  }
  return findings == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const Options options = parse(argc, argv);
    Places places{CUTTLE_MODELS, CUTTLE_STUDIES, CUTTLE_TEST_INPUT, CUTTLE_BINARY, options.folder};
    // models find their data beside them
    std::filesystem::create_directories(options.folder);
    std::filesystem::copy(
        places.models / "data", options.folder / "data",
        std::filesystem::copy_options::recursive | std::filesystem::copy_options::update_existing);
    if (options.input.empty()) return fuzz_all(options, places, argv[0]);
    for (const Row& row : kTargets)
      if (options.targets.front() == row.name) return judge_one(*row.make(places), options.input);
    return 2;
  } catch (const std::exception& error) {
    fmt::print(stderr, "cuttle_fuzz: {}\n", error.what());
    return 2;
  }
}
