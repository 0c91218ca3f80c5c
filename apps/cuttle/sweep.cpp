#include "cuttle/sweep/sweep.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "campaign_session.h"
#include "cuttle/base/names.h"
#include "cuttle/campaign/folder.h"
#include "cuttle/campaign/read_campaign.h"
#include "cuttle/campaign/run_warnings.h"
#include "cuttle/sweep/design.h"
#include "progress.h"
#include "shard_option.h"
#include "summary.h"
#include "terminal.h"
#include "verbs.h"

namespace cuttle::cli {
namespace {

class SweepVerb : public Verb {
 public:
  explicit SweepVerb(Options& options) {
    options_.add_to(options);
    options
        .add("--shard", shard_text_,
             "compute one of n equal parts, i of 1..n; parts share one folder "
             "[from SLURM_ARRAY_TASK_ID in an array job]")
        .type("I/N");
  }

  int execute() override {
    const auto begin = std::chrono::steady_clock::now();
    MpiJob job;
    if (!job.leads()) {
      serve_campaign(job, options_);
      return kExitOk;
    }
    const Shard shard = shard_of(shard_text_);
    std::vector<ParameterPoint> points;
    const auto draw = [&](const CampaignSpec& spec) {
      points = checked_points(spec, shard);
      return Readout{};
    };
    const auto check = [](const CampaignSpec& spec, const Columns& columns) {
      check_expected(spec, names_of_all(sweep_figures(empty_table(columns), 0)));
    };
    CampaignSession session(job, options_, "sweep", draw, check, journal_name(shard));
    const bool complete = compute(session, shard_points(points, shard));

    // several parts may end at the same time, on several machines: the last one sees all rows
    session.journal().sync();
    int code = kExitOk;
    with_folder_lock(session.folder(), [&] {
      const Journal all(session.folder(), "", session.spec().parameters.size(),
                        session.experiment().readout().size());
      CampaignPage page;
      page.kind = "sweep";
      page.table = sweep_table(all, points, session.columns());
      page.figures = sweep_figures(page.table, points.size());
      page.warnings = session.warnings();
      for (std::string& warning : sweep_warnings(page.table))
        page.warnings.push_back(std::move(warning));
      for (std::string& warning : summed_warnings(all.warnings()))
        page.warnings.push_back(std::move(warning));
      const double seconds =
          std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
      const bool all_there = page.table.rows() == points.size();
      const CampaignEnd end = !complete   ? CampaignEnd::stopped
                              : all_there ? CampaignEnd::complete
                                          : CampaignEnd::part;
      Telling telling{options_.quiet, shown_figures(page.table)};
      if (end == CampaignEnd::part)
        telling.more = summary_line(
            "part", fmt::format("{} of {} is done; {} of {} samples are available", shard.part,
                                shard.of, page.table.rows(), points.size()));
      code = finish_campaign(session.spec(), session.folder(), page,
                             session.experiment().model_text(), seconds, end, telling);
      // a sweep without a single good run has told nothing
      if (end == CampaignEnd::complete && all_failed(page.table)) code = kExitNumericalFailure;
    });
    return code;
  }

 private:
  static bool all_failed(const CampaignTable& table) {
    return std::ranges::none_of(table.status, [](const std::string& s) { return s == "ok"; });
  }

  /// The counts, and the extremes of what came out if there are few.
  static std::size_t shown_figures(const CampaignTable& table) {
    const auto results = std::ranges::count_if(table.columns, [](const TableColumn& column) {
      return column.role == "figure" || column.role == "derived";
    });
    return 3 + (results <= 8 ? 3 * std::size_t(results) : 0);
  }

  std::vector<ParameterPoint> checked_points(const CampaignSpec& spec, const Shard& shard) const {
    if (!spec.sweep) refuse_without(spec, "sweep");
    std::vector<ParameterPoint> points = sample_points(spec);
    if (std::size_t(shard.of) > points.size())
      refuse(shard_text_.empty() ? "SLURM_ARRAY_TASK_COUNT" : "--shard",
             fmt::format("{} parts are more than the {} samples of the study", shard.of,
                         points.size()),
             fmt::format("at most {}", points.size()));
    return points;
  }

  bool compute(CampaignSession& session, const std::vector<ParameterPoint>& points) const {
    CountProgress progress(!options_.quiet, "samples", points.size());
    SweepOptions options;
    options.progress = [&](std::size_t done, std::size_t failed) {
      const std::string note = failed > 0 ? fmt::format("{} failed", failed) : "";
      progress.update(done, std::size_t(session.evaluator().remembered()), note);
    };
    return run_sweep(session.evaluator(), points, options);
  }

  CampaignOptions options_;
  std::string shard_text_;
};

}  // namespace

std::unique_ptr<Verb> make_sweep(Options& options) { return std::make_unique<SweepVerb>(options); }

}  // namespace cuttle::cli
