#include "progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>

#include "terminal.h"

namespace cuttle::cli {
namespace {

constexpr std::chrono::milliseconds kRedraw(100);
constexpr const char* kClear = "\r\x1b[K";

// "  42 % [####    ]" and a text behind it; the bar takes what the text leaves
std::string bar(double fraction, const std::string& tail, int width) {
  std::string line = fmt::format("{:4.0f} % ", 100 * fraction);
  const int room = std::min(40, width - static_cast<int>(line.size() + tail.size()) - 3);
  if (room >= 5) {
    const int full = static_cast<int>(fraction * room);
    line += "[" + std::string(full, '#') + std::string(room - full, ' ') + "]";
  }
  return (line + tail).substr(0, static_cast<std::size_t>(std::max(width - 1, 0)));
}

}  // namespace

std::string duration_text(double seconds) {
  if (!std::isfinite(seconds)) return "?";
  if (seconds < 1e-3) return fmt::format("{:.0f} us", seconds * 1e6);
  if (seconds < 1) return fmt::format("{:.3g} ms", seconds * 1e3);
  if (seconds < 59.5) return fmt::format("{:.3g} s", seconds);
  const auto whole = std::llround(seconds);
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} h {:02} min", whole / 3600, whole / 60 % 60);
}

std::string progress_line(double fraction, double elapsed_seconds, double total, int width) {
  fraction = std::clamp(fraction, 0.0, 1.0);
  std::string tail = "";
  if (fraction > 0 && elapsed_seconds > 0) {
    tail = "  " + duration_text(elapsed_seconds * (1 - fraction) / fraction) + " left";
    if (total > 0) tail += fmt::format(", x {:.3g}", fraction * total / elapsed_seconds);
  }

  return bar(fraction, tail, width);
}

std::string count_line(std::size_t done, std::size_t before, std::size_t total, const char* what,
                       double elapsed_seconds, const std::string& note, int width) {
  std::string tail = total > 0 ? fmt::format("  {} of {} {}", done, total, what)
                               : fmt::format("  {} {}", done, what);
  const double rate =
      elapsed_seconds > 0 && done > before ? double(done - before) / elapsed_seconds : 0;
  if (rate > 0) tail += fmt::format(", {:.3g} /s", rate);
  if (rate > 0 && total > done) tail += ", " + duration_text(double(total - done) / rate) + " left";
  if (!note.empty()) tail += ", " + note;
  if (total > 0) return bar(double(done) / double(total), tail, width);
  return tail.substr(0, static_cast<std::size_t>(std::max(width - 1, 0)));
}

ProgressLine::ProgressLine(bool visible)
    : visible_(visible && is_terminal(stderr)), start_(Clock::now()) {}

void ProgressLine::draw(const std::function<std::string(double, int)>& text) {
  if (!visible_) return;
  const auto now = Clock::now();
  if (now - (drawn_ ? last_draw_ : start_) < kRedraw) return;
  last_draw_ = now;
  drawn_ = true;
  const double elapsed = std::chrono::duration<double>(now - start_).count();
  show(kClear + text(elapsed, terminal_width(stderr)));
}

void ProgressLine::clear() {
  if (drawn_) show(kClear);
  drawn_ = false;
}

// A terminal that is gone must not cost the run: beside the stream, whose errors are those of
// messages.
void ProgressLine::show(const std::string& text) {
  if (::write(::fileno(stderr), text.data(), text.size()) < 0 && errno != EINTR && errno != EAGAIN)
    visible_ = drawn_ = false;
}

void Progress::update(double fraction) {
  line_.draw(
      [&](double elapsed, int width) { return progress_line(fraction, elapsed, total_, width); });
}

void CountProgress::update(std::size_t done, std::size_t before, const std::string& note) {
  line_.draw([&](double elapsed, int width) {
    return count_line(done, before, total_, what_, elapsed, note, width);
  });
}

}  // namespace cuttle::cli
