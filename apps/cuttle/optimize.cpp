#include "cuttle/optimize/optimize.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <filesystem>

#include "campaign_session.h"
#include "cuttle/analysis/rod_error.h"
#include "cuttle/campaign/read_campaign.h"
#include "cuttle/campaign/run_warnings.h"
#include "cuttle/compile/compile.h"
#include "cuttle/io/manifest.h"
#include "cuttle/io/table.h"
#include "cuttle/optimize/chart.h"
#include "cuttle/scene/scene_sampler.h"
#include "interrupt.h"
#include "progress.h"
#include "summary.h"
#include "terminal.h"
#include "verbs.h"

namespace cuttle::cli {
namespace {

class OptimizeVerb : public Verb {
 public:
  explicit OptimizeVerb(Options& options) { options_.add_to(options); }

  int execute() override {
    const auto begin = std::chrono::steady_clock::now();
    MpiJob job;
    if (!job.leads()) {
      serve_campaign(job, options_);
      return kExitOk;
    }
    check_study();
    CampaignSession session(job, options_, "optimize");
    const OptimizeResult result = search(session);
    if (result.status.code == Status::Code::not_finite)
      fmt::print(stderr, "{}\n",
                 colour_errors(fmt::format("{}: error: {}", printable(options_.file),
                                           printable(result.status.message)),
                               Paint(stderr)));

    CampaignPage page = page_of(session, result);
    const bool found = result.status.code != Status::Code::interrupted && result.best;
    forget_designs(session);
    if (found) show_designs(session, result, page);
    // the designs may have been interrupted, too
    const bool stopped = result.status.code == Status::Code::interrupted || interrupted();
    const double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    Telling telling;
    telling.quiet = options_.quiet;
    telling.files = {{"best.txt", std::nullopt}};
    if (found) {
      telling.more = best_text(session, result);
      telling.files.front().second = command_text(session, result) + "\n";
    }
    const int code = finish_campaign(
        session.spec(), session.folder(), std::move(page), session.experiment().model_text(),
        seconds, stopped ? CampaignEnd::stopped : CampaignEnd::complete, telling);
    return result.status.code == Status::Code::not_finite ? int(kExitNumericalFailure) : code;
  }

 private:
  // before any folder is made
  void check_study() const {
    const CampaignSpec spec = read_campaign(options_.file);
    if (!spec.optimize) refuse_without(spec, "optimize");
    const Experiment experiment(spec);
    check_optimize(spec, Columns(spec, experiment.readout().figures, experiment.units(),
                                 experiment.offered_figures()));
  }

  OptimizeResult search(CampaignSession& session) const {
    CountProgress progress(!options_.quiet, "evaluations", 0);
    OptimizeOptions options;
    options.exact_slopes = session.experiment().has_slopes();
    options.progress = [&](long evaluations, double best) {
      const std::string note = std::isnan(best) ? "none yet" : fmt::format("best {:.6g}", best);
      progress.update(std::size_t(evaluations), std::size_t(session.evaluator().remembered()),
                      note);
    };
    return optimize(session.spec(), session.evaluator(), session.columns(), options);
  }

  static CampaignPage page_of(CampaignSession& session, const OptimizeResult& result) {
    CampaignPage page;
    page.kind = "optimize";
    page.figures = result.figures;
    page.warnings = session.warnings();
    page.warnings.insert(page.warnings.end(), result.warnings.begin(), result.warnings.end());
    for (std::string& warning : summed_warnings(session.journal().warnings()))
      page.warnings.push_back(std::move(warning));
    page.table = result.log;
    page.charts.push_back(convergence_chart(result, session.spec().optimize->goal));
    return page;
  }

  static constexpr std::array kDesigns = {"before", "after"};

  /// Those of an earlier start are not those of this one.
  static void forget_designs(const CampaignSession& session) {
    for (const char* name : kDesigns) {
      const std::filesystem::path design = session.folder() / name;
      std::error_code ignored;  // write_results tells what is in its way
      if (std::filesystem::exists(design / kManifestFile, ignored))
        std::filesystem::remove_all(design, ignored);
    }
  }

  /// The runs at the start and at the best, in folders of their own and on the page.
  void show_designs(CampaignSession& session, const OptimizeResult& result,
                    CampaignPage& page) const {
    const ParameterPoint points[] = {result.searches.front().start, result.point(*result.best)};
    for (std::size_t i = 0; i < kDesigns.size(); ++i) {
      // a start that cannot run must not cost the user the search
      try {
        show_design(session, points[i], kDesigns[i], page);
      } catch (const InputError& error) {
        page.warnings.push_back(
            fmt::format("{}: {}", kDesigns[i], to_string(error.diagnostics().front())));
      }
    }
  }

  static void show_design(CampaignSession& session, const ParameterPoint& point, const char* name,
                          CampaignPage& page) {
    const ScenarioSpec spec = session.experiment().scenario(point);
    const Scenario scenario = build(spec);
    RunOptions options;
    options.interrupted = interrupted;
    const RunResult run = run_with_rod_errors(scenario, options);
    if (!run.status.ok()) {
      page.warnings.push_back(fmt::format("{}: {}", name, to_string(run.status)));
      return;
    }
    // what the search was told of this point has been told
    const auto searched = session.journal().find(point, Want::values);
    for (const std::string& text : run.warnings) {
      const std::string warning = session.experiment().without_folder(text);
      if (!searched || std::ranges::count(searched->warnings, warning) == 0)
        page.warnings.push_back(fmt::format("{}: {}", name, warning));
    }
    const Scene scene = make_scene(scenario, run.trajectory);
    write_results({run, scene, spec.name, spec.source}, session.folder() / name);
    page.pictures.push_back({name, parameter_text(session.spec(), point), scene});
  }

  static std::string parameter_text(const CampaignSpec& spec, const ParameterPoint& point) {
    std::string text;
    for (std::size_t i = 0; i < point.size(); ++i)
      text += fmt::format("{}{} = {:.5g}{}", i > 0 ? ", " : "", spec.parameters[i].name, point[i],
                          spec.parameters[i].unit.empty() || spec.parameters[i].unit == "-"
                              ? ""
                              : " " + spec.parameters[i].unit);
    return text;
  }

  /// What runs the best design.
  static std::string command_text(const CampaignSession& session, const OptimizeResult& result) {
    const std::filesystem::path model =
        std::filesystem::path(session.spec().file).parent_path() / session.spec().model;
    std::string text = "cuttle run " + model.lexically_normal().string();
    for (const std::string& setting : session.experiment().settings(result.point(*result.best)))
      text += " --set '" + setting + "'";
    return text;
  }

  static std::string best_text(const CampaignSession& session, const OptimizeResult& result) {
    std::string text;
    for (const SearchReport& report : result.searches)
      text +=
          summary_line("search", fmt::format("{} evaluations: {}", report.evaluations, report.why));
    if (result.slopes != "none") text += summary_line("slopes", result.slopes);
    return text + summary_line("best", printable(command_text(session, result)));
  }

  CampaignOptions options_;
};

}  // namespace

std::unique_ptr<Verb> make_optimize(Options& options) {
  return std::make_unique<OptimizeVerb>(options);
}

}  // namespace cuttle::cli
