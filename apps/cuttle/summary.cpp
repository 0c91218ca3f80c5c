#include "summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "progress.h"

namespace cuttle::cli {
namespace {

std::string number(double value) {
  return std::isnan(value) ? "n/a" : fmt::format("{:.6g}", value);
}

// characters on the screen: the bytes that begin a UTF-8 character
std::size_t shown_width(const std::string& text) {
  return std::ranges::count_if(text, [](unsigned char c) { return (c & 0xC0) != 0x80; });
}

// the simulated time over the wall time, where there is a time
std::string wall_text(const RunResult& result) {
  std::string text = duration_text(result.wall_seconds);
  const Trajectory& trajectory = result.trajectory;
  if (trajectory.axis_column().unit == "s" && trajectory.rows() > 1) {
    const double simulated = trajectory.axis().back() - trajectory.axis().front();
    text += fmt::format(" for {:.6g} s ({:.3g} x real time)", simulated,
                        simulated / std::max(result.wall_seconds, 1e-9));
  }
  return text;
}

std::string solver_text(const SolverStatistics& solver) {
  std::string text = fmt::format("{}: {} steps", solver.method, solver.steps);
  if (solver.rejected > 0) text += fmt::format(" ({} rejected)", solver.rejected);
  if (solver.evaluations > 0) text += fmt::format(", {} evaluations", solver.evaluations);
  if (solver.iterations > 0) text += fmt::format(", {} iterations", solver.iterations);
  return text;
}

using Row = std::vector<std::string>;

// rows in columns as wide as their widest cell; the columns in `right` are set to the right
std::string aligned(const std::vector<Row>& rows, const std::vector<bool>& right) {
  std::vector<std::size_t> width(right.size(), 0);
  for (const Row& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i) width[i] = std::max(width[i], shown_width(row[i]));
  std::string text;
  for (const Row& row : rows) {
    std::string row_text = "  ";
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string space(width[i] - shown_width(row[i]), ' ');
      row_text += (right[i] ? space + row[i] : row[i] + space) + "  ";
    }
    row_text.erase(row_text.find_last_not_of(' ') + 1);
    text += row_text + '\n';
  }
  return text;
}

std::string expect_table(const std::vector<ExpectResult>& expect, const Paint& paint) {
  std::vector<Row> rows{{"figure", "value", "", "reference", "tolerance", "source"}};
  for (const ExpectResult& e : expect)
    rows.push_back({printable(e.figure), number(e.value), printable(e.unit), number(e.reference),
                    number(e.tolerance), printable(e.source)});
  const std::string text = aligned(rows, {false, true, false, true, true, false});

  // the verdict stands first, and does not count as width
  std::string table;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::size_t end = text.find('\n', begin) + 1;
    const std::string row = text.substr(begin, end - begin);
    if (i == 0) table += paint.dim("      " + row.substr(0, row.size() - 1)) + '\n';
    if (i > 0) table += "  " + (expect[i - 1].pass ? paint.green("pass") : paint.red("FAIL")) + row;
    begin = end;
  }
  return table;
}

// figures that no expectation shows already
std::string figure_table(std::span<const Figure> figures, const std::vector<ExpectResult>& expect) {
  std::vector<Row> rows;
  for (const Figure& f : figures)
    if (std::ranges::find(expect, f.name, &ExpectResult::figure) == expect.end())
      rows.push_back({"    ", printable(f.name), number(f.value), printable(f.unit)});
  return aligned(rows, {false, false, true, false});
}

}  // namespace

std::string summary_line(const std::string& label, const std::string& text) {
  return fmt::format("  {:<12}{}\n", label, text);
}

std::string figures_text(std::span<const Figure> figures, const std::vector<ExpectResult>& expect,
                         const Paint& paint) {
  std::string text = figure_table(figures, expect);
  if (expect.empty()) return text;
  const auto passed = std::ranges::count(expect, true, &ExpectResult::pass);
  text += summary_line("expected", fmt::format("{} of {} pass", passed, expect.size()));
  return text + expect_table(expect, paint);
}

std::string summary_title(const std::string& name, const std::string& title, const Paint& paint) {
  return paint.bold(printable(name)) + (title.empty() ? "" : ": " + printable(title)) + '\n';
}

std::string run_summary(const RunResult& result, const std::string& name, const std::string& title,
                        const Paint& paint) {
  std::string text = summary_title(name, title, paint);
  text += summary_line("wall time", wall_text(result));
  text += summary_line("solver", solver_text(result.solver));
  text += summary_line("energy", fmt::format("residual {:.2g}", result.energy_residual));
  for (const std::string& warning : result.warnings)
    text += summary_line("warning", printable(warning));
  const auto named =
      std::span(result.figures).first(std::min(result.named_figures, result.figures.size()));
  return text + figures_text(named, result.expect, paint);
}

}  // namespace cuttle::cli
