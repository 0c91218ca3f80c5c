#include "cuttle/campaign/page.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <set>

#include "cuttle/io/scene_json.h"
#include "cuttle/io/write_report.h"

namespace cuttle {
namespace {

// a page must stay small enough to be mailed: longer tables are told in 32 bits
constexpr std::size_t kExactBytes = 16u << 20;
constexpr std::size_t kHeatMaps = 4, kScatters = 4;

// ------------------------------------------------------------------------------------ the document

const char* plot_word(PlotType type) {
  switch (type) {
    case PlotType::line:
      return "line";
    case PlotType::scatter:
      return "scatter";
    case PlotType::heatmap:
      return "heatmap";
    case PlotType::parallel:
      return "parallel";
  }
  return "line";
}

/// `status` holds for each row its place in `reasons`, the first of which is `ok`.
OrderedJson table_json(const CampaignTable& table, ByteStore& store) {
  const bool exact = sizeof(double) * table.rows() * table.columns.size() <= kExactBytes;
  OrderedJson json = {{"rows", table.rows()}, {"columns", OrderedJson::array()}};
  for (const TableColumn& column : table.columns) {
    const std::vector<float> rounded(column.values.begin(), column.values.end());
    json["columns"].push_back({{"name", column.name},
                               {"unit", column.unit},
                               {"role", column.role},
                               {"values", exact ? store.add(column.values) : store.add(rounded)}});
  }
  std::vector<std::string> reasons = {"ok"};
  std::map<std::string, std::uint32_t> places = {{"ok", 0}};
  std::vector<std::uint32_t> status;
  for (const std::string& text : table.status) {
    const auto [place, is_new] = places.try_emplace(text, std::uint32_t(reasons.size()));
    if (is_new) reasons.push_back(text);
    status.push_back(place->second);
  }
  json["reasons"] = reasons;
  json["status"] = store.add(status);
  return json;
}

OrderedJson chart_json(const PageChart& chart, ByteStore& store) {
  OrderedJson json = {{"title", chart.title},          {"x_name", chart.x_name},
                      {"x_unit", chart.x_unit},        {"y_name", chart.y_name},
                      {"y_unit", chart.y_unit},        {"log_y", chart.log_y},
                      {"curves", OrderedJson::array()}};
  for (const PageChart::Curve& curve : chart.curves) {
    OrderedJson one = {{"name", curve.name},
                       {"points", curve.points},
                       {"x", store.add(curve.x)},
                       {"y", store.add(curve.y)}};
    if (!curve.error.empty()) one["error"] = store.add(curve.error);
    json["curves"].push_back(one);
  }
  return json;
}

OrderedJson matrix_json(const CampaignPage& page) {
  OrderedJson rows = OrderedJson::array();
  for (Eigen::Index i = 0; i < page.matrix.rows(); ++i) {
    OrderedJson row = OrderedJson::array();
    for (Eigen::Index j = 0; j < page.matrix.cols(); ++j) row.push_back(page.matrix(i, j));
    rows.push_back(row);
  }
  return {{"names", page.matrix_names}, {"values", rows}};
}

OrderedJson picture_json(const PagePicture& picture, ByteStore& store) {
  const std::size_t frames = picture.scene.frames();
  const Scene last = frames > 1 ? with_frames(picture.scene, {frames - 1}) : picture.scene;
  return {{"title", picture.title},
          {"text", picture.text},
          {"scene", scene_json(last, ScenePacking::small, store)}};
}

OrderedJson document_of(const CampaignPage& page, ByteStore& store) {
  OrderedJson json = {{"format", "cuttle-study/1"}, {"program", "cuttle " CUTTLE_VERSION},
                      {"kind", page.kind},          {"name", page.name},
                      {"title", page.title},        {"figures", OrderedJson::array()}};
  for (const Figure& figure : page.figures)
    json["figures"].push_back(
        {{"name", figure.name}, {"value", figure.value}, {"unit", figure.unit}});
  json["expect"] = OrderedJson::array();
  for (const ExpectResult& e : page.expect)
    json["expect"].push_back({{"figure", e.figure},
                              {"value", e.value},
                              {"unit", e.unit},
                              {"reference", e.reference},
                              {"tolerance", e.tolerance},
                              {"pass", e.pass},
                              {"source", e.source}});
  json["warnings"] = page.warnings;
  json["table"] = table_json(page.table, store);
  json["plots"] = OrderedJson::array();
  for (const PlotSpec& plot : page.plots)
    json["plots"].push_back({{"type", plot_word(plot.type)},
                             {"x", plot.x},
                             {"y", plot.y},
                             {"colour", plot.colour},
                             {"title", plot.title}});
  json["charts"] = OrderedJson::array();
  for (const PageChart& chart : page.charts) json["charts"].push_back(chart_json(chart, store));
  json["matrix"] = matrix_json(page);
  json["pictures"] = OrderedJson::array();
  for (const PagePicture& picture : page.pictures)
    json["pictures"].push_back(picture_json(picture, store));
  json["study"] = page.study_text;
  json["model"] = page.model_text;
  return json;
}

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

std::string page_text(const CampaignPage& page) {
  ByteStore store;
  const OrderedJson document = document_of(page, store);
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
