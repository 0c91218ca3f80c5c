#include "cuttle/io/table.h"

#include <array>
#include <optional>
#include <system_error>

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
              [](const ResultSource& s, const fs::path& p) { write_summary(s.result, p); }},
    WriterRow{"series.csv", ".csv", "the recorded columns",
              [](const ResultSource& s, const fs::path& p) { write_csv(s.result.trajectory, p); }},
    WriterRow{"result.h5", ".h5", "everything, with the states and the model file", write_hdf5},
    WriterRow{"report.html", ".html", "a page to look at: the moving robot, plots, figures",
              write_report},
};

}  // namespace

std::span<const WriterRow> writers() { return kWriters; }

const WriterRow* find_writer(const fs::path& path) {
  for (const WriterRow& row : kWriters)
    if (path.extension() == row.extension) return &row;
  return nullptr;
}

std::vector<fs::path> write_results(const ResultSource& source, const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw OutputError(folder, error.message());

  // one bad file must not cost the others
  std::vector<fs::path> written;
  std::optional<OutputError> first_error;
  for (const WriterRow& row : kWriters) {
    try {
      row.write(source, folder / row.file);
      written.push_back(folder / row.file);
    } catch (const OutputError& e) {
      if (!first_error) first_error = e;
    }
  }
  if (first_error) throw *first_error;
  return written;
}

}  // namespace cuttle
