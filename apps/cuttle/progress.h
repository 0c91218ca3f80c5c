#pragma once

#include <chrono>
#include <functional>
#include <string>

namespace cuttle::cli {

/// "  42 % [########            ]  1.3 s left, x 2.1", at most `width` characters.
/// `total` is the length of the study in simulated seconds, 0 if it has none.
std::string progress_line(double fraction, double elapsed_seconds, double total, int width);

/// "1.3 s", "2 min 05 s", "3 h 20 min".
std::string duration_text(double seconds);

/// A line on the terminal (stderr), redrawn at most ten times a second; silent elsewhere.
class ProgressLine {
 public:
  explicit ProgressLine(bool visible);
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ~ProgressLine() { clear(); }
  /// Draws what `text(elapsed seconds, width)` gives, if it is time.
  void draw(const std::function<std::string(double, int)>& text);
  void clear();

 private:
  void show(const std::string& text);

  using Clock = std::chrono::steady_clock;
  bool visible_;
  bool drawn_ = false;
  Clock::time_point start_, last_draw_;
};

/// The bar of a run.
class Progress {
 public:
  Progress(bool visible, double total) : line_(visible), total_(total) {}
  void update(double fraction);
  void clear() { line_.clear(); }

 private:
  ProgressLine line_;
  double total_;
};

/// "  42 % [####    ]  420 of 1000 samples, 35 /s, 17 s left, 2 failed", at most `width`
/// characters. `before`: how many of those done were known already, which tells nothing about the
/// rate.
std::string count_line(std::size_t done, std::size_t before, std::size_t total, const char* what,
                       double elapsed_seconds, const std::string& note, int width);

/// The same bar for many things of which each is done or not.
class CountProgress {
 public:
  /// total 0: nobody knows how many there will be.
  CountProgress(bool visible, const char* what, std::size_t total)
      : line_(visible), what_(what), total_(total) {}
  void update(std::size_t done, std::size_t before, const std::string& note);

 private:
  ProgressLine line_;
  const char* what_;
  std::size_t total_;
};

}  // namespace cuttle::cli
