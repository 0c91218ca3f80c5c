#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>

#include "cuttle/io/read_results.h"
#include "cuttle/io/write_report.h"
#include "results_folder.h"
#include "verbs.h"

namespace cuttle::cli {
namespace {

class ReportVerb : public Verb {
 public:
  explicit ReportVerb(CLI::App& app) {
    app.add_option("folder", folder_, "folder with the results of a run")
        ->required()
        ->type_name("DIR");
    app.add_option("-o,--output", file_, "the page [DIR/report.html]")->type_name("FILE");
  }

  int execute() override {
    check_no_study(folder_);
    const StoredResult stored = read_results(folder_ / "result.h5");
    const std::filesystem::path file = file_.empty() ? folder_ / "report.html" : file_;
    write_report(stored.source(), file);
    fmt::print("{}\n", file.string());
    return kExitOk;
  }

 private:
  std::filesystem::path folder_, file_;
};

}  // namespace

std::unique_ptr<Verb> make_report(CLI::App& app) { return std::make_unique<ReportVerb>(app); }

}  // namespace cuttle::cli
