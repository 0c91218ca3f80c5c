#include "cuttle/io/write_report.h"

#include <algorithm>

#include "cuttle/base/error.h"
#include "cuttle/io/base64.h"
#include "cuttle/io/replace_file.h"
#include "cuttle/io/scene_json.h"
#include "cuttle/io/viewer_page.h"
#include "cuttle/io/write_summary.h"
#include "cuttle/scene/scene_sampler.h"

namespace cuttle {
namespace {

// a page must stay small enough to be mailed: so many bytes of moving pictures and of series
constexpr std::size_t kSceneBytes = 4u << 20;
constexpr std::size_t kSeriesBytes = 4u << 20;

/// Every how many frames a scene is shown on a page, where a number takes 2 bytes at most. Modes
/// are short.
std::size_t stride_on_page(const Scene& scene) {
  const std::size_t limit = std::max<std::size_t>(2, kSceneBytes / (1 + 2 * frame_size(scene)));
  return scene.modes.empty() ? (scene.frames() + limit - 1) / limit : 1;
}

Scene thinned(const Scene& scene, std::size_t every) {
  Scene result = with_frames(scene, kept_rows(scene.frames(), every));
  result.stride *= every;
  return result;
}

// inside of a page no text may look like the end of its element
std::string without_tags(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    if (c == '<')
      out += "\\u003c";
    else
      out += c;
  }
  return out;
}

}  // namespace

// ------------------------------------------------------------------------------------ the document

/// A column of the record: all of it, or every so many rows.
struct ReportColumn {
  Column column;
  ArrayReference values;
};

void json_members(JsonMembers& m, const ReportColumn& stored) {
  m.object("ColumnHeader");
  m("name", stored.column.name);
  m("unit", stored.column.unit);
  m("doc", stored.column.doc);
  m("group", stored.column.group);
  m("values", stored.values);
}

/// The record of a run.
struct ReportSeries {
  const Trajectory& trajectory;
};

/// Plots need no more than 32 bits; times are told exactly.
template <class Number>
ReportColumn report_column(const Column& column, std::span<const double> values, std::size_t stride,
                           ByteStore& store) {
  std::vector<Number> kept;
  for (const std::size_t row : kept_rows(values.size(), stride))
    kept.push_back(Number(values[row]));
  return {column, store.add(kept)};
}

void json_members(JsonMembers& m, const ReportSeries& series) {
  const Trajectory& trajectory = series.trajectory;
  const std::size_t bytes = sizeof(float) * trajectory.rows() * (1 + trajectory.columns().size());
  const std::size_t stride = 1 + bytes / kSeriesBytes;
  m.object("SeriesHeader");
  m("stride", stride);
  m("axis", report_column<double>(trajectory.axis_column(), trajectory.axis(), stride, m.store()));
  std::vector<ReportColumn> columns;
  for (std::size_t i = 0; i < trajectory.columns().size(); ++i)
    columns.push_back(
        report_column<float>(trajectory.columns()[i], trajectory.column(i), stride, m.store()));
  m("columns", columns);
}

/// What the page of a run shows.
struct ReportDocument {
  const ResultSource& source;
};

void json_members(JsonMembers& m, const ReportDocument& report) {
  const ResultSource& source = report.source;
  m.object("ReportDocument");
  m("format", FixedText{"cuttle-report/1"});
  m("program", "cuttle " CUTTLE_VERSION);
  const std::size_t every = stride_on_page(source.scene);
  if (every > 1)
    m("scene", PackedScene{thinned(source.scene, every), ScenePacking::small});
  else
    m("scene", PackedScene{source.scene, ScenePacking::small});
  m("summary", PageSummary{source.result});
  m("series", ReportSeries{source.result.trajectory});
  m("model", source.model_text);
}

std::string filled_page(std::string_view document, std::string_view data) {
  const std::string_view page = viewer_page();
  const std::size_t first = page.find(kDocumentPlace), second = page.find(kDataPlace);
  expects(first < second && second != std::string_view::npos, "a page with two places to fill in");
  const std::size_t after = first + kDocumentPlace.size();
  const std::string told = without_tags(document);
  std::string text;
  text.reserve(page.size() + told.size() + base64_size(data.size()));
  text += page.substr(0, first);
  text += told;
  text += page.substr(after, second - after);
  append_base64(data, text);
  text += page.substr(second + kDataPlace.size());
  return text;
}

std::string report_text(const ResultSource& source) {
  ByteStore store;
  const OrderedJson document = to_ordered_json(ReportDocument{source}, &store);
  // a text that is not UTF-8 must not cost the user the page
  return filled_page(document.dump(-1, ' ', false, OrderedJson::error_handler_t::replace),
                     store.bytes());
}

void tell_report_types(TypeScript& types) {
  ByteStore store;
  tell_type(ReportDocument{{RunResult{}, Scene{}, "", ""}}, types, &store);
}

void write_report(const ResultSource& source, const std::filesystem::path& path) {
  write_output(path, report_text(source));
}

}  // namespace cuttle
