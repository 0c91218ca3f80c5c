#include "campaign_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <span>
#include <utility>

#include "cuttle/campaign/folder.h"
#include "cuttle/campaign/read_campaign.h"
#include "cuttle/io/file_set.h"
#include "cuttle/io/replace_file.h"
#include "cuttle/io/write_summary.h"
#include "interrupt.h"
#include "progress.h"
#include "results_folder.h"
#include "summary.h"
#include "terminal.h"
#include "verbs.h"

namespace cuttle::cli {

namespace {

constexpr const char* kTableFile = "table.csv";
constexpr const char* kDataFile = "table.h5";
constexpr const char* kSummaryFile = "summary.json";
constexpr const char* kPageFile = "report.html";

/// What a campaign expects of its outcome. A figure that there is not fails, with a word on it.
std::vector<ExpectResult> judge(const CampaignSpec& spec, const std::vector<Figure>& figures,
                                std::vector<std::string>& warnings) {
  std::vector<std::string> names;
  for (const Figure& figure : figures) names.push_back(figure.name);
  std::vector<ExpectResult> results;
  for (const ExpectSpec& expect : spec.expect) {
    const auto found = std::find(names.begin(), names.end(), expect.figure);
    Figure figure{expect.figure, std::numeric_limits<double>::quiet_NaN(), "-"};
    if (found != names.end())
      figure = figures[std::size_t(found - names.begin())];
    else
      warnings.push_back(
          to_string(expect.origin.error("figure", "no such figure: '" + expect.figure + "'",
                                        suggest(expect.figure, names, "figures"))));
    results.push_back(check_expectation(
        figure, expect.value, {expect.tolerance.value, expect.tolerance.relative}, expect.source));
  }
  return results;
}

/// Plots name columns of the table; those that a command adds to the columns are its own.
void check_plots(const CampaignSpec& spec, const Columns& columns) {
  std::vector<std::string> known = columns.names();
  for (const std::string& own : own_columns(spec)) known.push_back(own);
  Diagnostics diagnostics;
  for (const PlotSpec& plot : spec.plots)
    for (const auto& [field, name] :
         {std::pair("x", plot.x), {"y", plot.y}, {"colour", plot.colour}})
      if (!name.empty() && std::find(known.begin(), known.end(), name) == known.end())
        diagnostics.add(plot.origin.error(field, "no such column: '" + name + "'",
                                          suggest(name, known, "columns")));
  diagnostics.throw_if_any();
}

std::string summary_text(const CampaignPage& page, double seconds, bool complete) {
  nlohmann::ordered_json json = {{"study", page.kind},
                                 {"complete", complete},
                                 {"figures", figures_json(page.figures)},
                                 {"expect", expect_json(page.expect)},
                                 {"warnings", page.warnings},
                                 {"wall_seconds", seconds}};
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

/// All files in one step; those of an earlier start stay whole until then.
void write_files(const std::filesystem::path& folder, const CampaignTable& table,
                 const Telling::Files& list) {
  const FolderLock lock(folder);
  FileSet files(lock);
  const std::string text = table_csv(table);
  files.add(kTableFile, text);
  for (const auto& [name, content] : list)
    if (content)
      files.add(name, *content);
    else
      files.leave_out(name);
  files.commit({digest_of(text).crc32, {}});
}

}  // namespace

void CampaignOptions::add_to(Options& options) {
  options.add("study", file, "study file (YAML)").required().type("FILE");
  options.add("-o,--output", folder, "folder for the results [results/<study name>]").type("DIR");
  options.add("-j,--jobs", threads, "number of simultaneous runs [one per core]")
      .type("N")
      .range(1, 1024);
  options.flag("-q,--quiet", quiet,
               "no progress bar, no summary unless something failed; warnings go to stderr");
}

std::filesystem::path CampaignOptions::folder_of(const CampaignSpec& spec) const {
  return folder.empty() ? default_results_folder(spec.name) : folder;
}

CampaignSession::CampaignSession(MpiJob& job, const CampaignOptions& options, const char* kind,
                                 const MakeReadout& readout, const Check& check,
                                 const std::string& writer)
    : spec_(read_campaign(options.file)), folder_(options.folder_of(spec_)) {
  experiment_.emplace(spec_, readout ? readout(spec_) : Readout{});
  columns_.emplace(spec_, experiment_->readout().figures, experiment_->units(),
                   experiment_->offered_figures());
  check_plots(spec_, *columns_);
  if (check) check(spec_, *columns_);
  warnings_ =
      open_folder(folder_, kind, spec_, experiment_->model_text(), experiment_->data_files());
  for (std::string& warning : experiment_->rod_warnings()) warnings_.push_back(std::move(warning));
  journal_ = std::make_unique<Journal>(folder_, writer, spec_.parameters.size(),
                                       experiment_->readout().size());
  catch_interrupts();
  if (job.size() > 1)
    pool_ = job.pool(experiment_->workers(interrupted), interrupted, [](const std::string& text) {
      fmt::print(stderr, "cuttle: warning: {}\n", printable(text));
    });
  else
    pool_ = std::make_unique<ThreadPool>(options.threads, experiment_->workers(interrupted),
                                         interrupted);
  evaluator_ = std::make_unique<Evaluator>(*pool_, journal_.get());
}

void refuse_without(const CampaignSpec& spec, const char* section) {
  std::string verbs;
  const auto offer = [&](bool there, const char* verb) {
    if (there) verbs += fmt::format("{}cuttle {}", verbs.empty() ? "" : " or ", verb);
  };
  offer(spec.sweep.has_value(), "sweep");
  offer(spec.optimize.has_value(), "optimize");
  offer(spec.fit.has_value(), "fit");
  refuse("", fmt::format("{} has no section '{}'", spec.file, section), "use " + verbs);
}

void check_expected(const CampaignSpec& spec, const std::vector<std::string>& figures) {
  Diagnostics diagnostics;
  for (const ExpectSpec& expect : spec.expect)
    if (std::find(figures.begin(), figures.end(), expect.figure) == figures.end())
      diagnostics.add(expect.origin.error("figure", "no such figure: '" + expect.figure + "'",
                                          suggest(expect.figure, figures, "figures")));
  diagnostics.throw_if_any();
}

void serve_campaign(MpiJob& job, const CampaignOptions& options,
                    const CampaignSession::MakeReadout& readout) {
  catch_interrupts();
  std::optional<Experiment> experiment;
  job.serve(
      [&](const Interrupted& stop) {
        const CampaignSpec spec = read_campaign(options.file);
        experiment.emplace(spec, readout ? readout(spec) : Readout{});
        return experiment->workers(stop)();
      },
      interrupted);
}

void write_failed_campaign(const std::filesystem::path& folder, const CampaignTable& table,
                           const std::vector<std::string>& more) {
  Telling::Files files;
  for (const char* name : {kDataFile, kSummaryFile, kPageFile})
    files.emplace_back(name, std::nullopt);
  for (const std::string& name : more) files.emplace_back(name, std::nullopt);
  write_files(folder, table, files);
}

int finish_campaign(const CampaignSpec& spec, const std::filesystem::path& folder,
                    CampaignPage page, const std::string& model_text, double seconds,
                    CampaignEnd end, const Telling& telling) {
  page.name = spec.name;
  page.title = spec.title;
  page.campaign_text = spec.source;
  page.model_text = model_text;
  page.plots = spec.plots.empty() ? default_plots(page.table) : spec.plots;
  const bool complete = end == CampaignEnd::complete;
  if (complete) page.expect = judge(spec, page.figures, page.warnings);
  Telling::Files files = telling.files;
  files.emplace_back(kDataFile,
                     made_for(folder / kDataFile, [&] { return table_hdf5(page.table); }));
  files.emplace_back(kSummaryFile, summary_text(page, seconds, complete));
  files.emplace_back(kPageFile, made_for(folder / kPageFile, [&] { return page_text(page); }));
  write_files(folder, page.table, files);

  const bool pass = std::ranges::all_of(page.expect, &ExpectResult::pass);
  if (telling.quiet && pass && end != CampaignEnd::stopped) {
    for (const std::string& warning : page.warnings)
      fmt::print(stderr, "{}: warning: {}\n", printable(spec.file), printable(warning));
    return kExitOk;
  }
  const Paint paint(stdout);
  std::string text = summary_title(page.name, page.title, paint);
  text += summary_line("wall time", duration_text(seconds));
  for (const std::string& warning : page.warnings)
    text += summary_line("warning", printable(warning));
  const std::span figures = page.figures;
  text +=
      figures_text(figures.first(std::min(telling.figures, figures.size())), page.expect, paint);
  text += telling.more;
  text += summary_line("results", folder.string() + " (open report.html in a browser)");
  if (end == CampaignEnd::stopped) text += "  stopped; the same command resumes from here\n";
  fmt::print("{}", text);
  if (end == CampaignEnd::stopped) return kExitInterrupted;
  return pass ? kExitOk : kExitExpectationFailed;
}

}  // namespace cuttle::cli
