#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "cuttle/io/file_set.h"
#include "cuttle/io/manifest.h"
#include "cuttle/io/one_run.h"
#include "cuttle/io/read_results.h"
#include "cuttle/io/write_report.h"
#include "results_folder.h"
#include "verbs.h"

namespace cuttle::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPage = "report.html";
constexpr const char* kData = "result.h5";

class ReportVerb : public Verb {
 public:
  explicit ReportVerb(Options& options) {
    options.add("folder", folder_, "folder with the results of a run").required().type("DIR");
    options.add("-o,--output", file_, "the page [DIR/report.html]").type("FILE");
  }

  int execute() override {
    const fs::path own = folder_ / kPage;
    std::FILE* const messages = messages_beside(file_);
    std::error_code error;
    if (file_.empty() || fs::weakly_canonical(file_, error) == fs::weakly_canonical(own, error))
      replace_own();
    else
      write_elsewhere();
    fmt::print(messages, "{}\n", (file_.empty() ? own : file_).string());
    return kExitOk;
  }

 private:
  // the page itself is written anew, whatever it was
  std::pair<Manifest, StoredResult> checked() const {
    check_no_study(folder_);
    std::optional<Manifest> manifest = check_one_run(folder_, kPage);
    StoredResult stored = read_results(folder_ / kData);
    if (!manifest)
      manifest = Manifest{run_id(stored.result), {{kData, digest_of_file(folder_ / kData)}}};
    return {*manifest, std::move(stored)};
  }

  void write_elsewhere() const {
    const StoredResult stored = checked().second;
    check_output(file_);
    write_report(stored.source(), file_);
  }

  void replace_own() const {
    check_one_run(folder_, kPage);  // before a lock makes a folder
    const FolderLock lock(folder_);
    const auto [manifest, stored] = checked();
    FileSet files(lock);
    files.add(kPage, report_text(stored.source()));
    files.commit(manifest);
  }

  fs::path folder_, file_;
};

}  // namespace

std::unique_ptr<Verb> make_report(Options& options) {
  return std::make_unique<ReportVerb>(options);
}

}  // namespace cuttle::cli
