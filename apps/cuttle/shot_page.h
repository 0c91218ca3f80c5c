#pragma once
// The page of a report as a camera: what there is to see, and pictures of it.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "browser.h"

namespace cuttle::cli {

/// What the page says about its run.
struct PageRun {
  std::string axis_name, axis_unit;
  double from = 0, to = 0;  // smallest and largest value of the axis
  double duration = 0;      // of playback [s]; 0 if there is one frame only
  int frames = 0, modes = 0;
  std::vector<std::string> colours;  // fields that something in it has
};

struct ShotSettings {
  int width = 1200, height = 800;
  std::string format = "png";  // or svg
  std::string view, colour;    // empty: as the page has it
  std::optional<int> ghosts;
};

/// What a picture shows: a value of the axis, or a moment of playback [s]. Neither: the last frame,
/// of modes the first mode at its largest.
struct Moment {
  std::optional<double> axis, seconds;
};

class ShotPage {
 public:
  ShotPage(const std::filesystem::path& browser, const std::filesystem::path& report);

  const PageRun& run() const { return run_; }

  /// PNG bytes or SVG text.
  std::string picture(const ShotSettings& settings, const Moment& moment);

  /// From now on the page makes a film; frames are moments of playback [s], as JPEG bytes.
  void start_film(const ShotSettings& settings);
  std::string film_frame(double seconds);

 private:
  Browser browser_;
  PageRun run_;
};

/// Throws InputError if the file is not a report.
void check_report(const std::filesystem::path& file);

}  // namespace cuttle::cli
