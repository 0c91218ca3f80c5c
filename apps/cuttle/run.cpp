#include "cuttle/study/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <optional>

#include "cuttle/analysis/rod_error.h"
#include "cuttle/base/interrupt.h"
#include "cuttle/io/replace_file.h"
#include "cuttle/io/table.h"
#include "cuttle/scene/scene_sampler.h"
#include "interrupt.h"
#include "model_options.h"
#include "progress.h"
#include "results_folder.h"
#include "summary.h"
#include "terminal.h"
#include "verbs.h"

namespace cuttle::cli {
namespace {

int exit_code(const RunResult& result) {
  if (result.status.code == Status::Code::interrupted) return kExitInterrupted;
  if (!result.status.ok()) return kExitNumericalFailure;
  const bool all_pass = std::ranges::all_of(result.expect, &ExpectResult::pass);
  return all_pass ? kExitOk : kExitExpectationFailed;
}

class RunVerb : public Verb {
 public:
  explicit RunVerb(Options& options) {
    model_.add_to(options);
    options.add("-o,--output", folder_, "folder for the results [results/<model name>]")
        .type("DIR");
    options.flag("-q,--quiet", quiet_,
                 "no progress bar, no summary unless something failed; warnings go to stderr");
  }

  int execute() override {
    const ScenarioSpec spec = model_.read();
    const std::filesystem::path folder =
        folder_.empty() ? default_results_folder(spec.name) : folder_;
    check_no_study(folder);
    check_writable(folder);
    const FolderLock lock(folder);  // from here on nobody else writes there
    const Scenario scenario = build(spec);

    // a result that cannot be stored is shown all the same
    const RunResult result = watched_run(scenario);
    std::optional<OutputError> failure;
    try {
      const Scene scene = make_scene(scenario, result.trajectory);
      write_results({result, scene, spec.name, spec.source}, lock);
    } catch (const OutputError& e) {
      failure = e;
    }
    report(result, spec);
    if (failure) throw *failure;
    if (!silent(result))
      fmt::print("  {:<12}{} (open report.html in a browser)\n", "results", folder.string());
    return exit_code(result);
  }

 private:
  RunResult watched_run(const Scenario& scenario) const {
    catch_interrupts();
    const StudySpec& study = scenario.spec.study;
    const bool has_time = study.type == StudyType::dynamics;
    Progress progress(!quiet_, has_time ? study.duration : 0);
    RunOptions options;
    options.progress = [&](double fraction) { progress.update(fraction); };
    options.interrupted = interrupted;
    return run_with_rod_errors(scenario, options);
  }

  bool silent(const RunResult& result) const { return quiet_ && exit_code(result) == kExitOk; }

  // a failure is told even to those who want to hear nothing
  void report(const RunResult& result, const ScenarioSpec& spec) const {
    if (!result.status.ok())
      fmt::print(stderr, "{}\n",
                 colour_errors(fmt::format("{}: error: {}", model_.file, to_string(result.status)),
                               Paint(stderr)));
    if (silent(result)) {
      for (const std::string& warning : result.warnings)
        fmt::print(stderr, "cuttle: warning: {}\n", printable(warning));
      return;
    }
    fmt::print("{}", run_summary(result, spec.name, spec.title, Paint(stdout)));
  }

  ModelOptions model_;
  std::filesystem::path folder_;
  bool quiet_ = false;
};

}  // namespace

std::unique_ptr<Verb> make_run(Options& options) { return std::make_unique<RunVerb>(options); }

}  // namespace cuttle::cli
