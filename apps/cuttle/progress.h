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

}  // namespace cuttle::cli
