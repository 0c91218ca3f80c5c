#pragma once

#include <array>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace cuttle::cli {

/// News for any number of readers. Of each kind only the last one counts: a reader that is slow
/// misses what was in between and never builds up a queue.
class LiveFeed {
 public:
  enum Kind { kModel, kError, kStatus, kFrame, kKinds };
  static const char* name_of(Kind kind);

  struct News {
    Kind kind;
    std::shared_ptr<const std::string> text;  // shared: readers send it while it is replaced
  };

  /// Where a reader stands; a new one has seen nothing.
  struct Cursor {
    std::array<std::uint64_t, kKinds> seen = {};
  };

  void publish(Kind kind, std::string text);

  /// What the reader has not seen yet, in the order of the kinds; waits for it for a while.
  std::vector<News> wait(Cursor& cursor, std::chrono::milliseconds patience);

 private:
  struct Slot {
    std::uint64_t number = 0;
    std::shared_ptr<const std::string> text;
  };
  bool has_news(const Cursor& cursor) const;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::array<Slot, kKinds> slots_;
};

}  // namespace cuttle::cli
