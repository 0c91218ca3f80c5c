#include "cuttle/campaign/folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "campaign/folder_of_test.h"
#include "cuttle/campaign/read_campaign.h"

namespace cuttle {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::TestFolder;

const std::string kStudy =
    "title: one\nmodel: m.yaml\nparameters: [{name: a, range: [0, 1], count: 5}]\n"
    "sweep: {method: grid}\n";

CampaignSpec study(const TestFolder& folder, const std::string& text) {
  return parse_campaign(text, folder.path() / "study.yaml");
}

std::string refusal(const TestFolder& folder, const std::string& kind, const std::string& text,
                    const std::string& model) {
  try {
    open_folder(folder.path() / "out", kind, study(folder, text), model);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(CampaignFolder, DifferencesByPath) {
  EXPECT_THAT(tree_differences("a: 1\nb: [1, 2]\nc: 3\n", "a: 2\nb: [1, 2, 3]\nd: 3\n", "model"),
              ElementsAre("model file: a: 1 -> 2", "model file: b: 2 items -> 3 items",
                          "model file: c is gone", "model file: d is new"));
  EXPECT_THAT(tree_differences("a: 1 # x\ntitle: t\n", "title: u\na: 1\n", "study"), ElementsAre());
}

TEST(CampaignFolder, GoesOnWithTheSameStudyOnly) {
  const TestFolder folder;
  folder.write("data.csv", "t,x\n0,1\n");
  const std::string model = "probes: [{csv: data.csv}]\n";
  EXPECT_EQ(refusal(folder, "sweep", kStudy, model), "");
  EXPECT_EQ(refusal(folder, "sweep", kStudy, model), "");

  std::string other = kStudy;
  other.replace(other.find("one"), 3, "two");
  EXPECT_EQ(refusal(folder, "sweep", other, model), "") << "a title may change";
  other.replace(other.find("count: 5"), 8, "count: 6");
  EXPECT_THAT(refusal(folder, "sweep", other, model), HasSubstr("parameters[0].count: 5 -> 6"));
  EXPECT_THAT(refusal(folder, "fit", kStudy, model), HasSubstr("'cuttle sweep'"));
  EXPECT_THAT(refusal(folder, "sweep", kStudy, "probes: []\n"), HasSubstr("model file: probes"));
  folder.write("data.csv", "t,x\n0,2\n");
  EXPECT_THAT(refusal(folder, "sweep", kStudy, model), HasSubstr("data.csv has changed"));
}

}  // namespace
}  // namespace cuttle
