// cuttle shot with a tiny page in place of a report: real Chromium and real ffmpeg, a fake camera
// that writes into the picture what it was asked for.

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include "support/program.h"

namespace cuttle {
namespace {

namespace fs = std::filesystem;

constexpr const char* kDocument = R"(<!DOCTYPE html><html><body>
<script id="cuttle-document" type="application/json">{}</script>
)";

// a run from 0.5 to 2 s
constexpr const char* kCamera = R"(<script>
window.cuttle = {
  ready: new Promise((done) => setTimeout(done, 20)),
  axis: () => ({name: "t", unit: "s", from: 0.5, to: 2}),
  facts: () => ({frames: 16, colours: ['body', 'torsion', 'speed'], modes: 0}),
  duration: () => 1.5,
  async film(o) {
    if (this.canvas) throw new Error("the film has been started");
    this.canvas = document.createElement("canvas");
    [this.canvas.width, this.canvas.height] = [o.width, o.height];
    return "ready";
  },
  filmed(seconds) {
    this.canvas.getContext("2d").fillRect(10 * seconds, 10, 20, 20);
    return this.canvas.toDataURL("image/jpeg", 0.95);
  },
  async shot(o) {
    const shown = `frame ${o.frame} time ${o.time} seconds ${o.seconds}`;
    if (o.colour === "torsion") throw new Error("no such paint");
    if (o.format === "svg")
      return `<svg xmlns="http://www.w3.org/2000/svg"><text>${shown}
        ghosts ${o.ghosts} view ${o.view}
        colour ${o.colour} size ${o.width} ${o.height}</text></svg>`;
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [o.width, o.height];
    canvas.getContext("2d").fillRect(10 * o.seconds, 10, 20, 20);
    return canvas.toDataURL("image/png");
  },
};
</script></body></html>)";

/// True if a process has the text in its command line.
bool is_running(const std::string& text) {
  for (const auto& entry : fs::directory_iterator("/proc")) {
    std::ifstream file(entry.path() / "cmdline", std::ios::binary);
    std::string line;
    std::getline(file, line, '\n');  // fails quietly where the process ends meanwhile
    if (contains(line, text)) return true;
  }
  return false;
}

/// Waits until something holds; false if it takes too long.
template <class Condition>
bool comes_true(Condition condition) {
  const auto give_up = std::chrono::steady_clock::now() + std::chrono::seconds(15);
  while (!condition()) {
    if (std::chrono::steady_clock::now() > give_up) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  return true;
}

/// A folder of its own for each test; the program has its temporary files there, too.
class Shot : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "cuttle_test_XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
    fs::create_directories(folder_ / "run");
    fs::create_directories(folder_ / "tmp");
    write_page(std::string(kDocument) + kCamera);
  }

  void TearDown() override {
    // nothing stays: no profile, no process, no half-written file
    EXPECT_TRUE(fs::is_empty(folder_ / "tmp"));
    // what was killed needs a moment to go
    EXPECT_TRUE(comes_true([&] { return !is_running((folder_ / "tmp").string()); }));
    for (const auto& entry : fs::directory_iterator(folder_))
      EXPECT_NE(entry.path().extension(), ".tmp") << entry.path();
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }

  void write_page(const std::string& text) { std::ofstream(folder_ / "run/report.html") << text; }

  pid_t start(const std::string& arguments, const std::string& environment = "") const {
    return start_cuttle(folder_, "shot " + arguments,
                        environment + " TMPDIR='" + (folder_ / "tmp").string() + "'");
  }
  ProgramEnd finish(pid_t child) const { return finish_cuttle(folder_, child); }

  ProgramEnd shot(const std::string& arguments, const std::string& environment = "") const {
    return finish(start(arguments, environment));
  }

  std::string file(const std::string& name) const { return read_bytes(folder_ / name); }

  fs::path folder_;
};

TEST_F(Shot, a_png_has_the_size_asked_for) {
  const ProgramEnd r = shot("run -o a.png --size 320x200");
  ASSERT_EQ(r.code, 0) << r.err;
  const std::string png = file("a.png");
  ASSERT_GT(png.size(), 24u);
  EXPECT_EQ(png.substr(0, 8), "\x89PNG\r\n\x1a\n");
  EXPECT_EQ(png.substr(16, 8), std::string("\0\0\1\x40\0\0\0\xc8", 8));
  EXPECT_EQ(png.substr(png.size() - 8, 4), "IEND");
}

TEST_F(Shot, options_reach_the_page) {
  ProgramEnd r = shot("run -o a.svg --ghosts 5 --view top --colour speed");
  ASSERT_EQ(r.code, 0) << r.err;
  EXPECT_TRUE(contains(file("a.svg"), "frame last time undefined seconds undefined"))
      << file("a.svg");
  EXPECT_TRUE(contains(file("a.svg"), "ghosts 5 view top")) << file("a.svg");
  EXPECT_TRUE(contains(file("a.svg"), "colour speed size 1200 800")) << file("a.svg");
  r = shot("run -o a.svg --time 2");
  ASSERT_EQ(r.code, 0) << r.err;
  EXPECT_TRUE(contains(file("a.svg"), "frame undefined time 2 seconds undefined")) << file("a.svg");
}

// 1.5 s at 10 pictures per second and half the speed, with both ends
TEST_F(Shot, a_video_has_all_its_pictures) {
  const ProgramEnd r = shot("run -o a.mp4 --size 64x48 --fps 10 --speed 0.5");
  ASSERT_EQ(r.code, 0) << r.err;
  const std::string probe =
      "ffprobe -v error -count_frames -show_entries "
      "stream=codec_name,pix_fmt,width,height,r_frame_rate,nb_read_frames -of csv=p=0 '" +
      (folder_ / "a.mp4").string() + "' >'" + (folder_ / "probe.txt").string() + "'";
  ASSERT_EQ(std::system(probe.c_str()), 0);
  EXPECT_EQ(file("probe.txt"), "h264,64,48,yuv420p,10/1,31\n");
  EXPECT_TRUE(contains(r.out, "a.mp4 (31 frames in ")) << r.out;
}

TEST_F(Shot, what_the_page_throws_is_told) {
  const ProgramEnd r = shot("run -o a.png --colour torsion");
  EXPECT_EQ(r.code, 3);
  EXPECT_TRUE(contains(r.err, "cuttle: error: the page failed: Error: no such paint")) << r.err;
  EXPECT_FALSE(fs::exists(folder_ / "a.png"));
}

TEST_F(Shot, a_page_that_does_not_answer_is_told_with_its_own_error) {
  write_page(std::string(kDocument) + "<script>brush.dip();</script>");
  const ProgramEnd r = shot("run -o a.png");
  EXPECT_EQ(r.code, 3);
  EXPECT_TRUE(contains(r.err, "it does not provide window.cuttle")) << r.err;
  EXPECT_TRUE(contains(r.err, "before that: ReferenceError: brush is not defined")) << r.err;
}

TEST_F(Shot, a_file_that_is_no_report_is_refused) {
  write_page("<!DOCTYPE html><html><body>nothing</body></html>");
  const ProgramEnd r = shot("run -o a.png", "CUTTLE_CHROMIUM=/bin/false");
  EXPECT_EQ(r.code, 2);
  EXPECT_TRUE(contains(r.err, "run/report.html: error: this is not a report of cuttle")) << r.err;
}

TEST_F(Shot, wrong_options_are_refused_before_anything_starts) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"run -o a.png --time 1 --ghosts 4", "choose one of the two"},
      {"run -o a.gif", "end it with .png, .svg or .mp4"},
      {"run -o a.png --fps 20", "--fps: is for videos"},
      {"run -o a.mp4 --ghosts 4", "--ghosts: is for pictures"},
      {"run -o a.mp4 --size 65x48", "a video needs even numbers, got 65x48"},
      {"run -o a.png --size 65", "'65' is not a size"},
      {"run -o a.png --size 1x1000000", "is not a size"},
      {"run -o a.png --view tpo", "did you mean 'top'?"},
      {"run -o a.png --colour speeed", "did you mean 'speed'?"},
      {"run -o deep/a.png", "/deep'\n  hint: create it first"},
      {"run -o taken.png", "'taken.png' is a folder"},
      {"run -o /proc/a.png", "'/proc/a.png' cannot be written"},
      {"tmp -o a.png", "cuttle report DIR"}};
  fs::create_directories(folder_ / "taken.png");
  for (const auto& [arguments, message] : cases) {
    const ProgramEnd r = shot(arguments, "CUTTLE_CHROMIUM=/bin/false");
    EXPECT_EQ(r.code, 2) << arguments;
    EXPECT_TRUE(contains(r.err, message)) << arguments << ": " << r.err;
    EXPECT_FALSE(contains(r.err, "-o DIR\n")) << arguments << ": " << r.err;
  }
  EXPECT_FALSE(fs::exists(folder_ / "deep"));
}

// modes of rigid bodies: a page of its own for each
TEST_F(Shot, options_that_the_run_has_nothing_for_are_refused) {
  const auto refused = [&](const std::string& facts, const std::string& arguments,
                           const std::string& message) {
    std::string page = std::string(kDocument) + kCamera;
    const std::string old = "frames: 16, colours: ['body', 'torsion', 'speed'], modes: 0";
    page.replace(page.find(old), old.size(), facts);
    write_page(page);
    const ProgramEnd r = shot("run -o a.svg " + arguments);
    if (message.empty())
      EXPECT_EQ(r.code, 0) << arguments << ": " << r.err;
    else
      EXPECT_EQ(r.code, 2) << arguments << ": " << r.err;
    EXPECT_TRUE(contains(r.err, message)) << arguments << ": " << r.err;
  };
  refused("frames: 16, colours: ['body'], modes: 2", "--time 1.5",
          "1.5 is not the number of a mode");
  refused("frames: 16, colours: ['body'], modes: 2", "--time 2", "");
  refused("frames: 1, colours: ['body'], modes: 0", "--ghosts 4", "the run has only one frame");
  refused("frames: 16, colours: ['body'], modes: 0", "--colour speed", "the model has none");
  refused("frames: 16, colours: ['body'], modes: 0", "--colour body", "");
}

TEST_F(Shot, a_time_outside_of_the_run_is_refused) {
  const ProgramEnd r = shot("run -o a.png --time 2.1");
  EXPECT_EQ(r.code, 2);
  EXPECT_TRUE(contains(r.err, "--time: 2.1 is outside the run, which goes from t = 0.5 to 2 s"))
      << r.err;
  EXPECT_FALSE(fs::exists(folder_ / "a.png"));
}

TEST_F(Shot, missing_programs_are_told_with_a_way_to_get_them) {
  ProgramEnd r = shot("run -o a.png", "-u CUTTLE_CHROMIUM PATH=/nowhere");
  EXPECT_EQ(r.code, 2);
  EXPECT_TRUE(contains(r.err, "apt-get install chromium")) << r.err;
  r = shot("run -o a.png", "CUTTLE_CHROMIUM=/nowhere/chromium");
  EXPECT_EQ(r.code, 2);
  EXPECT_TRUE(contains(r.err, "CUTTLE_CHROMIUM: '/nowhere/chromium' is not a program")) << r.err;
  r = shot("run -o a.mp4", "CUTTLE_CHROMIUM=/bin/false PATH=/nowhere");
  EXPECT_EQ(r.code, 2);
  EXPECT_TRUE(contains(r.err, "apt-get install ffmpeg")) << r.err;
  // a program that is no browser
  r = shot("run -o a.png", "CUTTLE_CHROMIUM=/bin/false");
  EXPECT_EQ(r.code, 3);
  EXPECT_TRUE(contains(r.err, "the browser ended early")) << r.err;
}

TEST_F(Shot, an_interrupt_leaves_nothing_behind) {
  const pid_t child = start("run -o a.mp4 --speed 0.001");
  // wait until ffmpeg is there
  EXPECT_TRUE(comes_true([&] { return is_running((folder_ / ".a.mp4.").string()); }));
  kill(child, SIGINT);
  const ProgramEnd r = finish(child);
  EXPECT_EQ(r.code, 130) << r.err;
  EXPECT_TRUE(contains(r.err, "interrupted; nothing was written")) << r.err;
  EXPECT_FALSE(fs::exists(folder_ / "a.mp4"));
}

}  // namespace
}  // namespace cuttle
