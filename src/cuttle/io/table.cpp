#include "cuttle/io/table.h"

#include <array>
#include <optional>

#include "cuttle/io/file_set.h"
#include "cuttle/io/manifest.h"
#include "cuttle/io/replace_file.h"
#include "cuttle/io/write_csv.h"
#include "cuttle/io/write_hdf5.h"
#include "cuttle/io/write_report.h"
#include "cuttle/io/write_summary.h"

namespace cuttle {
namespace {

namespace fs = std::filesystem;

constexpr std::array kWriters = {
    WriterRow{"summary.json", ".json", "figures, expectations, solver statistics",
              [](const ResultSource& s) { return summary_text(s.result); }},
    WriterRow{"series.csv", ".csv", "the recorded columns",
              [](const ResultSource& s) { return csv_text(s.result.trajectory); }},
    WriterRow{"result.h5", ".h5", "everything, including the states and the model file", hdf5_text},
    WriterRow{"report.html", ".html", "a page to look at: the moving robot, plots, figures",
              report_text},
};

}  // namespace

std::span<const WriterRow> writers() { return kWriters; }

const WriterRow* find_writer(const fs::path& path) {
  for (const WriterRow& row : kWriters)
    if (path.extension() == row.extension) return &row;
  return nullptr;
}

std::vector<fs::path> write_results(const ResultSource& source, const FolderLock& lock) {
  // one bad file must not cost the others
  FileSet files(lock);
  std::vector<fs::path> written;
  std::optional<OutputError> first_error;
  for (const WriterRow& row : kWriters) {
    const fs::path path = lock.folder() / row.file;
    try {
      files.add(row.file, made_for(path, [&] { return row.text(source); }));
      written.push_back(path);
    } catch (const OutputError& e) {
      files.leave_out(row.file);
      if (!first_error) first_error = e;
    }
  }
  // a disk that has room for nothing keeps the run before
  if (!files.empty()) files.commit({run_id(source.result), {}});
  if (first_error) throw *first_error;
  return written;
}

std::vector<fs::path> write_results(const ResultSource& source, const fs::path& folder) {
  return write_results(source, FolderLock(folder));
}

}  // namespace cuttle
