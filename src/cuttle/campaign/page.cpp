#include "cuttle/campaign/page.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <set>

#include "cuttle/campaign/spec_choices.h"
#include "cuttle/io/scene_json.h"
#include "cuttle/io/write_report.h"

namespace cuttle {
namespace {

// a page must stay small enough to be mailed: longer tables are told in 32 bits
constexpr std::size_t kExactBytes = 16u << 20;
constexpr std::size_t kHeatMaps = 4, kScatters = 4;

// ----------------------------------------------------------------------------------- default plots

std::size_t distinct(const TableColumn& column) {
  std::set<double> seen;
  for (const double value : column.values)
    if (std::isfinite(value)) seen.insert(value);
  return seen.size();
}

/// Most of the crossings of their values are rows; the viewer goes by the same rule.
bool form_grid(const TableColumn& x, const TableColumn& y, std::size_t rows) {
  const std::size_t nx = distinct(x), ny = distinct(y);
  return nx > 1 && ny > 1 && nx * ny <= 2 * rows;
}

PlotSpec plot_of(PlotType type, std::string x, std::string y, std::string colour) {
  PlotSpec plot;
  plot.type = type;
  plot.x = std::move(x);
  plot.y = std::move(y);
  plot.colour = std::move(colour);
  return plot;
}

}  // namespace

// ------------------------------------------------------------------------------------ the document

/// A column of the table; long tables are rounded.
struct StoredTableColumn {
  std::string name, unit, role;
  ArrayReference values;
};

void json_members(JsonMembers& m, const StoredTableColumn& column) {
  m.object("CampaignColumnHeader");
  m("name", column.name);
  m("unit", column.unit);
  m("role", column.role);
  m("values", column.values);
}

namespace {

/// The texts of all rows, each stored once.
struct NumberedTexts {
  NumberedTexts(const std::string& first, const std::vector<std::string>& list) : texts{first} {
    std::map<std::string, std::uint32_t> places = {{first, 0}};
    for (const std::string& text : list) {
      const auto [place, is_new] = places.try_emplace(text, std::uint32_t(texts.size()));
      if (is_new) texts.push_back(text);
      rows.push_back(place->second);
    }
  }
  std::vector<std::string> texts;
  std::vector<std::uint32_t> rows;
};

}  // namespace

void json_members(JsonMembers& m, const CampaignTable& table) {
  const bool exact = sizeof(double) * table.rows() * table.columns.size() <= kExactBytes;
  m.object("CampaignTableHeader",
           "`status` and `warned` hold, for each row, the index of its text in `reasons` and in "
           "`warnings`; 0 is ok, and no warning.");
  m("rows", table.rows());
  std::vector<StoredTableColumn> columns;
  for (const TableColumn& column : table.columns) {
    const std::vector<float> rounded(column.values.begin(), column.values.end());
    columns.push_back({column.name, column.unit, column.role,
                       exact ? m.store().add(column.values) : m.store().add(rounded)});
  }
  m("columns", columns);
  const NumberedTexts status("ok", table.status), warned("", table.warnings);
  m("reasons", status.texts);
  m("status", m.store().add(status.rows));
  m("warnings", warned.texts);
  m("warned", m.store().add(warned.rows));
}

void json_members(JsonMembers& m, const PageChart::Curve& curve) {
  m.object("CurveHeader");
  m("name", curve.name);
  m("points", curve.points);
  m("x", m.store().add(curve.x));
  m("y", m.store().add(curve.y));
  const ArrayReference error = curve.error.empty() ? ArrayReference{} : m.store().add(curve.error);
  m.optional("error", !curve.error.empty(), error);
}

void json_members(JsonMembers& m, const PageChart& chart) {
  m.object("ChartHeader");
  m("title", chart.title);
  m("x_name", chart.x_name);
  m("x_unit", chart.x_unit);
  m("y_name", chart.y_name);
  m("y_unit", chart.y_unit);
  m("log_y", chart.log_y);
  m("curves", chart.curves);
}

/// Correlations, row after row.
struct PageMatrix {
  const std::vector<std::string>& names;
  const MatrixX& values;
};

void json_members(JsonMembers& m, const PageMatrix& matrix) {
  std::vector<std::vector<OrNull>> rows(std::size_t(matrix.values.rows()));
  for (Eigen::Index i = 0; i < matrix.values.rows(); ++i)
    for (Eigen::Index j = 0; j < matrix.values.cols(); ++j)
      rows[std::size_t(i)].push_back({matrix.values(i, j)});
  m.object("CampaignMatrix");
  m("names", matrix.names);
  m("values", rows);
}

void json_members(JsonMembers& m, const PagePicture& picture) {
  const std::size_t frames = picture.scene.frames();
  const Scene last = frames > 1 ? with_frames(picture.scene, {frames - 1}) : picture.scene;
  m.object("CampaignPicture");
  m("title", picture.title);
  m("text", picture.text);
  m("scene", PackedScene{last, ScenePacking::small});
}

void json_members(JsonMembers& m, const Figure& figure) {
  m.object("CampaignFigure");
  m("name", figure.name);
  m("value", OrNull{figure.value});
  m("unit", figure.unit);
}

/// An expectation of a campaign, which has no figure with its unit beside it.
struct CampaignExpectation {
  ExpectResult e;
};

void json_members(JsonMembers& m, const CampaignExpectation& expectation) {
  const ExpectResult& e = expectation.e;
  m.object("CampaignExpectation");
  m("figure", e.figure);
  m("value", OrNull{e.value});
  m("unit", e.unit);
  m("reference", OrNull{e.reference});
  m("tolerance", OrNull{e.tolerance});
  m("pass", e.pass);
  m("source", e.source);
}

constexpr const char* json_name(PlotType) { return "PlotType"; }

void json_members(JsonMembers& m, const PlotSpec& plot) {
  m.object("CampaignPlot", "What a plot shows: names of columns, empty for none.");
  m("type", plot.type);
  m("x", plot.x);
  m("y", plot.y);
  m("colour", plot.colour);
  m("title", plot.title);
}

void json_members(JsonMembers& m, const CampaignPage& page) {
  m.object("CampaignDocument");
  m("format", FixedText{"cuttle-study/1"});
  m("program", "cuttle " CUTTLE_VERSION);
  m("kind", page.kind);
  m("name", page.name);
  m("title", page.title);
  m("figures", page.figures);
  std::vector<CampaignExpectation> expect;
  for (const ExpectResult& e : page.expect) expect.push_back({e});
  m("expect", expect);
  m("warnings", page.warnings);
  m("table", page.table);
  m("plots", page.plots);
  m("charts", page.charts);
  m("matrix", PageMatrix{page.matrix_names, page.matrix});
  m("pictures", page.pictures);
  m("study", page.campaign_text);
  m("model", page.model_text);
}

void tell_study_types(TypeScript& types) {
  ByteStore store;
  tell_type(CampaignPage{}, types, &store);
}

std::string page_text(const CampaignPage& page) {
  ByteStore store;
  const OrderedJson document = to_ordered_json(page, &store);
  // a text that is not UTF-8 must not cost the user the page
  return filled_page(document.dump(-1, ' ', false, OrderedJson::error_handler_t::replace),
                     store.bytes());
}

std::vector<PlotSpec> default_plots(const CampaignTable& table) {
  std::vector<const TableColumn*> parameters, results;
  for (const TableColumn& column : table.columns) {
    // what never changes, or never is a number, has no plot
    if (column.role == "parameter" && distinct(column) > 1) parameters.push_back(&column);
    if (column.role != "parameter" && column.role != "index" && distinct(column) > 0)
      results.push_back(&column);
  }
  // what is optimised comes first
  std::stable_partition(results.begin(), results.end(),
                        [](const TableColumn* column) { return column->role == "objective"; });
  if (parameters.empty() || results.empty()) return {};

  std::vector<PlotSpec> plots;
  if (parameters.size() == 1) {
    for (const TableColumn* result : results)
      plots.push_back(plot_of(PlotType::line, parameters[0]->name, result->name, ""));
    return plots;
  }
  if (parameters.size() == 2 && form_grid(*parameters[0], *parameters[1], table.rows())) {
    for (std::size_t i = 0; i < std::min(results.size(), kHeatMaps); ++i)
      plots.push_back(
          plot_of(PlotType::heatmap, parameters[0]->name, parameters[1]->name, results[i]->name));
    return plots;
  }
  plots.push_back(plot_of(PlotType::parallel, "", "", results[0]->name));
  for (std::size_t i = 0; i < std::min(parameters.size(), kScatters); ++i)
    plots.push_back(plot_of(PlotType::scatter, parameters[i]->name, results[0]->name, ""));
  return plots;
}

}  // namespace cuttle
