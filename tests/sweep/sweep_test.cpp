#include "cuttle/sweep/sweep.h"

#include <gtest/gtest.h>

#include <set>

#include "campaign/folder_of_test.h"
#include "cuttle/campaign/read_campaign.h"

namespace cuttle {
namespace {

using testing::TestFolder;

TEST(Sweep, ShardsArePartsOfTheWhole) {
  std::vector<ParameterPoint> points;
  for (int i = 0; i < 23; ++i) points.push_back({double(i)});
  std::multiset<double> seen;
  for (int part = 1; part <= 4; ++part) {
    const auto own = shard_points(points, {part, 4});
    EXPECT_NEAR(double(own.size()), 23.0 / 4, 1);
    for (const ParameterPoint& p : own) seen.insert(p[0]);
  }
  EXPECT_EQ(seen.size(), 23u);
  EXPECT_EQ(std::set<double>(seen.begin(), seen.end()).size(), 23u);
}

TEST(Sweep, TableKeepsTheOrderOfTheSamples) {
  const TestFolder folder;
  const CampaignSpec spec = parse_campaign(
      "model: m.yaml\nparameters: [{name: a, values: [1]}]\nsweep: {}\n"
      "derived: [{name: twice, formula: 2 * f, unit: m}]\n",
      "study.yaml");
  const Columns columns(spec, {"f"}, {"m"});
  Journal journal(folder.path(), "runs", 1, 1);
  Outcome good;
  good.values = {5};
  journal.add({3}, Want::values, good);
  journal.add({1}, Want::values, Outcome::fail("no, never"));
  const CampaignTable table = sweep_table(journal, {{1}, {2}, {3}}, columns);
  EXPECT_EQ(table_csv(table),
            "sample [-],a [-],f [m],twice [m],status,warnings\n"
            "0,1,nan,nan,\"no, never\",\n"
            "2,3,5,10,ok,\n");
  const std::vector<Figure> figures = sweep_figures(table, 3);
  EXPECT_EQ(figures[0].value, 3);
  EXPECT_EQ(figures[1].value, 2);
  EXPECT_EQ(figures[2].value, 1);
  EXPECT_EQ(figures[3].name, "twice.min");
  EXPECT_EQ(figures[3].value, 10);
}

}  // namespace
}  // namespace cuttle
