// The document of a study's page says what the page was filled with.
#include "cuttle/campaign/page.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "cuttle/io/base64.h"
#include "cuttle/io/byte_store.h"

namespace cuttle {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

struct Page {
  OrderedJson document;
  std::string bytes;
};

std::string element(const std::string& page, const std::string& id) {
  const std::size_t start = page.find('>', page.find("id=\"" + id + "\"")) + 1;
  return page.substr(start, page.find("</script>", start) - start);
}

Page parsed(const CampaignPage& page) {
  const std::string text = page_text(page);
  return {OrderedJson::parse(element(text, "cuttle-document")),
          decode_base64(element(text, "cuttle-data"))};
}

CampaignTable table_of(std::vector<TableColumn> columns) {
  CampaignTable table;
  table.status.assign(columns[0].values.size(), "ok");
  table.warnings.resize(table.rows());
  table.columns = std::move(columns);
  return table;
}

TEST(CampaignPage, tells_the_table_exactly) {
  CampaignPage page;
  page.kind = "sweep";
  page.table = table_of(
      {{"a", "m", "parameter", {0.1, 0.2, 1.0 / 3}}, {"b", "", "figure", {1e-300, kNan, -4}}});
  page.table.status = {"ok", "too </script> stiff", "too </script> stiff"};
  const auto [document, bytes] = parsed(page);
  EXPECT_EQ(document["format"], "cuttle-study/1");
  const OrderedJson& table = document["table"];
  EXPECT_EQ(table["rows"], 3);
  EXPECT_EQ(table["columns"][0]["unit"], "m");
  EXPECT_EQ(table["columns"][1]["role"], "figure");
  // every bit, and NaN
  EXPECT_EQ(read_array<double>(table["columns"][0]["values"], bytes), page.table.columns[0].values);
  const auto b = read_array<double>(table["columns"][1]["values"], bytes);
  EXPECT_EQ(b[0], 1e-300);
  EXPECT_TRUE(std::isnan(b[1]));
  // a reason is told once
  EXPECT_EQ(table["reasons"], OrderedJson({"ok", "too </script> stiff"}));
  EXPECT_EQ(read_array<std::uint32_t>(table["status"], bytes),
            (std::vector<std::uint32_t>{0, 1, 1}));
}

TEST(CampaignPage, tells_charts_numbers_and_matrix) {
  CampaignPage page;
  page.figures = {{"best", kNan, "m"}};
  page.expect = {{"best", 2, "m", 3, 0.5, false, "a book"}};
  page.charts = {{"c", "t", "s", "y", "m", true, {{"one", {1, 2}, {3, 4}, {0.5, 0.25}, true}}}};
  page.matrix_names = {"p", "q"};
  page.matrix = MatrixX::Identity(2, 2);
  page.matrix(0, 1) = 0.25;
  const auto [document, bytes] = parsed(page);
  EXPECT_TRUE(document["figures"][0]["value"].is_null());
  EXPECT_EQ(document["expect"][0]["pass"], false);
  const OrderedJson& curve = document["charts"][0]["curves"][0];
  EXPECT_EQ(read_array<double>(curve["y"], bytes), (std::vector<double>{3, 4}));
  EXPECT_EQ(read_array<double>(curve["error"], bytes), (std::vector<double>{0.5, 0.25}));
  EXPECT_EQ(document["matrix"]["values"][0][1], 0.25);
  EXPECT_EQ(document["matrix"]["values"][1][0], 0);
}

TEST(CampaignPage, pictures_keep_their_last_frame_only) {
  PagePicture picture;
  picture.scene.axis = {0, 1, 2.5};
  picture.scene.bodies.push_back({"bob", "rigid", "fixed", -1, 0, 1});
  picture.scene.body_position = {1, 3, {0, 0, 0, 1, 0, 0, 2, 0, 7}};
  picture.scene.body_rotation = {1, 4, {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}};
  CampaignPage page;
  page.pictures = {picture};
  const auto [document, bytes] = parsed(page);
  const OrderedJson& scene = document["pictures"][0]["scene"];
  EXPECT_EQ(scene["frames"], 1);
  EXPECT_EQ(read_array<double>(scene["axis"]["values"], bytes), std::vector<double>{2.5});
}

// --------------------------------------------------------------------------------- default plots

TEST(DefaultPlots, one_parameter_gives_a_line_for_each_result) {
  const auto plots = default_plots(table_of({{"sample", "-", "index", {0, 1}},
                                             {"a", "m", "parameter", {1, 2}},
                                             {"same", "m", "parameter", {5, 5}},
                                             {"f", "m", "figure", {1, 2}},
                                             {"nothing", "m", "figure", {kNan, kNan}},
                                             {"goal", "m", "objective", {1, 2}}}));
  ASSERT_EQ(plots.size(), 2u);
  EXPECT_EQ(plots[0].type, PlotType::line);
  EXPECT_EQ(plots[0].x, "a");
  EXPECT_EQ(plots[0].y, "goal");
  EXPECT_EQ(plots[1].y, "f");
}

TEST(DefaultPlots, a_grid_of_two_gives_heat_maps) {
  std::vector<TableColumn> columns = {{"a", "", "parameter", {1, 1, 2, 2, 3, 3}},
                                      {"b", "", "parameter", {1, 2, 1, 2, 1, 2}}};
  for (const char* name : {"f1", "f2", "f3", "f4", "f5"})
    columns.push_back({name, "", "figure", {1, 2, 3, 4, 5, 6}});
  const auto plots = default_plots(table_of(columns));
  ASSERT_EQ(plots.size(), 4u);
  EXPECT_EQ(plots[3].type, PlotType::heatmap);
  EXPECT_EQ(plots[3].x, "a");
  EXPECT_EQ(plots[3].y, "b");
  EXPECT_EQ(plots[3].colour, "f4");
}

TEST(DefaultPlots, samples_without_a_grid_give_parallel_and_scatter) {
  const auto plots = default_plots(table_of({{"a", "", "parameter", {1, 2, 3, 4, 5}},
                                             {"b", "", "parameter", {2, 5, 1, 3, 4}},
                                             {"f", "", "figure", {1, 2, 3, 4, 5}}}));
  ASSERT_EQ(plots.size(), 3u);
  EXPECT_EQ(plots[0].type, PlotType::parallel);
  EXPECT_EQ(plots[0].colour, "f");
  EXPECT_EQ(plots[2].type, PlotType::scatter);
  EXPECT_EQ(plots[2].x, "b");
  EXPECT_EQ(plots[2].y, "f");
}

TEST(DefaultPlots, nothing_to_plot) {
  EXPECT_TRUE(default_plots({}).empty());
  EXPECT_TRUE(default_plots(table_of({{"a", "", "parameter", {1, 2}}})).empty());
}

}  // namespace
}  // namespace cuttle
