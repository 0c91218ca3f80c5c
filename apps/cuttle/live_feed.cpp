#include "live_feed.h"

namespace cuttle::cli {

const char* LiveFeed::name_of(Kind kind) {
  constexpr std::array<const char*, kKinds> names = {"model", "error", "status", "frame"};
  return names[kind];
}

void LiveFeed::publish(Kind kind, std::string text) {
  auto shared = std::make_shared<const std::string>(std::move(text));
  {
    const std::lock_guard lock(mutex_);
    ++slots_[kind].number;
    slots_[kind].text = std::move(shared);
  }
  changed_.notify_all();
}

bool LiveFeed::has_news(const Cursor& cursor) const {
  for (std::size_t i = 0; i < slots_.size(); ++i)
    if (slots_[i].number > cursor.seen[i]) return true;
  return false;
}

std::vector<LiveFeed::News> LiveFeed::wait(Cursor& cursor, std::chrono::milliseconds patience) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, patience, [&] { return has_news(cursor); });
  std::vector<News> news;
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    if (slots_[i].number <= cursor.seen[i]) continue;
    cursor.seen[i] = slots_[i].number;
    news.push_back({Kind(i), slots_[i].text});
  }
  return news;
}

}  // namespace cuttle::cli
