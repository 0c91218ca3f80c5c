// The page holds what the run left, and a results folder gives the same page again.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cuttle/base/error.h"
#include "cuttle/compile/compile.h"
#include "cuttle/io/read_results.h"
#include "cuttle/io/read_scenario.h"
#include "cuttle/io/write_hdf5.h"
#include "cuttle/io/write_report.h"
#include "cuttle/io/write_summary.h"
#include "cuttle/scene/scene_sampler.h"
#include "unit/io_write/sample_result.h"

namespace cuttle {
namespace {

using ::testing::HasSubstr;

/// The text of a script element of the page.
std::string element(const std::string& page, const std::string& id) {
  const std::size_t tag = page.find("id=\"" + id + "\"");
  EXPECT_NE(tag, std::string::npos) << id;
  const std::size_t begin = page.find('>', tag) + 1;
  return page.substr(begin, page.find("</script>", begin) - begin);
}

TEST(WriteReport, a_hostile_model_text_stays_text) {
  const std::string text = "name: x # </script><script>alert(1)</script> <!-- \xff";
  const std::string page = report_text({sample_result(), Scene(), "x", text});
  const auto document = nlohmann::json::parse(element(page, "cuttle-document"));
  EXPECT_EQ(document.at("format"), "cuttle-report/1");
  const std::string back = document.at("model");
  EXPECT_EQ(back.substr(0, text.size() - 1), text.substr(0, text.size() - 1));
  EXPECT_EQ(page.find("<script>alert(1)"), std::string::npos);
}

TEST(WriteReport, holds_summary_and_series) {
  const RunResult result = sample_result();
  const std::string page = report_text({result, Scene(), "arm", "name: arm"});
  const auto document = nlohmann::json::parse(element(page, "cuttle-document"));
  EXPECT_EQ(document.at("summary").at("expect").size(), 2u);
  EXPECT_TRUE(document.at("summary").at("figures").at("f1").at("value").is_null());
  const auto& columns = document.at("series").at("columns");
  ASSERT_EQ(columns.size(), 2u);
  EXPECT_EQ(columns[0].at("name"), "tip.x");
  EXPECT_EQ(columns[0].at("values").at("length"), 5);
  EXPECT_EQ(document.at("scene").at("format"), "cuttle-scene/1");
}

TEST(WriteReport, needs_nothing_from_outside) {
  const std::string page = report_text({sample_result(), Scene(), "arm", ""});
  for (const char* forbidden : {"src=\"http", "href=\"http", "src=\"//", "@import", "url(http"})
    EXPECT_EQ(page.find(forbidden), std::string::npos) << forbidden;
}

TEST(WriteReport, a_long_run_still_fits_into_a_page) {
  RunResult result;
  result.trajectory = Trajectory({"t", "s", "", ""}, {{"x", "m", "", ""}}, {}, {});
  Scene scene;
  scene.bodies = {{"b", "rigid", "free", -1, 6, 1}};
  scene.body_position = {1, 3, {}};
  scene.body_rotation = {1, 4, {}};
  for (int i = 0; i < 2'000'000; ++i) {
    result.trajectory.append(i, std::array{1.0 * i}, {}, {});
    scene.axis.push_back(i);
    scene.body_position.data.insert(scene.body_position.data.end(), {1, 2, 3});
    scene.body_rotation.data.insert(scene.body_rotation.data.end(), {1, 0, 0, 0});
  }
  const std::string page = report_text({result, scene, "long", ""});
  EXPECT_LT(page.size(), 18u << 20);
  const auto document = nlohmann::json::parse(element(page, "cuttle-document"));
  EXPECT_GT(document.at("series").at("stride"), 1);
  EXPECT_GT(document.at("scene").at("stride"), 1);
}

TEST(ReadResults, gives_back_what_was_written) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "result.h5";
  const Scenario scenario = build(read_scenario(CUTTLE_MODELS "/cable_arc.yaml"));
  RunResult result = run(scenario);
  result.warnings = {"one", "two"};
  result.status = Status::fail(Status::Code::stalled, "too small a step", 0.25);
  const Scene scene = make_scene(scenario, result.trajectory);
  write_hdf5({result, scene, "arc", "name: arc"}, path);
  const StoredResult back = read_results(path);
  EXPECT_EQ(summary_text(back.result), summary_text(result));
  EXPECT_TRUE(report_text(back.source()) == report_text({result, scene, "arc", "name: arc"}));
  EXPECT_EQ(back.result.warnings, result.warnings);
  EXPECT_EQ(back.result.trajectory.q(0).size(), result.trajectory.q(0).size());
  EXPECT_EQ(back.result.trajectory.q(0)[0], result.trajectory.q(0)[0]);
  EXPECT_EQ(read_scene(path).bodies.size(), scene.bodies.size());
}

TEST(ReadResults, a_bad_file_is_named_with_a_way_out) {
  const TemporaryFolder folder;
  const auto message = [&](const std::filesystem::path& path) -> std::string {
    try {
      read_results(path);
    } catch (const InputError& e) {
      return e.what();
    }
    return "no error";
  };
  EXPECT_EQ(
      message(folder.path() / "result.h5"),
      (folder.path() / "result.h5").string() +
          ": error: there is no such file\n"
          "  hint: `cuttle run` writes this file; run the model again\n1 error; nothing was run.");
  std::ofstream(folder.path() / "text.h5") << "hello";
  EXPECT_NE(message(folder.path() / "text.h5").find("is not a result of cuttle"),
            std::string::npos);

  const std::string bytes = hdf5_text({sample_result(), Scene(), "arm", ""});
  const auto message_of = [&](const std::string& text) {
    write_text(folder.path() / "bad.h5", text);
    return message(folder.path() / "bad.h5");
  };
  EXPECT_EQ(message_of(bytes), "no error");
  // cut off in the middle, one bit of it, the digits of its checksum, longer, by a later program
  EXPECT_THAT(message_of(bytes.substr(0, bytes.size() / 2)), HasSubstr("is damaged: it has"));
  for (const std::size_t at : {bytes.size() / 2, bytes.size() - 1, std::size_t(511)}) {
    std::string bad = bytes;
    bad[at] = char(bad[at] ^ 0x20);
    EXPECT_THAT(message_of(bad), HasSubstr("is damaged: its checksum is not")) << at;
  }
  EXPECT_THAT(message_of(bytes + " "), HasSubstr("is damaged: it has"));
  EXPECT_THAT(message_of("cuttle-result/9" + bytes.substr(15)),
              HasSubstr("format is 'cuttle-result/9', not cuttle-result/2"));
}

}  // namespace
}  // namespace cuttle
