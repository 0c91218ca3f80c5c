#pragma once
// The page of a report as a camera: what there is to see, and pictures of it.

#include <filesystem>
#include <optional>
#include <string>

#include "browser.h"

namespace cuttle::cli {

/// What the file of the page says about its run.
struct PageRun {
  std::string study, axis_name, axis_unit;
  double least = 0, most = 0;  // of the axis; of modes the numbers of the first and the last
  int frames = 0;
  int modes = 0;
};

/// Throws InputError if the file is not a report.
PageRun read_page_run(const std::filesystem::path& report);

struct ShotSettings {
  int width = 1200, height = 800;
  std::string format = "png";  // or svg
  std::string view, colour;    // empty: as the page has it
  std::optional<int> ghosts;
};

class ShotPage {
 public:
  ShotPage(const std::filesystem::path& browser, const std::filesystem::path& report, PageRun run);

  const PageRun& run() const { return run_; }

  /// At a value of the axis, or at the end; of modes the mode of that number, or the first, at its
  /// largest. PNG bytes or SVG text.
  std::string picture(const ShotSettings& settings, std::optional<double> axis);

  /// At a frame that may lie between two.
  std::string picture_of_frame(const ShotSettings& settings, double frame);

 private:
  std::string shoot(const ShotSettings& settings, std::optional<double> axis,
                    const std::string& before);

  Browser browser_;
  PageRun run_;
};

}  // namespace cuttle::cli
