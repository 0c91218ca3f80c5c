#pragma once
// What the commands that run a model many times have in common.

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cuttle/campaign/evaluator.h"
#include "cuttle/campaign/experiment.h"
#include "cuttle/campaign/formula.h"
#include "cuttle/campaign/page.h"
#include "cuttle/campaign/spec.h"
#include "mpi_pool.h"
#include "options.h"

namespace cuttle::cli {

/// `study.yaml [-o DIR] [-j N] [--quiet]`.
struct CampaignOptions {
  std::string file;
  std::filesystem::path folder;
  int threads = 0;
  bool quiet = false;

  void add_to(Options& options);
  std::filesystem::path folder_of(const CampaignSpec& spec) const;
};

/// A campaign with all that computes it: model, workers (threads or the processes of an MPI job),
/// and the memory of earlier starts. Ctrl-C stops runs between two steps.
class CampaignSession {
 public:
  /// What is read off the runs; left out: the figures of the campaign. It is asked before anything
  /// is written: the place to refuse a campaign.
  using MakeReadout = std::function<Readout(const CampaignSpec&)>;
  /// Refuses what only the columns tell, before anything is written.
  using Check = std::function<void(const CampaignSpec&, const Columns&)>;
  /// `kind`: sweep, optimize or fit. `writer` names the journal of this process. Throws InputError.
  CampaignSession(MpiJob& job, const CampaignOptions& options, const char* kind,
                  const MakeReadout& readout = {}, const Check& check = {},
                  const std::string& writer = "runs");

  const CampaignSpec& spec() const { return spec_; }
  const std::filesystem::path& folder() const { return folder_; }
  const Experiment& experiment() const { return *experiment_; }
  const Columns& columns() const { return *columns_; }
  Journal& journal() { return *journal_; }
  Evaluator& evaluator() { return *evaluator_; }
  /// About the folder, and about rods.
  const std::vector<std::string>& warnings() const { return warnings_; }

 private:
  CampaignSpec spec_;
  std::filesystem::path folder_;
  std::optional<Experiment> experiment_;
  std::optional<Columns> columns_;
  std::vector<std::string> warnings_;
  std::unique_ptr<Journal> journal_;
  std::unique_ptr<Pool> pool_;
  std::unique_ptr<Evaluator> evaluator_;
};

/// Refuses a study without the section of a command; the hint names those that it has.
[[noreturn]] void refuse_without(const CampaignSpec& spec, const char* section);

/// Throws InputError if the campaign expects figures that its outcome does not have.
void check_expected(const CampaignSpec& spec, const std::vector<std::string>& figures);

/// For processes of an MPI job that do not lead: compute until the leader is done.
void serve_campaign(MpiJob& job, const CampaignOptions& options,
                    const CampaignSession::MakeReadout& readout = {});

/// How a campaign ended: all of it, all of one part, or not.
enum class CampaignEnd { complete, part, stopped };

/// How the outcome is told.
struct Telling {
  // name and text; without a text there is no such file this time, and an old one goes
  using Files = std::vector<std::pair<std::string, std::optional<std::string>>>;
  bool quiet = false;
  std::size_t figures = 1000;  // the first of them are printed
  std::string more = {};       // lines that stand behind them
  Files files = {};            // that this campaign has besides those of all
};

/// A campaign that failed: table.csv of what was computed, for those who want to know why. All
/// other files that it might have written, `more` among them, are of another start and go.
void write_failed_campaign(const std::filesystem::path& folder, const CampaignTable& table,
                           const std::vector<std::string>& more);

/// Judges the expectations, writes table.csv, table.h5, summary.json and report.html (the page
/// needs kind, figures, table and what else there is to show; the rest is filled in here), and says
/// so. Returns the exit code. Expectations are about the whole.
int finish_campaign(const CampaignSpec& spec, const std::filesystem::path& folder,
                    CampaignPage page, const std::string& model_text, double seconds,
                    CampaignEnd end, const Telling& telling);

}  // namespace cuttle::cli
