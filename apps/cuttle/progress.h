#pragma once

#include <chrono>
#include <string>

namespace cuttle::cli {

/// "  42 % [########            ]  1.3 s left, x 2.1", at most `width` characters.
/// `total` is the length of the study in simulated seconds, 0 if it has none.
std::string progress_line(double fraction, double elapsed_seconds, double total, int width);

/// "1.3 s", "2 min 05 s", "3 h 20 min".
std::string duration_text(double seconds);

/// A bar on the terminal (stderr), redrawn at most ten times a second; silent elsewhere.
class Progress {
 public:
  Progress(bool visible, double total);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress() { clear(); }
  void update(double fraction);
  void clear();

 private:
  using Clock = std::chrono::steady_clock;
  bool visible_;
  bool drawn_ = false;
  double total_;
  Clock::time_point start_, last_draw_;
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
  CountProgress(bool visible, const char* what, std::size_t total);
  CountProgress(const CountProgress&) = delete;
  CountProgress& operator=(const CountProgress&) = delete;
  ~CountProgress();
  void update(std::size_t done, std::size_t before, const std::string& note);

 private:
  using Clock = std::chrono::steady_clock;
  bool visible_;
  bool drawn_ = false;
  const char* what_;
  std::size_t total_;
  Clock::time_point start_, last_draw_;
};

}  // namespace cuttle::cli
