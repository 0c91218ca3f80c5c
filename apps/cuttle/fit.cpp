#include "cuttle/fit/fit.h"

#include <fmt/format.h>

#include <chrono>

#include "campaign_session.h"
#include "cuttle/campaign/folder.h"
#include "cuttle/campaign/read_campaign.h"
#include "cuttle/campaign/run_warnings.h"
#include "cuttle/fit/curve_fit.h"
#include "cuttle/fit/model_fit.h"
#include "cuttle/fit/report.h"
#include "cuttle/fit/warnings.h"
#include "progress.h"
#include "results_folder.h"
#include "terminal.h"
#include "verbs.h"

namespace cuttle::cli {
namespace {

constexpr const char* kParametersFile = "fit.csv";
constexpr const char* kResidualsFile = "residuals.csv";

class FitVerb : public Verb {
 public:
  explicit FitVerb(Options& options) { options_.add_to(options); }

  int execute() override {
    begin_ = std::chrono::steady_clock::now();
    MpiJob job;
    const CampaignSpec spec = read_campaign(options_.file);
    if (!spec.fit) refuse_without(spec, "fit");
    if (spec.fit->curve) return job.leads() ? fit_curve(spec) : kExitOk;
    FitSources sources;  // read once
    const auto readout = [&sources](const CampaignSpec& s) {
      sources = read_fit_sources(s);
      return sources.readout;
    };
    if (!job.leads()) {
      serve_campaign(job, options_, readout);
      return kExitOk;
    }
    fit_parameters(spec.parameters);  // complains before anything is written
    CampaignSession session(job, options_, "fit", readout);
    return fit_model(session, std::move(sources));
  }

 private:
  int fit_curve(const CampaignSpec& spec) const {
    const FitProblem problem = curve_problem(spec);
    const std::filesystem::path folder = options_.folder_of(spec);
    check_writable(folder);
    const std::vector<std::string> warnings = open_folder(folder, "fit", spec, "");
    return finish(spec, folder, solve_fit(problem), {}, warnings, "");
  }

  int fit_model(CampaignSession& session, FitSources sources) const {
    ModelFit fit(session.spec(), std::move(sources), session.experiment(), session.columns());
    FitResult result;
    {
      CountProgress progress(!options_.quiet, "runs", 0);
      result = fit.run(session.evaluator(), [&](long runs, double best) {
        progress.update(std::size_t(runs), std::size_t(session.evaluator().remembered()),
                        fmt::format("sum of squares {:.6g}", best));
      });
    }
    std::vector<std::string> warnings = session.warnings();
    const Experiment& experiment = session.experiment();
    for (std::string& warning : record_warnings(experiment.readout(), experiment.study()))
      warnings.push_back(std::move(warning));
    for (std::string& warning : summed_warnings(session.journal().warnings()))
      warnings.push_back(std::move(warning));
    return finish(session.spec(), session.folder(), result, fit.table(), warnings,
                  experiment.model_text());
  }

  int finish(const CampaignSpec& spec, const std::filesystem::path& folder, const FitResult& result,
             CampaignTable table, const std::vector<std::string>& warnings,
             const std::string& model_text) const {
    if (result.end == FitResult::End::interrupted) {
      fmt::print("  stopped; the same command resumes from here\n");
      return kExitInterrupted;
    }
    if (!result.solved()) {
      write_failed_campaign(folder, table, {kParametersFile, kResidualsFile});
      fmt::print(stderr, "{}\n",
                 colour_errors(fmt::format("{}: error: the fit failed: {}", printable(spec.file),
                                           printable(result.reason)),
                               Paint(stderr)));
      return kExitNumericalFailure;
    }
    CampaignPage page = fit_page(result);
    page.table = std::move(table);
    page.warnings.insert(page.warnings.end(), warnings.begin(), warnings.end());
    const double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
    // the parameters have lines of their own, with their standard errors
    Telling telling{options_.quiet, 0};
    telling.files = {{kParametersFile, parameters_csv(result)},
                     {kResidualsFile, residuals_csv(result)}};
    for (const std::string& line : fit_lines(result))
      telling.more += "    " + printable(line) + "\n";
    return finish_campaign(spec, folder, std::move(page), model_text, seconds,
                           CampaignEnd::complete, telling);
  }

  CampaignOptions options_;
  std::chrono::steady_clock::time_point begin_;
};

}  // namespace

std::unique_ptr<Verb> make_fit(Options& options) { return std::make_unique<FitVerb>(options); }

}  // namespace cuttle::cli
