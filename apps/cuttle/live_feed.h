#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace cuttle::cli {

/// News for any number of readers, as server-sent events. Of each kind only the last one counts: a
/// reader that is slow misses what was in between and never builds up a queue.
class LiveFeed {
 public:
  enum Kind { kModel, kError, kStatus, kFrame, kKinds };
  /// What the page knows it by.
  static const char* name(Kind kind);

  /// Where a reader stands; a new one has seen nothing.
  struct Cursor {
    std::array<std::uint64_t, kKinds> seen = {};
  };

  /// Called after every publication, in the thread of the publisher. Set before the first one that
  /// matters.
  void on_news(std::function<void()> listener);

  /// One line of JSON.
  void publish(Kind kind, const std::string& text);

  /// What the reader has not seen yet, in the order of the kinds. Shared: readers send it while it
  /// is replaced.
  std::vector<std::shared_ptr<const std::string>> news(Cursor& cursor);

 private:
  struct Slot {
    std::uint64_t number = 0;
    std::shared_ptr<const std::string> event;
  };

  std::mutex mutex_;
  std::function<void()> listener_;
  std::array<Slot, kKinds> slots_;
};

}  // namespace cuttle::cli
