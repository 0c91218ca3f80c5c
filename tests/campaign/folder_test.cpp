#include "cuttle/campaign/folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <nlohmann/json.hpp>
#include <thread>

#include "campaign/folder_of_test.h"
#include "cuttle/campaign/campaign_memory.h"
#include "cuttle/campaign/read_campaign.h"
#include "support/program.h"

namespace cuttle {
namespace {

using ::testing::AnyOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::TestFolder;

const std::string kSweepStudy =
    "title: one\nmodel: m.yaml\nparameters: [{name: a, range: [0, 1], count: 5}]\n"
    "sweep: {method: grid}\n";

CampaignSpec study_of_text(const TestFolder& folder, const std::string& text) {
  return parse_campaign(text, folder.path() / "study.yaml");
}

std::string refusal(const TestFolder& folder, const std::string& kind, const std::string& text,
                    const std::string& model, const std::vector<DataFileUse>& files = {}) {
  try {
    open_folder(folder.path() / "out", kind, study_of_text(folder, text), model, files);
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
  const std::string model = "probes: [{csv: data.csv}]\n";
  const std::vector<DataFileUse> files = {{"data.csv", "1"}};
  EXPECT_EQ(refusal(folder, "sweep", kSweepStudy, model, files), "");
  EXPECT_EQ(refusal(folder, "sweep", kSweepStudy, model, files), "");

  std::string other = kSweepStudy;
  other.replace(other.find("one"), 3, "two");
  EXPECT_EQ(refusal(folder, "sweep", other, model, files), "") << "a title may change";
  other.replace(other.find("count: 5"), 8, "count: 6");
  EXPECT_THAT(refusal(folder, "sweep", other, model, files),
              HasSubstr("parameters[0].count: 5 -> 6"));
  EXPECT_THAT(refusal(folder, "optimize", kSweepStudy, model, files), HasSubstr("'cuttle sweep'"));
  EXPECT_THAT(refusal(folder, "sweep", kSweepStudy, "probes: []\n", files),
              HasSubstr("model file: probes"));
  EXPECT_THAT(refusal(folder, "sweep", kSweepStudy, model, {{"data.csv", "2"}}),
              HasSubstr("data.csv has changed"));
}

// texts that end in .csv are no data files: they are never opened
TEST(CampaignFolder, OpensWhatTheStudyReadsAndNothingElse) {
  const TestFolder folder;
  ASSERT_EQ(::mkfifo((folder.path() / "pipe.csv").c_str(), 0600), 0);
  const std::string title = "title: pipe.csv\n";
  EXPECT_EQ(refusal(folder, "sweep", title + kSweepStudy.substr(kSweepStudy.find("model")),
                    "title: pipe.csv"),
            "");
  EXPECT_THAT(read_bytes(folder.path() / "out/study.json"), HasSubstr("\"data\": {}"));
}

// a model that was edited is another study, and no damage
TEST(CampaignFolder, TellsDataFilesThatAreNewGoneOrRenamed) {
  const TestFolder folder;
  const std::string model = "load: {csv: a.csv}\n";
  ASSERT_EQ(refusal(folder, "sweep", kSweepStudy, model, {{"a.csv", "1"}}), "");
  const std::string renamed =
      refusal(folder, "sweep", kSweepStudy, "load: {csv: b.csv}\n", {{"b.csv", "1"}});
  EXPECT_THAT(renamed, HasSubstr("model file: load.csv: a.csv -> b.csv"));
  EXPECT_THAT(renamed, HasSubstr("the data file b.csv is new"));
  EXPECT_THAT(renamed, HasSubstr("the data file a.csv is gone"));
  EXPECT_EQ(renamed.find("damaged"), std::string::npos) << renamed;
  const std::string added = refusal(folder, "sweep", kSweepStudy, model + "more: {csv: b.csv}\n",
                                    {{"a.csv", "1"}, {"b.csv", "1"}});
  EXPECT_THAT(added, HasSubstr("the data file b.csv is new"));
  EXPECT_EQ(added.find("damaged"), std::string::npos) << added;
  // nobody has edited anything
  EXPECT_THAT(refusal(folder, "sweep", kSweepStudy, model), HasSubstr("data.a.csv: damaged"));
}

// measurements lie beside the study, data of the model beside the model
TEST(CampaignFolder, FilesOfOneNameInTwoFoldersAreTwo) {
  const TestFolder folder;
  folder.write("data.csv", "x,y\n0,1\n1,2\n");
  const std::string study =
      "model: m/m.yaml\nparameters: [{name: a, start: 1}]\n"
      "fit: {data: [{file: data.csv, columns: [{column: y, simulated: j.angle}]}]}\n";
  const std::vector<DataFileUse> files = {{"data.csv", "of the model"}};
  ASSERT_EQ(refusal(folder, "fit", study, "name: a\n", files), "");
  EXPECT_THAT(read_bytes(folder.path() / "out/study.json"), HasSubstr("m/data.csv"));
  folder.write("data.csv", "x,y\n0,1\n1,3\n");
  EXPECT_THAT(refusal(folder, "fit", study, "name: a\n", files),
              HasSubstr("the data file data.csv has changed"));
}

TEST(CampaignFolder, ItsLockIsWaitedFor) {
  const TestFolder folder;
  std::atomic<int> inside = 0, most = 0, done = 0;
  std::vector<std::jthread> all;
  for (int i = 0; i < 4; ++i)
    all.emplace_back([&] {
      with_folder_lock(folder.path(), [&] {
        most = std::max(most.load(), ++inside);
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        --inside, ++done;
      });
    });
  all.clear();
  EXPECT_EQ(most, 1);
  EXPECT_EQ(done, 4);
}

std::string fit_of(const std::string& file) {
  return "fit: {curve: {type: polynomial, file: " + file + ", y: y}}\n";
}

// the measurements of a fit are judged as the data files of a model are
TEST(CampaignFolder, DataOfAFitMustBePlainFilesBesideIt) {
  const TestFolder folder;
  folder.write("good.csv", "x,y\n0,1\n1,2\n");
  ASSERT_EQ(::mkfifo((folder.path() / "pipe.csv").c_str(), 0600), 0);
  folder.write("large.csv", "");
  std::filesystem::resize_file(folder.path() / "large.csv", 10'000'000'000u);
  std::filesystem::create_symlink("/dev/zero", folder.path() / "zero.csv");
  const auto told = [&](const std::string& file) {
    return refusal(folder, "fit", fit_of(file), "");
  };
  EXPECT_THAT(told("pipe.csv"), HasSubstr("fit.curve.file: 'pipe.csv' is not a regular file"));
  EXPECT_THAT(told("large.csv"), HasSubstr("large.csv: error: the file has 9536.7 MB"));
  EXPECT_THAT(told("zero.csv"), HasSubstr("study.yaml:1:39: error: fit.curve.file: 'zero.csv' is a "
                                          "link that leads out of the folder of the study file"));
  EXPECT_THAT(told("../good.csv"), HasSubstr("is outside the folder of the study file"));
  EXPECT_THAT(told("none.csv"), HasSubstr("cannot find the file"));
  EXPECT_EQ(told("good.csv"), "");
  folder.write("good.csv", "x,y\n0,1\n1,3\n");
  EXPECT_THAT(told("good.csv"), HasSubstr("good.csv has changed"));
}

// ------------------------------------------------------------------------------- damaged memory

using Json = nlohmann::ordered_json;

// every document that is this one with one thing dropped or of another type
void each_damage(Json& whole, Json& part, const std::string& path,
                 const std::function<void(const std::string&)>& judge) {
  if (!part.is_object()) return;
  std::vector<std::string> keys;
  for (const auto& [key, value] : part.items()) keys.push_back(key);
  for (const std::string& key : keys) {
    const std::string name = path.empty() ? key : path + "." + key;
    const Json kept = part[key];
    part.erase(key);
    judge(name);
    for (const Json& other :
         {Json(), Json(true), Json(3), Json(2.5), Json("[unclosed"), Json::array(),
          Json::array({1, "a"}), Json::object(), Json::object({{"a", 1}})}) {
      if (other == kept) continue;
      part[key] = other;
      // another version of the program is a warning
      const bool welcome = name == "program" && other.is_string();
      if (!welcome) judge(name);
    }
    part[key] = kept;
    each_damage(whole, part[key], name, judge);
  }
}

TEST(CampaignFolder, EveryDamageOfItsMemoryIsToldWithItsPlace) {
  const TestFolder folder;
  folder.write("data.csv", "x,y\n0,1\n1,2\n");
  const std::string text = fit_of("data.csv"), model = "name: a\n";
  const std::vector<DataFileUse> files = {{"load.csv", "1"}};
  ASSERT_EQ(refusal(folder, "fit", text, model, files), "");
  const std::filesystem::path memory = folder.path() / "out/study.json";
  Json json = Json::parse(read_bytes(memory));
  ASSERT_EQ(json["data"].size(), 2u);

  int count = 0;
  each_damage(json, json, "", [&](const std::string& key) {
    folder.write("out/study.json", json.dump(1));
    const std::string told = refusal(folder, "fit", text, model, files);
    EXPECT_NE(told, "") << key << " in " << json.dump();
    EXPECT_THAT(told, HasSubstr((folder.path() / "out").string())) << key;
    // the place: the key itself, or what has changed there
    const std::string last = key.substr(key.find('.') + 1);
    EXPECT_THAT(told, AnyOf(HasSubstr(last), HasSubstr(last == "kind" ? "to 'cuttle" : last)))
        << key << " in " << json.dump();
    ++count;
  });
  EXPECT_GT(count, 60);

  // cut off anywhere
  const std::string whole = json.dump(1);
  for (std::size_t length = 0; length < whole.size(); length += 7) {
    folder.write("out/study.json", whole.substr(0, length));
    EXPECT_THAT(refusal(folder, "fit", text, model, files), HasSubstr("study.json:"));
  }
  for (const char* odd : {"null", "3", "[]", "\"text\""}) {
    folder.write("out/study.json", odd);
    EXPECT_THAT(refusal(folder, "fit", text, model, files),
                HasSubstr("study.json: error: damaged: expected a map"));
  }
  std::filesystem::remove(memory);
  ASSERT_EQ(::mkfifo(memory.c_str(), 0600), 0);
  EXPECT_THAT(refusal(folder, "fit", text, model, files),
              HasSubstr("study.json: error: is not a regular file"));
}

}  // namespace
}  // namespace cuttle
