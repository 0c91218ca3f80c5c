#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "cuttle/base/error.h"
#include "cuttle/io/replace_file.h"
#include "interrupt.h"
#include "progress.h"
#include "results_folder.h"
#include "shot_page.h"
#include "terminal.h"
#include "verbs.h"
#include "video.h"

namespace cuttle::cli {
namespace {

namespace fs = std::filesystem;

void check_choice(const std::string& option, const std::string& word,
                  const std::vector<std::string>& choices, const std::string& kind) {
  if (!word.empty() && std::ranges::find(choices, word) == choices.end())
    refuse(option, fmt::format("unknown {} '{}'", kind, printable(word)),
           suggest(word, choices, kind + "s"));
}

// "1200x800"
void read_size(const std::string& text, ShotSettings& settings) {
  const char* end = text.data() + text.size();
  const auto [middle, error] = std::from_chars(text.data(), end, settings.width);
  bool good = error == std::errc() && middle != end && *middle == 'x';
  if (good) {
    const auto [stop, second_error] = std::from_chars(middle + 1, end, settings.height);
    good = second_error == std::errc() && stop == end;
  }
  constexpr int kLeast = 16, kMost = 8192;
  good = good && std::min(settings.width, settings.height) >= kLeast &&
         std::max(settings.width, settings.height) <= kMost;
  if (!good)
    refuse("--size", fmt::format("'{}' is not a size", printable(text)),
           fmt::format("width x height in pixels from {} to {}, e.g. 1200x800", kLeast, kMost));
}

class ShotVerb : public Verb {
 public:
  explicit ShotVerb(Options& options) {
    options.add("results", results_, "folder with the results of a run").type("DIR").required();
    options.add("-o,--output", output_, "file to write: .png, .svg or .mp4")
        .type("FILE")
        .required();
    options.add("--time", time_, "axis value to show: time, load or mode number [the last]")
        .type("T");
    options.add("--ghosts", settings_.ghosts, "number of snapshots in one picture, spread evenly")
        .type("N")
        .range(2, 200);
    options.add("--size", size_, "width and height in pixels [1200x800]").type("WxH");
    options.add("--view", settings_.view, "iso, front, side or top").type("NAME");
    options
        .add("--colour,--color", settings_.colour,
             "colour by body, curvature, torsion, stretch, speed or hoop_strain")
        .type("FIELD");
    options.add("--fps", rate_, "video: frames per second [30]").type("N").range(1, 240);
    options.add("--speed", speed_, "video: playback speed, 0.1 is slow motion [1]")
        .type("X")
        .range(1e-6, 1e6);
  }

  int execute() override {
    check_options();
    check_output(output_);
    check_results(results_);
    const fs::path report = results_ / "report.html";
    if (!fs::is_regular_file(report))
      throw InputError(Diagnostic{{printable(results_.string()), 0, 0},
                                  "",
                                  "there is no report.html in this folder",
                                  "run the model first (cuttle run MODEL -o DIR), or make the page "
                                  "of old results with 'cuttle report DIR'"});
    check_report(report);
    const fs::path browser = find_browser();
    const fs::path ffmpeg = is_video() ? find_ffmpeg() : fs::path();
    remove_left_overs(fs::absolute(output_place(output_).path).parent_path());

    messages_ = messages_beside(output_);
    catch_interrupts();
    try {
      ShotPage page(browser, report);
      check_against(page.run());
      if (is_video()) {
        write_video(page, ffmpeg);
        return kExitOk;
      }
      write_output(output_, page.picture(settings_, {time_, {}}));
    } catch (const StoppedByUser&) {
      fmt::print(stderr, "cuttle: interrupted; nothing was written\n");
      return kExitInterrupted;
    }
    fmt::print(messages_, "  {:<12}{}\n", "shot", output_.string());
    return kExitOk;
  }

 private:
  bool is_video() const { return output_.extension() == ".mp4"; }

  void check_options() {
    const std::string extension = output_.extension().string();
    if (extension != ".png" && extension != ".svg" && extension != ".mp4")
      refuse("-o", fmt::format("'{}' has no known file extension", printable(output_.string())),
             "end it with .png, .svg or .mp4");
    if (extension == ".svg") settings_.format = "svg";
    if (time_ && settings_.ghosts)
      refuse("--ghosts", "shows the whole run, but --time one moment of it",
             "choose one of the two");
    if (is_video() && (time_ || settings_.ghosts))
      refuse(time_ ? "--time" : "--ghosts", "is for pictures; a video shows the whole run");
    if (!is_video() && (rate_ || speed_))
      refuse(rate_ ? "--fps" : "--speed", "is for videos", "choose -o x.mp4");
    check_choice("--view", settings_.view, {"iso", "front", "side", "top"}, "view");
    check_choice("--colour", settings_.colour,
                 {"body", "curvature", "torsion", "stretch", "speed", "hoop_strain"}, "field");
    if (!size_.empty()) read_size(size_, settings_);
    if (is_video() && (settings_.width % 2 != 0 || settings_.height % 2 != 0))
      refuse("--size", fmt::format("a video needs even numbers, got {}", printable(size_)));
  }

  // options that the run has nothing for
  void check_against(const PageRun& run) const {
    if (settings_.ghosts && run.frames < 2)
      refuse("--ghosts", "the run has only one frame; there is nothing to spread");
    if (!settings_.colour.empty() && std::ranges::count(run.colours, settings_.colour) == 0)
      refuse("--colour",
             fmt::format("{} is a field of {}, and the model has none", settings_.colour,
                         settings_.colour == "hoop_strain" ? "shells" : "rods"));
    if (time_) check_time(run);
  }

  void check_time(const PageRun& run) const {
    if (run.modes > 0 && *time_ != std::round(*time_))
      refuse("--time", fmt::format("{:g} is not the number of a mode", *time_),
             fmt::format("modes have numbers from {:g} to {:g}", run.from, run.to));
    // half a digit more than printed numbers have
    const double slack = 1e-9 * std::max(std::abs(run.from), std::abs(run.to));
    const bool inside = *time_ >= run.from - slack && *time_ <= run.to + slack;
    if (!inside)
      refuse("--time", fmt::format("{:g} is outside the run, which goes from {} = {:g} to {:g}{}",
                                   *time_, run.axis_name, run.from, run.to,
                                   run.axis_unit == "-" ? "" : " " + run.axis_unit));
  }

  void write_video(ShotPage& page, const fs::path& ffmpeg) const {
    const double whole = page.run().duration, speed = speed_.value_or(1);
    if (!(whole > 0))
      refuse("-o", "the run has only one frame; there is nothing to play", "choose -o x.png");
    const int rate = rate_.value_or(30);
    const double pictures = std::floor(whole / speed * rate + 1e-6) + 1;
    constexpr double kMost = 1e6;
    if (pictures > kMost)
      refuse("--speed", fmt::format("the video would have {:g} frames", pictures),
             "choose a higher --speed or a lower --fps");

    const auto start = std::chrono::steady_clock::now();
    write_output(output_, [&](const fs::path& temporary) {
      page.start_film(settings_);
      VideoWriter video(ffmpeg, temporary, rate);
      Progress progress(true, 0);
      for (int i = 0; i < int(pictures); ++i) {
        const double seconds = std::min(whole, i * speed / rate);
        video.add(page.film_frame(seconds));
        progress.update((i + 1) / pictures);
      }
      progress.clear();
      video.finish();
    });
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    fmt::print(messages_, "  {:<12}{} ({:.0f} frames in {})\n", "shot", output_.string(), pictures,
               duration_text(taken.count()));
  }

  fs::path results_, output_;
  std::FILE* messages_ = stdout;
  ShotSettings settings_;
  std::string size_;
  std::optional<double> time_, speed_;
  std::optional<int> rate_;
};

}  // namespace

std::unique_ptr<Verb> make_shot(Options& options) { return std::make_unique<ShotVerb>(options); }

}  // namespace cuttle::cli
